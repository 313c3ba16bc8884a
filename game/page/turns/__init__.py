"""The person's turn: the action bar, hints, automatic turns, the curtain between persons, help in a first match."""

from game.for_types import TYPE_CHECKING
from game.page.kernel.room import Room

if TYPE_CHECKING:
    from typing import Literal, TypedDict

    class TurnsState(TypedDict, total=False):
        """The types of the values below."""

        hinted_action: str | None
        countdown: Literal["draw", "pass"] | None
        told_passing: bool
        missed_event: tuple[int, str] | None
        asked_help: tuple[str, ...]
        late_catch: str
        tap_taken: bool


room = Room(
    __name__,
    "action_bar",
    "turn_actions",
    "marked_help",
    "catching",
    "hint",
    "automatic_turns",
    "curtain",
    "first_match",
)
room.state(
    hinted_action=None,  # the action of the button that a hint advises
    countdown=None,  # "draw" or "pass": the automatic turn that comes after a pause
    told_passing=False,  # the line above the hand says for the first time that the game passes for the person
    missed_event=None,  # (seat, sentence): the event that is played back now, after a curtain
    late_catch="",  # what the place of a catch's button says after the chance
    asked_help=(),  # of undo and hint, those about which this match has asked, because its result names them
)
room.phase_state(
    tap_taken=False,  # whether the person has taken the offer of quicker taps on this score sheet, which then says so
)
