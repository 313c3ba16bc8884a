"""The verbs (requests of the page) for the daily deal and its calendar.

Dates are texts such as "2026-11-22". `today` is the present date in UTC, which the page reads from the device's clock.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from game.engine.match.current import CurrentMatch
from game.engine.starting.known_deals import is_known_deal
from game.engine.starting.seating import name_seats
from game.engine.verb_group import verb
from game.ledger.daily_entry import (
    DailyResult,
    latest_days,
    month_after,
    month_before,
    streaks,
    weeks_of_month,
    write_daily_result,
)
from game.records.daily_deal import FIRST_PRESET, DailyDeal, daily_deal
from game.records.links.any_link import write_day_code
from game.rules.errors import Refusal
from game.rules.match import start_match
from game.rules.options.presets import PRESETS
from game.session.save_head import Head
from game.session.saving import day_of, help_of
from game.session.session import Session
from game.store.entries import DAY
from game.store.match_store import MatchStore

if TYPE_CHECKING:
    from game.contract.answers.sharing_answers import CalendarPage, DayResult
    from game.contract.basics import UsedHelp
    from game.contract.scenes import Scene

FIRST = "2026-01-01"
"""The first day with a deal; the game appeared in that year."""


class DailyCalendar:
    """The verbs for daily deals. `open_match` is `Library.open_match`, which puts a stored match on the table."""

    def __init__(
        self, match: CurrentMatch, store: MatchStore, open_match: Callable[[str], Coroutine[Any, Any, Scene]]
    ) -> None:
        self._match = match
        self._store = store
        self._open_match = open_match

    @verb
    async def days(
        self, date: str, today: str = "", preset: str = FIRST_PRESET, known: str = ""
    ) -> CalendarPage:
        """The deal of a date by a rule-book, and the calendar of its month.

        `today` defaults to `date`, and `known` is the rule-book that the person knows, by default `preset`. A deal that
        was played late does not count for a streak. A deal that was begun by another rule-book is that one, unless `preset`
        is not the known one, as from a link. Raises Refusal for a text that is no date, for a day without a deal
        (before FIRST or after today), and for an unknown rule-book.
        """
        _deal_until_today(date, today or date, preset)  # raises Refusal
        today = today or date
        await self._store.refresh()
        played = played_days(self._store)
        in_time = [day for day, result in played.items() if not result.late]
        streak, best = streaks(in_time, today)
        before, after = month_before(date), month_after(date)
        mine = played.get(date)
        begun = None if mine else self._begun(date, preset, preset == (known or preset))
        if mine and mine.preset in PRESETS:
            preset = mine.preset
        elif begun and begun.preset:
            preset = begun.preset
        dealt = daily_deal(date, preset)
        expected = daily_deal(date, known or preset).options.declared()
        return {
            "date": date,
            "today": today,
            "preset": dealt.preset,
            "differs": [
                (code, value) for code, value in dealt.options.declared().items() if value != expected[code]
            ],
            "levels": [seat.level for seat in dealt.seats if seat.kind == "bot"],
            "played": self._result_data(mine) if mine else None,
            "begun": begun is not None,
            "before": before if before >= FIRST else "",
            "after": after if after <= today else "",
            "code": write_day_code(date, dealt.preset),
            "streak": streak,
            "best": best,
            "count": len(played),
            "latest": [day in in_time for day in latest_days(today)],
            "weeks": [
                [(day, played[day].place if day in played else None) for day in week]
                for week in weeks_of_month(date)
            ],
        }

    @verb
    async def start_day(
        self, date: str, names: list[str], aspect: float, today: str = "", preset: str = FIRST_PRESET
    ) -> Scene:
        """Start the deal of a day by a rule-book, or resume its stored match if that is not over. Raises Refusal.

        `names` are by seat. `aspect` is the width of the board view divided by its height.
        """
        dealt = _deal_until_today(date, today or date, preset)
        begun = self._begun(date, preset)
        if begun:
            return await self._open_match(begun.label.id)
        seats = name_seats(dealt.seats, names)
        session = Session(start_match(dealt.options, dealt.seed), dealt.preset, seats, aspect)
        session.day, session.late = date, bool(today) and date < today
        session.again = is_known_deal(self._store, session.match)
        return await self._match.put(session, self._store.new_label())

    def _begun(self, date: str, preset: str, or_any: bool = False) -> Head | None:
        """The stored match of a day's deal that is not over, by this rule-book; with `or_any` else by any other."""
        heads = [
            head
            for head in self._store.matches()
            if not head.over
            and head.preset in PRESETS
            and day_of(self._store.match_text(head.label.id)) == date
        ]
        by_book = [head for head in heads if head.preset == preset]
        return next(iter(by_book or (heads if or_any else [])), None)

    def _result_data(self, day: DailyResult) -> DayResult:
        used = self._used_help(day) if day.marked else ""
        return {"points": [*day.points], "place": day.place, "used": used, "late": day.late}

    def _used_help(self, day: DailyResult) -> UsedHelp:
        """The help that was used in a marked result's match. Its save says which, while it is on the table."""
        points = sorted(day.points)
        for head in self._store.matches():
            if head.over and sorted(head.totals) == points:
                save = self._store.match_text(head.label.id)
                if day_of(save) == day.date:
                    return help_of(save) or "either"
        return "either"


def _deal_until_today(date: str, today: str, preset: str) -> DailyDeal:
    """The deal of a date from FIRST to today. Raises Refusal for any other date."""
    dealt = daily_deal(date, preset)
    if date > daily_deal(today).date or date < FIRST:
        raise Refusal("error.daily.to-come" if date > today else "error.daily.before", {})
    return dealt


def played_days(store: MatchStore) -> dict[str, DailyResult]:
    """The results of the played days, by date. If a day was played on two devices, the earlier result counts."""
    results: dict[str, DailyResult] = {}
    for result in sorted(store.entries(DAY).values(), key=lambda result: -result.when):
        results[result.date] = result
    return results


def store_daily_result(store: MatchStore, session: Session) -> None:
    """Store the result of a finished daily deal. Only the first result of a day counts."""
    if session.day and session.match.over and session.day not in played_days(store):
        person = session.people[0]
        totals = session.match.totals
        points = (totals[person], *(total for seat, total in enumerate(totals) if seat != person))
        preset = session.preset or FIRST_PRESET
        result = DailyResult(
            session.day, store.clock(), points, bool(session.help_told), session.late, preset
        )
        store.put_entry(DAY, session.day, write_daily_result(result))
