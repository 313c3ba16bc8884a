"""The deal of the day: its dialog with a calendar."""

from game.for_types import TYPE_CHECKING
from game.page.kernel.room import Room

if TYPE_CHECKING:
    from typing import TypedDict

    from game.contract.answers.sharing_answers import CalendarPage

    class CalendarState(TypedDict, total=False):
        """The types of the values below."""

        daily_deal: CalendarPage | None
        day_preset: str
        day_streak: CalendarPage | None
        day_end: CalendarPage | None


room = Room(__name__, "calendar_view", "day_end")
room.state(
    daily_deal=None,  # the shown day and its month, as the engine's verb `days` answers them
    day_preset="",  # the rule-book of the link that opened the dialog, or "": the one of the person's last match
    day_streak=None,  # today's calendar, for the card on the first screen; None until the engine has told it
)
room.phase_state(
    day_end=None,  # after the deal of a day: its page of the calendar
)
