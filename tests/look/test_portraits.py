"""The portraits: a symbol for each level and for each of the people, all four moods in each, and few bytes."""

import gzip
import re
import xml.etree.ElementTree as ET
from functools import cache

import pytest

from game.players.levels import LEVELS
from tools.common import provision
from tools.making.shell import PORTRAITS, portraits

MOST_BYTES, MOST_COMPRESSED = 14_000, 5_000
MOODS = {"waiting", "thinking", "pleased", "caught"}
PEOPLE = 6  # as in game/page/people/portraits.py
BIRDS = (*LEVELS, *{"pullet"}.difference(LEVELS))  # the pullet is drawn before its level is there
NAMES = [*BIRDS, *(f"person-{number}" for number in range(PEOPLE))]
STYLES = (provision.ROOT / "assets" / "styles" / "portraits.css").read_text()
SVG = "{http://www.w3.org/2000/svg}"


@cache
def by_id() -> dict[str, ET.Element]:
    """The elements of the drawing that have an id."""
    return {part.attrib["id"]: part for part in ET.parse(PORTRAITS).iter() if "id" in part.attrib}


def classes(name: str) -> set[str]:
    """The classes in a drawing, also in the shared parts that it uses."""
    found: set[str] = set()
    for part in by_id()[name].iter():
        found |= set(part.get("class", "").split())
        if part.tag == f"{SVG}use":
            found |= classes(part.attrib["href"].removeprefix("#"))
    return found


def test_there_is_a_symbol_for_each_level_and_person_and_no_other() -> None:
    symbols = {name for name, part in by_id().items() if part.tag == f"{SVG}symbol"}
    assert symbols == {f"face-{name}" for name in NAMES}
    assert all(by_id()[name].attrib["viewBox"] == "0 0 96 96" for name in symbols)
    page = (provision.ROOT / "game" / "page" / "people" / "portraits.py").read_text()
    assert f"\nPEOPLE = {PEOPLE} " in page


@pytest.mark.parametrize("name", NAMES)
def test_a_symbol_has_all_moods_and_a_head_that_tilts(name: str) -> None:
    assert classes(f"face-{name}") >= {f"mood-{mood}" for mood in MOODS} | {"face-head"}


def test_everybody_stands_on_the_colour_of_their_seat() -> None:
    for name in NAMES:
        ground = next(iter(by_id()[f"face-{name}"]))
        assert ground.attrib == {"href": "#face-ground"}
    assert re.search(r"\.face-ground { fill: var\(--seat,", STYLES)


def test_the_style_sheet_names_every_mood_and_class() -> None:
    assert set(re.findall(r'data-mood="(\w+)"', STYLES)) == MOODS
    used = set().union(*(classes(f"face-{name}") for name in NAMES))
    assert used <= set(re.findall(r"\.([\w-]+)", STYLES))


def test_the_drawing_is_small() -> None:
    data = PORTRAITS.read_bytes()
    assert len(data) <= MOST_BYTES and len(gzip.compress(data, mtime=0)) <= MOST_COMPRESSED


def test_the_page_carries_the_symbols_as_text_after_the_screens() -> None:
    assert 'id="face-fox"' in portraits() and not re.search(r"<!--|\n", portraits())
    assert portraits().startswith("<svg hidden>") and portraits().count("<svg") == 1
    source = (provision.ROOT / "index.html").read_text()
    screens, _, rest = source.partition("<!-- portraits -->")
    assert source.count("<!-- portraits -->") == 1 and "<!-- boot -->" in rest
    assert screens.count("</main>") == source.count("</main>")
