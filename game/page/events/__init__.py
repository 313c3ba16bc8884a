"""The events of a scene, shown one after the other at the chosen pace, until the person has to act."""

from game.for_types import TYPE_CHECKING
from game.page.kernel.room import Room

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NotRequired, TypedDict

    from game.contract.scenes import Card, VisibleEvent

    class ShownEvent(VisibleEvent):
        """An event on screen."""

        key: int  # unique, and greater than those of earlier events
        moved: NotRequired[int]  # how many laid tiles the play has moved, if nobody sees them move
        since: float | None  # when the browser first displayed it, in ms of the page's clock

    class ShownCard(Card):
        """The card of a round on screen."""

        seconds: float | None  # how long; None: until the person begins the round

    Part = list[VisibleEvent]
    """Events that are shown together."""

    class EventsState(TypedDict, total=False):
        """The types of the values below."""

        events_shown: list[ShownEvent]
        events_waiting: Sequence[Part]
        events_count: int
        round_card: ShownCard | None
        card_waits: bool
        dialog_waits: bool
        grace_given: bool
        end_hidden: bool
        advancing: bool
        nobody_next: bool
        draws_on: bool


room = Room(
    __name__,
    "event_bubbles",
    "waits",
    "round_card",
    "ending",
    "pacing",
    "behind_dialogs",
    "advancing",
    "hurrying",
)
room.state(
    events_shown=[],  # the events on screen, see event_bubbles.py
    events_waiting=[],  # the parts to show later; a part is a list of events
    events_count=0,  # how many events were shown so far; gives each bubble its key
    round_card=None,  # the round's card while on screen; its "seconds" say how long, None: until the person begins the round
    card_waits=False,  # the card stays on screen until the person begins the round
    dialog_waits=False,  # the next event waits until the person closes a dialog
    grace_given=False,  # the last scene already gave the person extra time to call
    end_hidden=False,  # the sheet or screen of the end opens by itself in a moment, see `ending.show_end`
    advancing=False,  # whether `advance` is running
    nobody_next=False,  # whether the engine had no event after this scene: a bot that might do something did not
    draws_on=False,  # the page draws and passes for the person while a foot can never be completed (turns/automatic_turns.py)
)
