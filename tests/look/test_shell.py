"""index.html: every text key has a sentence, every reference a target, and every id is unique."""

import ast
import json
import re
import zlib
from html.parser import HTMLParser
from pathlib import Path

from game.rules.tiles import NAME
from game.table.overlap_check import overlapping_pairs
from tools.making.shell import ROUND_TILES, portraits, round_picture, round_poses

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "index.html").read_text()
TEXTS = json.loads((ROOT / "assets" / "locales" / "en.json").read_text())


class Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[dict[str, str]] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append({"tag": tag, **{name: value or "" for name, value in attrs}})

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.words.append(data.strip())


READER = Reader()
READER.feed(PAGE)
ALL = READER.found


def test_every_text_of_the_shell_has_its_sentence() -> None:
    keys = {e[name] for e in ALL for name in ("data-text", "data-label") if name in e}
    assert len(keys) > 90
    assert keys <= set(TEXTS)


def test_index_html_contains_no_sentence_of_its_own() -> None:
    digits_and_keys = {"Chickenfoot", "1", "2", "3", "6", "9", "12", "15", "18", "0", *"LHESWDPCUYN/?RMFO"}
    assert set(READER.words) <= digits_and_keys


def test_ids_are_unique_and_references_have_targets() -> None:
    ids = [e["id"] for e in ALL if "id" in e]
    assert len(ids) == len(set(ids))
    made = {"foot-picture", "sample", "back", "wait-hand", "wait-line"}  # tools/making/shell.py draws them
    made |= set(re.findall(r'<symbol id="([^"]+)"', portraits()))
    wanted = {e["href"][1:] for e in ALL if e["tag"] == "use"} | {e["for"] for e in ALL if "for" in e}
    wanted |= {e["aria-labelledby"] for e in ALL if "aria-labelledby" in e}
    assert wanted <= set(ids) | made


def test_buttons_that_lead_to_the_table_are_yellow() -> None:
    onward = {
        "start",
        "resume",
        "begin-round",
        "next-round",
        "play-again",
        "play-day",
        "accept-link",
        "deal",
        "begin-pad",
        "invite",
    }
    main = [
        e
        for e in ALL
        if e.get("data-action") in onward and {"huge", "primary"} & {*e.get("class", "").split()}
    ]
    assert onward - {e["data-action"] for e in main} == {
        "accept-link",
        "play-day",
    }  # small buttons in dialogs
    wrong = [e for e in ALL if e.get("data-action") in onward and "primary" in e.get("class", "").split()]
    assert not wrong
    assert all("yolk" in e["class"].split() for e in main)


def test_buttons_have_a_type_and_a_name() -> None:
    for button in (e for e in ALL if e["tag"] == "button"):
        assert button.get("type") in ("button", "submit") or "typed-go" in button.get("data-text", ""), button


def test_style_sheets_use_only_variables_that_are_set() -> None:
    sheets = "".join(path.read_text() for path in (ROOT / "assets" / "styles").glob("*.css"))
    used = set(re.findall(r"var\(--([\w-]+)\)", sheets))
    assert used <= set(re.findall(r"--([\w-]+):", sheets))


def test_no_style_of_the_table_uses_has() -> None:
    """:has makes the browser recompute the styles of all descendants with each tile; that took half of a click's time."""
    for name in ("table.css", "tiles.css", "sheet.css"):
        rules = re.sub(r"/\*.*?\*/", "", (ROOT / "assets" / "styles" / name).read_text(), flags=re.S)
        assert ":has(" not in rules, name
    for name in ("base.css", "screens.css"):  # for parts outside the table
        assert not re.search(
            r"(html|body|:root|main|#play)[^\s{,]*:has\(", (ROOT / "assets" / "styles" / name).read_text()
        )


def test_every_class_and_attribute_in_styles_is_used() -> None:
    sheets = "".join(path.read_text() for path in (ROOT / "assets" / "styles").glob("*.css"))
    asked = "".join(re.findall(r"([^{}]*){", re.sub(r"/\*.*?\*/", "", sheets, flags=re.S)))
    python = [path for room in ("game", "tools/making") for path in (ROOT / room).rglob("*.py")]
    constants = [
        node.value
        for path in python
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    scripts = "".join(path.read_text() for path in (ROOT / "assets").glob("*.js"))
    scripts = re.sub(r"dataset\.(\w+)", r"data-\1", scripts)
    made = set(
        re.findall(
            r"[\w-]+",
            " ".join([re.sub(r"<!--.*?-->", "", PAGE, flags=re.S), portraits(), scripts, *constants]),
        )
    )
    numbered = set(re.findall(r"\.([pst]\d+)\b", asked))  # seats, suits and pips
    wanted = set(re.findall(r"[.#\[]([a-zA-Z][\w-]*)", asked)) - numbered
    assert len(wanted) > 150
    assert wanted - made == set()


def test_the_round_on_the_first_screen_is_a_table_of_the_game() -> None:
    poses = round_poses()
    assert len(poses) == ROUND_TILES and NAME[next(iter(poses))] == "9-9"
    assert not overlapping_pairs(poses)
    assert all(abs(pose.x) < 8 and abs(pose.y) < 8 for pose in poses.values())


def test_the_round_on_the_first_screen_uses_the_drawings_of_the_page() -> None:
    picture = round_picture()
    assert len(zlib.compress(picture.encode(), 9)) < 4000
    assert set(re.findall(r'href="#(\w+)"', picture)) <= {
        "web",
        "shadow",
        "tile",
        "ring",
        *(f"h{number}" for number in range(10)),
    }
    delays = [
        float(seconds) for seconds in re.findall(r'<g class="tile at" style="[^"]*--after:([\d.]+)s', picture)
    ]
    assert delays[0] == 0 and delays == sorted(set(delays)) and len(delays) == ROUND_TILES
    assert 15 < delays[-1] < 40


def test_names_and_tiles_are_not_translated() -> None:
    """A translated name is another name, and the numerals of a tile are no words. Sentences about them stay open to a translator."""
    of_the_game = {"option-name", "card-name", "lab-name", "daily-names", "pad-names"}  # and lists of fields
    for each in ALL:
        says = {*each.get("class", "").split(), each.get("id", "")}
        named = any(re.search(r"-names?$", part) for part in says - of_the_game) or "dir" in each
        drawn = "mini" in says or says & {"table", "defs", "turning-picture"}
        if each["tag"] not in ("input", "template") and (named or drawn):
            assert each.get("translate") == "no", each
    for start in ('<template id="t-hand-tile">', '<template id="t-house">'):
        assert 'translate="no"' in PAGE.partition(start)[2].partition("</template>")[0]
