"""The verbs (requests of the page) for lists: pictures of stored matches, the history, a person's statistics."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from game.engine.history.finished import store_missing_summaries
from game.engine.history.round_picture import draw_round
from game.engine.match.current import CurrentMatch
from game.engine.scene_parts import EMPTY_TABLE_BOX
from game.engine.starting.person_names import COUNTED, counted, known_names, put_renamed
from game.engine.verb_group import verb
from game.ledger.summary import Summary
from game.narration.statistics.identity import Names, joined, parted, people_here, played_together
from game.narration.statistics.person import company, people, statistics
from game.records.daily_deal import day_of_seed
from game.rules.errors import Refusal
from game.session.saving import restore
from game.store.entries import SUMMARY
from game.store.match_store import MATCH, MatchStore
from game.table.drawing import pose_style
from game.table.faces import tile_markup

if TYPE_CHECKING:
    from game.contract.answers.list_answers import HistoryList, HistoryRow, ShownStatistics
    from game.contract.basics import Picture

BATCH = 8  # finished matches that `read_ahead` parses between two pauses; 8 take some milliseconds


class History:
    """The verbs for finished matches.

    They do not read the store again, because the page calls `matches` first, which does.
    """

    def __init__(self, match: CurrentMatch, store: MatchStore) -> None:
        self._match = match
        self._store = store
        self._undo_since: tuple[str, int | None] | None = None  # a name, and its time before the last reset

    @verb
    async def match_picture(self, id: str) -> Picture:
        """The table of a stored match. Raises Refusal, RecordError."""
        layout = restore(self._store.match_text(id)).board.layout
        tiles = "".join(
            tile_markup(tile, "at", f'style="{pose_style(pose)}"') for tile, pose in layout.poses.items()
        )
        return {"tiles": tiles, "box": list(layout.box() if layout.poses else EMPTY_TABLE_BOX)}

    @verb
    async def round_picture(self, number: int) -> Picture:
        """The final table of the finished round `number` (from 1) of the match on the table, see `draw_round`.

        Raises Refusal for a round that does not exist.
        """
        session = self._match.require_session()
        if not 1 <= number <= len(session.match.rounds):
            raise Refusal("error.session.no-round", {})
        aspect = session.aspects.get(number, session.board.aspect)
        return await draw_round(session.match.rounds[number - 1], aspect, session.toes.get(number, {}))

    @verb
    async def history(
        self, rules: str = "", whom: str = "", start: int = 0, count: int = 30, oldest: bool = False
    ) -> HistoryList:
        """List finished matches, newest first (or `oldest` first): at most `count`, from number `start` (from 0) on.

        `rules` selects a rule-book or "house"; `whom` selects a company, see game/narration/statistics/person.py. ""
        selects all.
        """
        store_missing_summaries(self._store)
        # (summary, rule-book, company)
        matches = [
            (summary, _rules(summary), company(summary)) for summary in self._store.entries(SUMMARY).values()
        ]
        selected = [match for match in matches if rules in ("", match[1]) and whom in ("", match[2])]
        selected.sort(key=lambda match: (match[0].when, match[0].id), reverse=not oldest)
        await self._store.flush()
        return {
            "rows": [_row(summary, against) for summary, _, against in selected[start : start + count]],
            "of": len(selected),
            "all": len(matches),
            "rules": sorted({rule_book for _, rule_book, _ in matches}),
            "companies": sorted({against for _, _, against in matches}),
        }

    async def read_ahead(self) -> None:
        """Parse the finished matches while the engine is idle, so that `history` answers at once."""
        keys = [key for key in self._store.all_entries() if key.startswith(SUMMARY.prefix)]
        for number, key in enumerate(keys):
            if number % BATCH == 0:
                await asyncio.sleep(0)
            self._store.entry(SUMMARY, key.removeprefix(SUMMARY.prefix))

    @verb
    async def forget_match(self, id: str) -> bool:
        """Delete a finished match from the history; `undelete_match` restores it. Answers True. Raises Refusal."""
        keys = [SUMMARY.prefix + id]
        if id in self._store.heads and not self._match.holds(id):
            keys.append(MATCH + id)
        self._store.remove(*keys)
        await self._store.flush()
        return True

    @verb
    async def statistics(self, name: str = "") -> ShownStatistics:
        """A person's statistics. Without a name, the statistics of the person who played most."""
        store_missing_summaries(self._store)
        summaries = list(self._store.entries(SUMMARY).values())
        names = known_names(self._store)
        known = people(summaries, names)
        if not name and known:
            name = known[0]["name"]
        name = names.person(name)
        since = self._since(names).get(name, -1)
        played = any(person["name"] == name for person in known)
        typed = {summary.seats[seat].name for summary in summaries for seat in people_here(summary)}
        others = [person["name"] for person in known if person["name"] != name]
        return {
            "people": known,
            "statistics": statistics([summary for summary in summaries if summary.when > since], name, names)
            if played
            else None,
            "since": max(since, 0),
            "also": sorted(other for other in typed if other != name and names.person(other) == name),
            "maybe": [other for other in others if not played_together(summaries, name, other, names)],
        }

    @verb
    async def join_statistics(self, name: str, other: str) -> ShownStatistics:
        """Count the matches of `other` for `name`, who is the same person. Answers like `statistics`.

        Raises Refusal for two people of one match, and for a name under which nobody played.
        """
        await self._store.refresh()
        names, told = known_names(self._store), await self.statistics(name)
        if told["statistics"] is None or other not in told["maybe"]:
            raise Refusal("error.statistics.not-one", {})
        if names.own == other:  # the person at the device keeps the name in the settings
            name, other = other, name
        put_renamed(self._store, joined(names, name, other))
        await self._store.flush()
        return await self.statistics(name)

    @verb
    async def part_statistics(self, name: str, other: str) -> ShownStatistics:
        """Count the matches played under the name `other` no more for `name`. Answers like `statistics`.

        If `name` has no other matches, the answer is about `other`. Raises Refusal for a name that does not count for `name`.
        """
        await self._store.refresh()
        if other not in (await self.statistics(name))["also"]:
            raise Refusal("error.statistics.not-one", {})
        put_renamed(self._store, parted(known_names(self._store), other))
        await self._store.flush()
        answer = await self.statistics(name)
        return answer if answer["statistics"] else await self.statistics(other)

    @verb
    async def reset_statistics(self, name: str) -> ShownStatistics:
        """Reset a person's statistics: later answers count only matches that end after now. Answers like `statistics`.

        `unreset_statistics` undoes this.
        """
        await self._store.refresh()
        times = self._since(known_names(self._store))
        self._undo_since = name, times.get(name)
        latest = max((summary.when for summary in self._store.entries(SUMMARY).values()), default=0)
        self._put_since({**times, name: max(latest, self._store.clock())})
        await self._store.flush()
        return await self.statistics(name)

    @verb
    async def unreset_statistics(self, name: str) -> ShownStatistics:
        """Undo the last `reset_statistics`; answers like `statistics`. Raises Refusal when there was none."""
        if self._undo_since is None:
            raise Refusal("error.nothing-removed", {})
        await self._store.refresh()
        (whose, before), self._undo_since = self._undo_since, None
        times = self._since(known_names(self._store))
        since = {other: when for other, when in times.items() if other != whose}
        self._put_since(since if before is None else {**since, whose: before})
        await self._store.flush()
        return await self.statistics(name)

    def _put_since(self, since: dict[str, int]) -> None:
        self._store.put(COUNTED, {**counted(self._store), "since": since})

    def _since(self, names: Names) -> dict[str, int]:
        """The times of the resets by the person's name, in ms since 1970."""
        since = counted(self._store).get("since")
        times: dict[str, int] = {}
        for name, when in (since if isinstance(since, dict) else {}).items():
            if type(when) is int:
                name = names.person(name)
                times[name] = max(when, times.get(name, when))
        return times


def _rules(summary: Summary) -> str:
    """The rule-book of a match, or "house"."""
    return summary.preset or "house"


def _row(summary: Summary, against: str) -> HistoryRow:
    """One row of `history`. `against` is the match's company."""
    return {
        "id": summary.id,
        "when": summary.when,
        "preset": summary.preset,
        "names": [seat.name for seat in summary.seats],
        "totals": list(summary.totals),
        "places": [seat.place for seat in summary.seats],
        "levels": [seat.level for seat in summary.seats],
        "rounds": len(summary.ends),
        "company": against,
        "replay": bool(summary.record),
        "again": summary.again,
        "day": day_of_seed(summary.deal.rpartition("/")[2]),
        "title": summary.title,
    }
