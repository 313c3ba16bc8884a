"""The stored form of named house rules, `chickenfoot-house/1`.

"rules" has the rule-book, the number of seats for which the rules were made, and the changed options. The rules may be
played with another number of seats if the options allow it. Unknown keys are ignored.

In links, house rules have another form: see game/records/links/any_link.py.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, NamedTuple

from game.records import fields
from game.records.links.any_link import HouseRules
from game.records.option_text import options_text, rules_field
from game.records.text.names import clean
from game.rules.errors import Refusal

if TYPE_CHECKING:
    from game.contract.kept import HouseEntry

FORMAT: Final = "chickenfoot-house/1"
LONGEST = 3_000  # characters


class HouseRulesEntry(NamedTuple):
    """Stored house rules."""

    id: str
    when: int
    """The time at which the rules were saved, in ms since 1970."""
    rules: HouseRules


def clean_rules_name(name: str) -> str:
    """Clean a name for house rules. Raises Refusal if no visible character remains."""
    if not clean(name):
        raise Refusal("error.house.no-name", {})
    return clean(name)


def write_house_rules(house: HouseRulesEntry) -> str:
    """Write house rules as one line of JSON."""
    rules = options_text(house.rules.options, house.rules.preset)
    data: HouseEntry = {
        "format": FORMAT,
        "id": house.id,
        "when": house.when,
        "name": house.rules.name,
        "rules": rules,
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def read_house_rules(text: str) -> HouseRulesEntry:
    """Read house rules. Raises RecordError if they are unreadable."""
    data = fields.read_document(text, FORMAT, LONGEST)
    preset, options = rules_field(data)
    name = fields.text(data, "name", 100)
    if not clean(name):
        raise fields.invalid("name")
    rules = HouseRules(clean(name), preset, options)
    return HouseRulesEntry(fields.text(data, "id", 100), fields.number(data, "when", fields.LATEST), rules)
