"""The desk's verbs for sets of rules under a name: kept, changed, shared by link, taken away and brought back."""

import secrets
from typing import Any

from game.engine import menu
from game.engine.house.ways import ways
from game.ledger.house import House, named, write_house
from game.records.links import kinds
from game.records.links.kinds import HouseRules
from game.rules.errors import Refusal
from game.rules.options.presets import differences
from game.store.entries import HOUSE
from game.store.shelf import Shelf

LENGTH = "rounds"
"""The option that is no rule of a house but chosen for each match."""


class Houses:
    """The part of the desk that knows of house rules. All verbs but `ways` and `house_link` answer as `houses` does."""

    shelf: Shelf

    async def ways(self, preset: str | None, changes: dict[str, Any], players: int) -> list[Any]:
        """What would work instead of wishes that do not fit together: see `ways.ways`."""
        return ways(preset, changes, players)

    async def houses(self) -> dict[str, Any]:
        """{"houses": [{"id", "name", "preset", "changes", "players", "picture"}, …] by name, "kept"}."""
        await self.shelf.refresh()
        return await self._houses()

    async def _houses(self) -> dict[str, Any]:
        """The same once what was changed is kept; the store is not read anew."""
        kept = sorted(self.shelf.entries(HOUSE).items(), key=lambda item: (item[1].rules.name, item[0]))
        await self.shelf.flush()
        return {"houses": [_told(id, house) for id, house in kept], "kept": self.shelf.kept}

    async def save_house(self, name: str, id: str = "", **wanted: Any) -> dict[str, Any]:
        """Keeps the rules of these wishes under a name, in place of those with that id, else as new ones; answers "id" besides.

        Raises OptionError, and Refusal for no name or one that other rules have.
        """
        await self.shelf.refresh()
        rules = _rules(named(name), **wanted)
        others = self.shelf.entries(HOUSE)
        if any(house.rules.name == rules.name for key, house in others.items() if key != id):
            raise Refusal("error.house.same-name", {"name": rules.name})
        id = id or secrets.token_hex(4)
        self.shelf.put_entry(HOUSE, id, write_house(House(id, self.shelf.clock(), rules)))
        return {**await self._houses(), "id": id}

    async def delete_house(self, id: str) -> dict[str, Any]:
        """Takes house rules away; `undelete_house` brings them back until the next are taken away. Raises Refusal."""
        await self.shelf.refresh()
        self.shelf.remove(HOUSE.prefix + id)
        return await self._houses()

    async def undelete_house(self) -> dict[str, Any]:
        """Brings back what was taken away last. Raises Refusal when there is nothing."""
        self.shelf.bring_back()
        return await self._houses()

    async def house_link(self, id: str) -> str:
        """The code of house rules, `#` first. Raises Refusal when there are none of that id."""
        house = self.shelf.entry(HOUSE, id)
        if house is None:
            raise Refusal("error.house.gone", {})
        return kinds.write_house(house.rules)

    async def open_house(self, code: str) -> dict[str, Any]:
        """What a link of house rules holds: {"kind": "house", "houses": as in `houses`, and as one of these}; its "id" is that of the
        same rules kept here, or empty. Raises LinkError.
        """
        rules = kinds.read_house(code)
        kept = (await self.houses())["houses"]
        same = [id for id, house in self.shelf.entries(HOUSE).items() if house.rules == rules]
        return {"kind": "house", "houses": kept, **_told(same[0] if same else "", House("", 0, rules))}


def _rules(name: str, preset: str | None, changes: dict[str, Any], players: int) -> HouseRules:
    """What wishes come to as house rules, of whatever length."""
    without = {code: value for code, value in changes.items() if code != LENGTH}
    return HouseRules(name, preset, menu.resolved(preset, without, players))


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
