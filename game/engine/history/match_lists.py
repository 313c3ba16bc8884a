"""The lists: what the matches that wait look like, the finished ones by rules and company, and somebody's figures."""

import asyncio
from typing import Any

from game.engine.history.finished import remember_earlier
from game.engine.match.current import CurrentMatch
from game.ledger.summary import Summary
from game.narration.figures.statistics import company, people, statistics
from game.rules.errors import Refusal
from game.session.saving import restore
from game.store.entries import SUMMARY
from game.store.match_store import MATCH, MatchStore
from game.table.drawing import pose_style
from game.table.faces import tile_markup

COUNTED = "counted"
"""The plain entry {"since": {name: ms since 1970}}: somebody's figures begin anew then."""

SLICE = 8  # finished matches that are read at one go: some milliseconds


class History:
    """The finished matches in the match store. What it shows was read by `matches`, which reads the store anew."""

    def __init__(self, match: CurrentMatch, store: MatchStore) -> None:
        self._match = match
        self._store = store
        self._before: dict[str, Any] | None = None  # COUNTED, before somebody began anew

    async def match_picture(self, id: str) -> dict[str, Any]:
        """The table of a match that waits: {"tiles": markup, "box": [x0, y0, x1, y1] in u}. Raises Refusal, RecordError."""
        layout = restore(self._store.match_text(id)).board.layout
        tiles = "".join(
            tile_markup(tile, "at", f'style="{pose_style(pose)}"') for tile, pose in layout.poses.items()
        )
        return {"tiles": tiles, "box": list(layout.box()) if layout.poses else [-3, -3, 3, 3]}

    async def history(
        self, rules: str = "", whom: str = "", start: int = 0, count: int = 30, oldest: bool = False
    ) -> dict[str, Any]:
        """Finished matches, the newest first or the `oldest`, from number `start` on, at most `count`.

        `rules` is a rule-book or "house", `whom` the strongest level among the bots there or "people"; "" is any.
        {"rows": [{"id", "when", "preset", "names", "totals", "places", "rounds", "company", "replay": whether there are moves,
        "again": a second try, "title": its own or null}, …],
         "of": how many there are by these wishes, "all": how many there are, "rules": [those that occur], "companies": [likewise]}
        """
        remember_earlier(self._store)
        every = [(made, _rules(made), company(made)) for made in self._store.entries(SUMMARY).values()]
        wanted = [kept for kept in every if rules in ("", kept[1]) and whom in ("", kept[2])]
        wanted.sort(key=lambda kept: (kept[0].when, kept[0].id), reverse=not oldest)
        await self._store.flush()
        return {
            "rows": [_row(made, against) for made, _, against in wanted[start : start + count]],
            "of": len(wanted),
            "all": len(every),
            "rules": sorted({by for _, by, _ in every}),
            "companies": sorted({against for _, _, against in every}),
        }

    async def read_ahead(self) -> None:
        """Reads the finished matches while the engine has nothing else to do, so that they are listed at once when they are wanted."""
        kept = [key for key in self._store.all_entries() if key.startswith(SUMMARY.prefix)]
        for number, key in enumerate(kept):
            if number % SLICE == 0:
                await asyncio.sleep(0)
            self._store.entry(SUMMARY, key.removeprefix(SUMMARY.prefix))

    async def forget_match(self, id: str) -> bool:
        """Takes a finished match out of the history, True; `undelete_match` brings it back. Raises Refusal."""
        keys = [SUMMARY.prefix + id]
        if id in self._store.heads and not self._match.holds(id):
            keys.append(MATCH + id)
        self._store.remove(*keys)
        await self._store.flush()
        return True

    async def figures(self, name: str = "") -> dict[str, Any]:
        """{"people": see `people`, "figures": see `statistics`, None for somebody who never played, "since": ms since 1970 or 0}.

        Without a name those of whoever played most.
        """
        remember_earlier(self._store)
        every = list(self._store.entries(SUMMARY).values())
        known = people(every)
        if not name and known:
            name = known[0]["name"]
        since = self._since().get(name, -1)
        counted = [made for made in every if made.when > since]
        played = any(person["name"] == name for person in known)
        return {
            "people": known,
            "figures": statistics(counted, name) if played else None,
            "since": max(since, 0),
        }

    async def reset_figures(self, name: str) -> dict[str, Any]:
        """That person's figures begin anew; `unreset_figures` undoes that. Answers as `figures`."""
        self._before = self._store.get(COUNTED) or {}
        latest = max((made.when for made in self._store.entries(SUMMARY).values()), default=0)
        self._store.put(COUNTED, {"since": {**self._since(), name: max(latest, self._store.clock())}})
        await self._store.flush()
        return await self.figures(name)

    async def unreset_figures(self, name: str) -> dict[str, Any]:
        """Undoes the last `reset_figures`; answers as `figures`. Raises Refusal when there was none."""
        if self._before is None:
            raise Refusal("error.nothing-removed", {})
        self._store.put(COUNTED, self._before)
        self._before = None
        await self._store.flush()
        return await self.figures(name)

    def _since(self) -> dict[str, int]:
        since = (self._store.get(COUNTED) or {}).get("since")
        kept = since if isinstance(since, dict) else {}
        return {name: when for name, when in kept.items() if type(when) is int}


def _rules(made: Summary) -> str:
    return made.preset or "house"


def _row(made: Summary, against: str) -> dict[str, Any]:
    return {
        "id": made.id,
        "when": made.when,
        "preset": made.preset,
        "names": [part.name for part in made.parts],
        "totals": list(made.totals),
        "places": [part.place for part in made.parts],
        "rounds": len(made.ends),
        "company": against,
        "replay": bool(made.record),
        "again": made.again,
        "title": made.title,
    }
