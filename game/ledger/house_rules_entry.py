"""A set of house rules under a name, as it is kept: `chickenfoot-house/1`.

    {"format": "chickenfoot-house/1", "id": "…", "when": ms since 1970, "name": "At Aunt May’s", "rules": "hastings/5,double_blank=25"}

The rules are a rule-book and what is changed in it, for the seats for which they were made; they may be played with others,
where that can be. As a link see game/records/links/any_link.py. Unknown keys are ignored.
"""

import json
from typing import NamedTuple

from game.ledger.summary import LATEST
from game.records import fields
from game.records.links.any_link import HouseRules
from game.records.option_text import options_text, parse_options
from game.records.text.names import clean
from game.rules.errors import OptionError, RecordError, Refusal

FORMAT = "chickenfoot-house/1"
LONGEST = 3_000  # characters


class House(NamedTuple):
    """House rules that are kept, and since when (ms since 1970)."""

    id: str
    when: int
    rules: HouseRules


def named(name: str) -> str:
    """A name as house rules have it. Raises Refusal for one without a letter."""
    if not clean(name):
        raise Refusal("error.house.no-name", {})
    return clean(name)


def write_house(house: House) -> str:
    """The house rules as one line of JSON."""
    rules = options_text(house.rules.options, house.rules.preset)
    data = {"format": FORMAT, "id": house.id, "when": house.when, "name": house.rules.name, "rules": rules}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def read_house(text: str) -> House:
    """The house rules in a text. Raises RecordError."""
    data = fields.document(text, FORMAT, LONGEST)
    try:
        preset, options = parse_options(fields.text(data, "rules", 1000))
    except OptionError as problem:
        raise RecordError("error.record.options") from problem
    name = fields.text(data, "name", 100)
    if not clean(name):
        raise fields.refused("name")
    rules = HouseRules(clean(name), preset, options)
    return House(fields.text(data, "id", 100), fields.number(data, "when", LATEST), rules)
