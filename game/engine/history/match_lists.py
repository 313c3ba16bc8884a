"""The verbs for lists: pictures of stored matches, the history with its filters, and a person's statistics."""

import asyncio
from typing import Any

from game.engine.history.finished import store_missing_summaries
from game.engine.match.current import CurrentMatch
from game.ledger.summary import Summary
from game.narration.figures.statistics import company, people, statistics
from game.rules.errors import Refusal
from game.session.saving import restore
from game.store.entries import SUMMARY
from game.store.match_store import MATCH, MatchStore
from game.table.drawing import pose_style
from game.table.faces import tile_markup

FIGURES_SINCE = "counted"
"""The key of the entry {"since": {name: ms since 1970}}: the time at which a person reset their statistics."""

BATCH = 8  # finished matches read without a pause: some milliseconds


class History:
    """The verbs for the finished matches. They do not read the store again: the page calls `matches` first, which does."""

    def __init__(self, match: CurrentMatch, store: MatchStore) -> None:
        self._match = match
        self._store = store
        self._undo_since: dict[str, Any] | None = None  # the entry before the last reset

    async def match_picture(self, id: str) -> dict[str, Any]:
        """The table of a stored match: {"tiles": markup, "box": [x0, y0, x1, y1] in u}. Raises Refusal, RecordError."""
        layout = restore(self._store.match_text(id)).board.layout
        tiles = "".join(
            tile_markup(tile, "at", f'style="{pose_style(pose)}"') for tile, pose in layout.poses.items()
        )
        return {"tiles": tiles, "box": list(layout.box()) if layout.poses else [-3, -3, 3, 3]}

    async def history(
        self, rules: str = "", whom: str = "", start: int = 0, count: int = 30, oldest: bool = False
    ) -> dict[str, Any]:
        """List finished matches, newest first (or `oldest` first): at most `count`, from number `start` on.

        `rules` is a rule-book or "house", `whom` the strongest level among the bots or "people"; "" matches all.
        {"rows": [{"id", "when", "preset", "names", "totals", "places", "rounds", "company", "replay": whether it has a record,
        "again": a second try, "title": text or null}, …],
         "of": how many match the filters, "all": how many there are, "rules": [all that occur], "companies": [all that occur]}
        """
        store_missing_summaries(self._store)
        every = [
            (summary, _rules(summary), company(summary)) for summary in self._store.entries(SUMMARY).values()
        ]
        wanted = [kept for kept in every if rules in ("", kept[1]) and whom in ("", kept[2])]
        wanted.sort(key=lambda kept: (kept[0].when, kept[0].id), reverse=not oldest)
        await self._store.flush()
        return {
            "rows": [_row(summary, against) for summary, _, against in wanted[start : start + count]],
            "of": len(wanted),
            "all": len(every),
            "rules": sorted({by for _, by, _ in every}),
            "companies": sorted({against for _, _, against in every}),
        }

    async def read_ahead(self) -> None:
        """Parse the finished matches while the engine is idle, so that `history` answers at once."""
        kept = [key for key in self._store.all_entries() if key.startswith(SUMMARY.prefix)]
        for number, key in enumerate(kept):
            if number % BATCH == 0:
                await asyncio.sleep(0)
            self._store.entry(SUMMARY, key.removeprefix(SUMMARY.prefix))

    async def forget_match(self, id: str) -> bool:
        """Delete a finished match from the history; `undelete_match` restores it. Returns True. Raises Refusal."""
        keys = [SUMMARY.prefix + id]
        if id in self._store.heads and not self._match.holds(id):
            keys.append(MATCH + id)
        self._store.remove(*keys)
        await self._store.flush()
        return True

    async def figures(self, name: str = "") -> dict[str, Any]:
        """A person's statistics: {"people": see `people`, "figures": see `statistics`, "since": ms since 1970 or 0}.

        Without a name, those of the person who played most. "figures" is None for a name that never played.
        """
        store_missing_summaries(self._store)
        every = list(self._store.entries(SUMMARY).values())
        known = people(every)
        if not name and known:
            name = known[0]["name"]
        since = self._since().get(name, -1)
        counted = [summary for summary in every if summary.when > since]
        played = any(person["name"] == name for person in known)
        return {
            "people": known,
            "figures": statistics(counted, name) if played else None,
            "since": max(since, 0),
        }

    async def reset_figures(self, name: str) -> dict[str, Any]:
        """Reset a person's statistics; `unreset_figures` undoes that. Answers like `figures`."""
        self._undo_since = self._store.get(FIGURES_SINCE) or {}
        latest = max((summary.when for summary in self._store.entries(SUMMARY).values()), default=0)
        self._store.put(FIGURES_SINCE, {"since": {**self._since(), name: max(latest, self._store.clock())}})
        await self._store.flush()
        return await self.figures(name)

    async def unreset_figures(self, name: str) -> dict[str, Any]:
        """Undo the last `reset_figures`; answers like `figures`. Raises Refusal when there was none."""
        if self._undo_since is None:
            raise Refusal("error.nothing-removed", {})
        self._store.put(FIGURES_SINCE, self._undo_since)
        self._undo_since = None
        await self._store.flush()
        return await self.figures(name)

    def _since(self) -> dict[str, int]:
        since = (self._store.get(FIGURES_SINCE) or {}).get("since")
        kept = since if isinstance(since, dict) else {}
        return {name: when for name, when in kept.items() if type(when) is int}


def _rules(summary: Summary) -> str:
    return summary.preset or "house"


def _row(summary: Summary, against: str) -> dict[str, Any]:
    return {
        "id": summary.id,
        "when": summary.when,
        "preset": summary.preset,
        "names": [part.name for part in summary.parts],
        "totals": list(summary.totals),
        "places": [part.place for part in summary.parts],
        "rounds": len(summary.ends),
        "company": against,
        "replay": bool(summary.record),
        "again": summary.again,
        "title": summary.title,
    }
