"""The verbs for rules: what wishes come to, and sets of rules under a name, kept, changed, shared by link and taken away."""

import secrets
from typing import Any

from game.engine import menu
from game.engine.house.fixes import ways, wished
from game.ledger.house_rules_entry import House, named, write_house
from game.records.links import any_link
from game.records.links.any_link import HouseRules, SentRules
from game.records.text.names import LONGEST, clean
from game.rules.errors import Refusal
from game.rules.options.presets import differences
from game.store.entries import HOUSE
from game.store.match_store import MatchStore

LENGTH = "rounds"
"""The option that is no rule of a house but chosen for each match."""


class Houses:
    """The house rules in the match store. All verbs but `check`, `ways` and `house_link` answer as `houses` does."""

    def __init__(self, store: MatchStore) -> None:
        self._store = store

    async def check(self, **wanted: Any) -> dict[str, Any]:
        """What these wishes come to, see `menu.summary`. Raises OptionError when they do not fit together."""
        return menu.summary(menu.resolved(**wanted), wanted.get("preset"))

    async def ways(self, preset: str | None, changes: dict[str, Any], players: int) -> dict[str, Any]:
        """For wishes that do not fit together: {"ways": what would work instead, see `ways.ways`, "wished": see `ways.wished`}."""
        return {"ways": ways(preset, changes, players), "wished": wished(preset, changes, players)}

    async def houses(self) -> dict[str, Any]:
        """{"houses": [{"id", "name", "preset", "changes", "players", "picture"}, …] by name, "kept"}."""
        await self._store.refresh()
        return await self._houses()

    async def _houses(self) -> dict[str, Any]:
        """The same once what was changed is kept; the store is not read anew."""
        kept = sorted(self._store.entries(HOUSE).items(), key=lambda item: (item[1].rules.name, item[0]))
        await self._store.flush()
        return {"houses": [_told(id, house) for id, house in kept], "kept": self._store.failure}

    async def save_house(self, name: str, id: str = "", **wanted: Any) -> dict[str, Any]:
        """Keeps the rules of these wishes under a name, in place of those with that id, else as new ones; answers "id" besides.

        Raises OptionError, and Refusal for no name or one that other rules have.
        """
        await self._store.refresh()
        rules = _rules(named(name), **wanted)
        others = self._store.entries(HOUSE)
        if any(house.rules.name == rules.name for key, house in others.items() if key != id):
            raise Refusal("error.house.same-name", {"name": rules.name})
        id = id or secrets.token_hex(4)
        self._store.put_entry(HOUSE, id, write_house(House(id, self._store.clock(), rules)))
        return {**await self._houses(), "id": id}

    async def keep_house(self, code: str) -> dict[str, Any]:
        """Keeps the rules of a link, under another name where other rules have theirs; answers "id" besides. Raises LinkError."""
        await self._store.refresh()
        rules, _ = any_link.read_house(code)
        others = self._store.entries(HOUSE)
        id = next((id for id, house in others.items() if house.rules == rules), "")
        if not id:
            id = secrets.token_hex(4)
            name = _free(rules.name, {house.rules.name for house in others.values()})
            kept = House(id, self._store.clock(), rules._replace(name=name))
            self._store.put_entry(HOUSE, id, write_house(kept))
        return {**await self._houses(), "id": id}

    async def delete_house(self, id: str) -> dict[str, Any]:
        """Takes house rules away; `undelete_house` brings them back until the next are taken away. Raises Refusal."""
        await self._store.refresh()
        self._store.remove(HOUSE.prefix + id)
        return await self._houses()

    async def undelete_house(self) -> dict[str, Any]:
        """Brings back what was taken away last. Raises Refusal when there is nothing."""
        self._store.restore_removed()
        return await self._houses()

    async def house_link(self, id: str, name: str = "") -> str:
        """The code of house rules, `#` first; `name` is that of who sends them. Raises Refusal when there are none of that id."""
        house = self._store.entry(HOUSE, id)
        if house is None:
            raise Refusal("error.house.gone", {})
        return any_link.write_house(SentRules(house.rules, name))

    async def open_house(self, code: str) -> dict[str, Any]:
        """What a link of house rules holds: {"kind": "house", "sender": who sends them, or
        empty, "houses": as in `houses`, and as one of these}; its "id" is that of the
        same rules kept here, or empty. Raises LinkError.
        """
        rules, sender = any_link.read_house(code)
        kept = (await self.houses())["houses"]
        same = [id for id, house in self._store.entries(HOUSE).items() if house.rules == rules]
        return {
            "kind": "house",
            "sender": sender,
            "houses": kept,
            **_told(same[0] if same else "", House("", 0, rules)),
        }


def _rules(name: str, preset: str | None, changes: dict[str, Any], players: int) -> HouseRules:
    """What wishes come to as house rules, of whatever length."""
    without = {code: value for code, value in changes.items() if code != LENGTH}
    return HouseRules(name, preset, menu.resolved(preset, without, players))


def _free(name: str, taken: set[str]) -> str:
    """The name, or the same with the first number behind it that makes it another one."""
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{clean(name, LONGEST - 5)} ({number})"
    return free


def _told(id: str, house: House) -> dict[str, Any]:
    preset, options = house.rules.preset, house.rules.options
    changes = {code: value for code, value in differences(options, preset).items() if code != LENGTH}
    return {
        "id": id,
        "name": house.rules.name,
        "preset": preset,
        "changes": changes,
        "players": options.players,
        "picture": menu.picture(options),
    }
