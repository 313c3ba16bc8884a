"""The desk's verbs for the deal of a day. Which day it is the page says: a date of UTC, on the person's own clock."""

from collections.abc import Callable
from typing import Any

from game.engine.scene import Scene
from game.engine.sharing.seating import called
from game.ledger.day import Day, in_a_row, month_of, write_day
from game.records.daily import daily
from game.rules.match import start_match
from game.session.heads import Label
from game.session.saving import day_of
from game.session.session import Session
from game.store.entries import DAY
from game.store.shelf import Shelf


class Days:
    """The part of the desk that has a deal for each day."""

    shelf: Shelf
    open_match: Callable[..., Any]

    async def _seated(self, session: Session, label: Label) -> Scene:
        raise NotImplementedError

    async def days(self, date: str) -> dict[str, Any]:
        """{"date", "preset", "levels": of the opponents, "played": {"points", "place", "marked"} or null, "streak", "best",
        "count": days played, "weeks": [[[date, place or null], …], …] of this month, Monday first}. Raises Refusal for no date.
        """
        today = daily(date)
        await self.shelf.refresh()
        played = played_days(self.shelf)
        streak, best = in_a_row(played, date)
        mine = played.get(date)
        return {
            "date": date,
            "preset": today.preset,
            "levels": [seat.level for seat in today.seats if seat.kind == "bot"],
            "played": {"points": [*mine.points], "place": mine.place, "marked": mine.marked}
            if mine
            else None,
            "streak": streak,
            "best": best,
            "count": len(played),
            "weeks": [
                [[day, played[day].place if day in played else None] for day in week]
                for week in month_of(date)
            ],
        }

    async def start_day(self, date: str, names: list[str], aspect: float) -> Scene:
        """The deal of a day is dealt, or gone on with where it was left. Raises Refusal."""
        today = daily(date)
        for head in self.shelf.matches():
            if not head.over and day_of(self.shelf.text(head.label.id)) == date:
                scene: Scene = await self.open_match(head.label.id)
                return scene
        seats = called(today.seats, names)
        session = Session(start_match(today.options, today.seed), today.preset, seats, aspect)
        session.day = date
        return await self._seated(session, self.shelf.new_label())


def played_days(shelf: Shelf) -> dict[str, Day]:
    """Every day that was played, by its date; of one that was played twice, on two devices, the first time."""
    days: dict[str, Day] = {}
    for day in sorted(shelf.entries(DAY).values(), key=lambda day: -day.when):
        days[day.date] = day
    return days


def remember_day(shelf: Shelf, session: Session) -> None:
    """Keeps how the deal of a day went, once it is over; the first time counts."""
    if session.day and session.match.over and session.day not in played_days(shelf):
        person = session.people[0]
        totals = session.match.totals
        points = (totals[person], *(total for seat, total in enumerate(totals) if seat != person))
        shelf.put_entry(DAY, session.day, write_day(Day(session.day, shelf.clock(), points, session.marked)))
