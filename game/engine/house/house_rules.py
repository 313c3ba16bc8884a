"""The verbs (requests of the page) for rules: check wanted options, and save, rename, share and delete house rules."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from game.engine import menu
from game.engine.house.fixes import suggest_fixes, wanted_options
from game.engine.verb_group import verb
from game.ledger.house_rules_entry import HouseRulesEntry, clean_rules_name, write_house_rules
from game.records.links import any_link
from game.records.links.any_link import HouseRules, SentRules
from game.records.text.names import LONGEST, clean
from game.rules.errors import Refusal
from game.rules.options.presets import differences
from game.store.entries import HOUSE
from game.store.match_store import MatchStore

if TYPE_CHECKING:
    from game.contract.answers.list_answers import HouseData, HouseList, OpenedHouse, OptionsSummary, Ways
    from game.contract.basics import Changes

LENGTH_OPTION = "rounds"
"""The number of rounds. House rules leave this option out, because people choose it for each match."""


class SavedHouseRules:
    """The verbs for house rules in the match store.

    The verbs that save, delete or restore return the new list, as `houses` does. Every error that a verb raises is a kind
    of Refusal.
    """

    def __init__(self, store: MatchStore) -> None:
        self._store = store

    @verb
    async def check(self, *, preset: str | None, changes: Changes, players: int) -> OptionsSummary:
        """The summary of the wanted options. Raises OptionError when they contradict each other."""
        return menu.summary(menu.resolved(preset, changes, players), preset)

    @verb
    async def ways(self, preset: str | None, changes: Changes, players: int) -> Ways:
        """Fixes for contradictory options. Each fix resolves the contradiction by one change."""
        return {
            "ways": suggest_fixes(preset, changes, players),
            "wished": wanted_options(preset, changes, players),
        }

    @verb
    async def houses(self) -> HouseList:
        """List the saved house rules by name."""
        await self._store.refresh()
        return await self._houses()

    async def _houses(self, id: str = "") -> HouseList:
        """What `houses` returns, after waiting until all changes are stored. Does not refresh the store first.

        `id` names the rules that were saved just now.
        """
        stored = sorted(self._store.entries(HOUSE).items(), key=lambda item: (item[1].rules.name, item[0]))
        await self._store.flush()
        answer: HouseList = {
            "houses": [_entry_data(key, house) for key, house in stored],
            "storage_problem": self._store.failure,
        }
        if id:
            answer["id"] = id
        return answer

    @verb
    async def save_house(
        self, name: str, id: str = "", *, preset: str | None, changes: Changes, players: int
    ) -> HouseList:
        """Save the wanted options under a name.

        `id` names the entry to replace; empty makes a new entry. The result has "id" too.

        Raises OptionError, and Refusal for an empty name or the name of another entry.
        """
        await self._store.refresh()
        rules = _rules(clean_rules_name(name), preset, changes, players)
        others = self._store.entries(HOUSE)
        if any(house.rules.name == rules.name for key, house in others.items() if key != id):
            raise Refusal("error.house.same-name", {"name": rules.name})
        id = id or secrets.token_hex(4)
        self._store.put_entry(HOUSE, id, write_house_rules(HouseRulesEntry(id, self._store.clock(), rules)))
        return await self._houses(id)

    @verb
    async def keep_house(self, code: str) -> HouseList:
        """Save the rules of a link code, unless the same rules are saved already.

        If the name is taken, add a number to it. The result has "id" too. Raises LinkError.
        """
        await self._store.refresh()
        rules, _ = any_link.read_house_code(code)
        others = self._store.entries(HOUSE)
        id = next((id for id, house in others.items() if house.rules == rules), "")
        if not id:
            id = secrets.token_hex(4)
            name = _free_name(rules.name, {house.rules.name for house in others.values()})
            stored = HouseRulesEntry(id, self._store.clock(), rules._replace(name=name))
            self._store.put_entry(HOUSE, id, write_house_rules(stored))
        return await self._houses(id)

    @verb
    async def delete_house(self, id: str) -> HouseList:
        """Delete house rules.

        `undelete_house` can restore them until something else in the store is deleted. Raises Refusal for an unknown id.
        """
        await self._store.refresh()
        self._store.remove(HOUSE.prefix + id)
        return await self._houses()

    @verb
    async def undelete_house(self) -> HouseList:
        """Restore the rules that were deleted last. Raises Refusal when there are none."""
        self._store.restore_removed()
        return await self._houses()

    @verb
    async def house_link(self, id: str, name: str = "") -> str:
        """The link code of house rules, with its `#`. `name` is the sender's name. Raises Refusal for an unknown id."""
        house = self._store.entry(HOUSE, id)
        if house is None:
            raise Refusal("error.house.gone", {})
        return any_link.write_house_code(SentRules(house.rules, name))

    @verb
    async def open_house(self, code: str) -> OpenedHouse:
        """Read the link code of house rules. Raises LinkError."""
        rules, sender = any_link.read_house_code(code)
        stored = (await self.houses())["houses"]
        same = [id for id, house in self._store.entries(HOUSE).items() if house.rules == rules]
        return {
            **_entry_data(same[0] if same else "", HouseRulesEntry("", 0, rules)),
            "kind": "house",
            "sender": sender,
            "houses": stored,
        }


def _rules(name: str, preset: str | None, changes: Changes, players: int) -> HouseRules:
    """The wanted options as house rules, but with the preset's number of rounds, or the default number."""
    kept_changes = {code: value for code, value in changes.items() if code != LENGTH_OPTION}
    return HouseRules(name, preset, menu.resolved(preset, kept_changes, players))


def _free_name(name: str, taken: set[str]) -> str:
    """The name. If it is taken, the name with the lowest number from 2 that makes it unique: "Sunday (2)"."""
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{clean(name, LONGEST - len(' (99)'))} ({number})"
    return free


def _entry_data(id: str, house: HouseRulesEntry) -> HouseData:
    """One item of the list that `houses` returns."""
    preset, options = house.rules.preset, house.rules.options
    changes = {code: value for code, value in differences(options, preset).items() if code != LENGTH_OPTION}
    return {
        "id": id,
        "name": house.rules.name,
        "preset": preset,
        "changes": changes,
        "players": options.players,
        "picture": menu.picture(options),
    }
