"""Everything that is declared has all its parts. A part that is missing is named in a sentence (docs/adding.md has the recipes)."""

import ast
import functools
import inspect
import json
import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from random import Random

import pytest

from game.engine.desk import Desk
from game.engine.menu import declared
from game.narration.localization.language import languages, read_locale
from game.narration.rules_prose import paragraphs
from game.players import levels
from game.players.search.tile_tables import tile_tables_for
from game.players.search.utility import Margin
from game.records.links import shared_parts
from game.rules.errors import OptionError
from game.rules.match import act, start_match
from game.rules.options.declared import BY_CODE, BY_DIGIT, DECLARED, Option, Options, Value
from game.rules.options.presets import PRESETS, Preset, resolve
from game.store.match_store import MatchStore
from game.store.storage_backend import MemoryBackend
from tests.declarations import ROOT, constant, every_table, without_text
from tests.narration.clause_effects import EFFECT
from tests.players.playouts import check
from tests.rules.clauses import CODES, HERE, codes_in_names
from tests.rules.preset_table import TABLE
from tests.rules.rounds import random_move, random_options
from tools.common.catalogue import problems
from tools.making.shell import portraits

RULES = (ROOT / "docs" / "rules.md").read_text()
FIRST_OPTIONS = 22  # the options with a lower digit are in every text that anybody has
DIGITS = json.loads((ROOT / "tests" / "golden" / "digits.json").read_text())
SMALL = {"set": 6, "hand_size": 5, "rounds": 1, "last_tile_call": "none"}


def option_texts(option: Option) -> list[str]:
    words = [value for value in option.values if isinstance(value, str)]
    return [f"option.{option.code}.{part}" for part in ("label", "help", *words)]


@functools.cache
def used_by_the_rules() -> frozenset[str]:
    """Names of attributes that the code of the rules reads."""
    trees = [ast.parse(path.read_text()) for path in (ROOT / "game" / "rules").rglob("*.py")]
    return frozenset(
        node.attr for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Attribute)
    )


@functools.cache
def told_apart_by_the_rules() -> frozenset[str]:
    """Texts in comparisons, and keys of tables, in the code of the rules except the rule-books."""
    paths = [path for path in (ROOT / "game" / "rules").rglob("*.py") if path.name != "presets.py"]
    nodes = [node for path in paths for node in ast.walk(ast.parse(path.read_text()))]
    parts = [node for node in nodes if isinstance(node, ast.Compare)]
    parts += [key for node in nodes if isinstance(node, ast.Dict) for key in node.keys if key]
    constants = [inner for part in parts for inner in ast.walk(part) if isinstance(inner, ast.Constant)]
    return frozenset(inner.value for inner in constants if isinstance(inner.value, str))


@functools.cache
def text_of_rule_tests() -> str:
    return "\n".join(path.read_text() for path in HERE.glob("test_*.py") if path.name != "test_options.py")


def changed_tables(option: Option, **base: Value) -> Iterator[Options]:
    """A small table for each value of the option that can be played there."""
    for value in (*option.values, *option.numbers):
        try:
            yield resolve(None, {**base, option.code: value})
        except OptionError:
            continue


@functools.cache
def written_about() -> frozenset[str]:
    """Options that change the written rules of some table."""
    random, found = Random(3), set()
    for _ in range(60):
        _, options = random_options(random, (6, 9))
        said = repr(paragraphs(options))
        for option in DECLARED:
            if option.code not in found:
                others = changed_tables(option, **options.declared())
                if any(repr(paragraphs(other)) != said for other in others):
                    found.add(option.code)
    return frozenset(found)


def missing_of_values(option: Option) -> Iterator[str]:
    """A sentence for each part that a value of an option lacks, if the value is a word.

    The code of the rules names each of these values but one, the `else`.
    """
    rows = "\n".join(re.findall(rf"^\| `{option.code}`.*$", RULES, re.MULTILINE))
    tests = "\n".join(path.read_text() for path in [*HERE.glob("test_*.py"), HERE / "preset_table.py"])
    for value in option.values:
        if isinstance(value, str):
            thing, word = f"option {option.code}: the value {value}", rf"(?<![\w-]){value}(?![\w-])"
            if not re.search(word, rows):
                yield f"{thing} is not in the option's row in docs/rules.md"
            if not re.search(word, tests):
                yield f"{thing} is in no test in tests/rules"
    unnamed = [
        value for value in option.values if isinstance(value, str) and value not in told_apart_by_the_rules()
    ]
    if len(unnamed) > 1:
        yield f"option {option.code}: no code in game/rules tells the values {' and '.join(unnamed)} apart"


def missing_of_option(option: Option) -> Iterator[str]:
    """A sentence for each part that an option lacks."""
    thing = f"option {option.code}"
    if option.default not in (*option.values, *option.numbers):
        yield f"{thing} has a default that is none of its values: game/rules/options/declared.py"
    if option.before is None and option.digit >= FIRST_OPTIONS:
        yield f"{thing} does not declare what older texts mean without it: `before` in game/rules/options/declared.py"
    if option.digit >= len(DIGITS["options"]) or DIGITS["options"][option.digit][0] != option.code:
        yield f"{thing} has no line at its digit {option.digit} in tests/golden/digits.json"
    row = re.search(rf"^\| `{option.code}`.*$", RULES, re.MULTILINE)
    header = re.search(r"^\| option \|.*$", RULES, re.MULTILINE)
    assert header
    if row is None:
        yield f"{thing} has no row in the table of docs/rules.md"
    elif row[0].count(" | ") != header[0].count(" | "):
        yield f"{thing} has not one cell for each column in the table of docs/rules.md"
    if option.code not in used_by_the_rules():
        yield f"{thing} is read by no code in game/rules"
    if not re.search(rf"\b{option.code}\b", text_of_rule_tests()):
        yield f"{thing} is changed by no test in tests/rules"
    if option.code not in written_about():
        yield f"{thing} is said nowhere in the written rules: game/narration/rules_prose.py"
    if len(option.values) > shared_parts._NAMED_VALUES or (
        option.numbers and option.numbers[-1] >= 256 - shared_parts._NAMED_VALUES
    ):
        yield f"{thing} has more values than a link has places for: game/records/links/shared_parts.py"


@pytest.mark.parametrize("option", DECLARED, ids=lambda option: option.code)
def test_an_option_has_all_its_parts(option: Option) -> None:
    texts = without_text(f"option {option.code}", option_texts(option), every_table())
    assert "\n".join([*missing_of_option(option), *missing_of_values(option), *texts]) == ""


def test_a_forgotten_part_of_an_option_is_named() -> None:
    forgotten = Option("spinner", "score", 1, (0, 25), "ours", len(BY_DIGIT), range(0), None)
    sentences = "\n".join(
        [
            *missing_of_option(forgotten),
            *without_text("option spinner", option_texts(forgotten), every_table()),
        ]
    )
    for part in (
        "default",
        "before",
        "digits.json",
        "docs/rules.md",
        "game/rules",
        "tests/rules",
        "rules_prose",
        "help",
        "es.json",
    ):
        assert part in sentences
    assert len(sentences.splitlines()) == 7 + 2 * len(languages())


def differs(options: Options, compare: Callable[[Options], None]) -> bool:
    try:
        compare(options)
    except AssertionError:
        return True
    return False


@pytest.mark.parametrize("option", DECLARED[1:], ids=lambda option: option.code)
def test_the_search_knows_each_option(option: Option) -> None:
    """The first values of each option: playouts end as rounds do by the rules, and an end is worth what the rules score."""
    if (
        option.code == "last_tile_call"
    ):  # no playout calls: its penalties are left out on purpose (playout.py)
        return
    wrong = []
    for options in [*changed_tables(option, **SMALL)][:5]:
        value = getattr(options, option.code)
        if differs(options, lambda options: check(options, "adding")):
            wrong.append(
                f"with {option.code} = {value} a playout ends otherwise than the rules: game/players/search/playout.py"
            )
        if differs(options, ends_are_worth_their_scores):
            wrong.append(
                f"with {option.code} = {value} the search counts otherwise than the rules: game/players/search/utility.py"
            )
    assert "\n".join(wrong) == ""


def ends_are_worth_their_scores(options: Options) -> None:
    """A seat's utility at the end of random rounds is the mean of the others' scores less its own."""
    tables, random = tile_tables_for(options), Random(4)
    for number in range(6):
        match = start_match(options, f"worth {number}")
        while match.current is not None:
            match = act(match, random_move(match.current, random))
        end, seats = match.round.end, range(options.players)
        assert end is not None
        last = tables.local[match.round.laid[-1][0]] if end.seat >= 0 else 0
        hands = [tables.from_rules(hand) for hand in end.hands]
        for seat in seats:
            others = sum(end.scores[other] for other in seats if other != seat) / (options.players - 1)
            assert Margin(tables, options, seat, 1.0)(hands, last) == pytest.approx(others - end.scores[seat])


def test_every_clause_has_its_test_and_its_written_rule() -> None:
    tested = codes_in_names()
    wrong = [f"clause {code} has no test in tests/rules" for code in CODES if code not in tested]
    wrong += [
        f"clause {code} has no line in EFFECT of tests/narration/clause_effects.py"
        for code in CODES
        if code not in EFFECT
    ]
    assert "\n".join(wrong) == ""


def test_every_chapter_of_the_form_has_a_title_and_a_view() -> None:
    chapters = declared()["chapters"]
    for chapter in chapters:
        assert [*without_text(f"chapter {chapter}", [f"rules.{chapter}.title"], every_table())] == []
    most = constant("game/page/new_game/options_form.py", "MOST_CHAPTERS")
    assert len(chapters) <= most, (
        "more chapters than views: MOST_CHAPTERS in game/page/new_game/options_form.py"
    )


@pytest.mark.parametrize("book", PRESETS.values(), ids=lambda book: book.code)
def test_a_rule_book_has_all_its_parts(book: Preset) -> None:
    assert "\n".join(missing_of_rule_book(book)) == ""


def missing_of_rule_book(book: Preset) -> Iterator[str]:
    """A sentence for each part that a rule-book lacks."""
    thing = f"rule-book {book.code}"
    keys = [f"preset.{book.code}.{part}" for part in ("name", "help", "source")]
    yield from without_text(thing, keys, every_table())
    if book.digit >= len(DIGITS["presets"]) or DIGITS["presets"][book.digit] != book.code:
        yield f"{thing} has no line at its digit {book.digit} in tests/golden/digits.json"
    if f"`{book.code}`" not in RULES:
        yield f"{thing} is not in docs/rules.md"
    if not re.search(rf"^\| \*\*{book.source}\*\* \|", RULES, re.MULTILINE):
        yield f"{thing} has the source {book.source}, which the table of sources in docs/rules.md does not name"
    if book.code not in TABLE:
        yield f"{thing} has no line in TABLE of tests/rules/preset_table.py"
    yield from (f"{thing} changes {code}, which is no option" for code in book.changes if code not in BY_CODE)


def test_a_forgotten_part_of_a_rule_book_is_named() -> None:
    sentences = [*missing_of_rule_book(Preset("nowhere", 40, "K", range(2, 5), {"spinner": 1}))]
    assert len(sentences) == 3 * len(languages()) + 5


def without_figure(described: str, all_levels: tuple[str, ...]) -> Iterator[str]:
    """The pairs of neighbouring levels whose margin is not measured in a text like docs/strength.md.

    Its table has a column for each pair, as "hen–chick", and a line for each rule-book.
    """
    table = re.search(r"\n\| rule-book \|(.*child–.*)\n[|-]+\n((?:\|.*\n)+)", described)
    columns = [name.strip() for name in table[1].split("|")] if table else []
    lines = [line.split("|")[2:] for line in table[2].splitlines()] if table else []
    for lower, level in pairwise(all_levels):
        pair = f"{level}–{lower}"
        column = columns.index(pair) if pair in columns else -1
        if column < 0 or not lines or any("±" not in line[column] for line in lines):
            yield f"level {level} has no figure in docs/strength.md: its margin over {lower}"


def test_a_level_is_measured_only_by_a_figure() -> None:
    table = (
        "\n| rule-book | child–chick | hen–chick | goose–hen |\n|---|---|---|---|\n"
        "| Hastings | 25.0 ± 2.0 % (400) | +4.92 ± .49 (400) | +1.50 ± .30 (400) |\n"
    )
    assert [*without_figure(table, ("chick", "hen", "goose"))] == []
    cut, unmeasured = table.partition("| Hastings")[0], table.replace("+1.50 ± .30 (400)", "too few deals")
    for described in ("The goose was not measured.", unmeasured, cut, ""):
        assert any("level goose has" in said for said in without_figure(described, ("chick", "hen", "goose")))


def test_every_level_and_style_has_all_its_parts() -> None:
    described = (ROOT / "docs" / "strength.md").read_text()
    wrong = [*without_figure(described, levels.LEVELS)]
    for level in levels.LEVELS:
        thing = f"level {level}"
        parts = ("name", "bots.other", "help", "temper")
        wrong += without_text(thing, [f"level.{level}.{part}" for part in parts], every_table())
        for name in ("FORGETS_CALL", "MISSES_CATCH"):
            if level not in getattr(levels, name):
                wrong.append(f"{thing} is not in {name} of game/players/levels.py")
        if level not in shared_parts.LEVELS:
            wrong.append(f"{thing} has no place in LEVELS of game/records/links/shared_parts.py")
        if f'<symbol id="face-{level}"' not in portraits():
            wrong.append(f"{thing} has no portrait in assets/portraits.svg")
    for style in levels.STYLES:
        thing = f"style {style}"
        wrong += without_text(thing, [f"style.{style}.name"], every_table())
        if style not in levels.WEIGHTS:
            wrong.append(f"{thing} is not in WEIGHTS of game/players/levels.py")
        if style not in shared_parts.STYLES:
            wrong.append(f"{thing} has no place in STYLES of game/records/links/shared_parts.py")
    assert "\n".join(wrong) == ""


@pytest.mark.parametrize("tag", [tag for tag in languages() if tag != "en"])
def test_a_language_has_all_its_parts(tag: str) -> None:
    wrong = [
        f"assets/locales/{tag}.json: {problem}" for problem in problems(read_locale(tag), read_locale("en"))
    ]
    wrong += [
        f"assets/locales/{tag}.json: {key} is missing"
        for key in ("language.name", "language.tag", "language.plurals")
        if key not in read_locale(tag)
    ]
    assert "\n".join(wrong) == ""


def test_no_code_names_a_language_but_english() -> None:
    """A language is one file: its words stand in no module."""
    for tag, table in every_table().items():
        if tag != "en":
            for path in (ROOT / "game").rglob("*.py"):
                said = f'"{table["ui.you"]}"' in path.read_text()
                assert not said or path.name == "texts.py", f"{path} has a word of assets/locales/{tag}.json"


def test_every_screen_has_its_parts() -> None:
    markup = (ROOT / "index.html").read_text()
    screens = constant("game/page/screens/navigation.py", "SCREENS")
    wrong = [
        f'screen {screen} has no <main id="{screen}"> in index.html'
        for screen in screens
        if f'<main id="{screen}"' not in markup
    ]
    known = {
        *constant("game/page/screens/navigation.py", "MAIN_SCREENS"),
        *re.findall(r'<main id="(\w+)"', markup),
    }
    unknown = sorted(known.difference(screens))
    wrong += [
        f"screen {screen} is not in SCREENS of game/page/screens/navigation.py, so it never shows"
        for screen in unknown
    ]
    assert "\n".join(wrong) == ""


def test_every_room_that_comes_late_has_its_image() -> None:
    images, early = (constant("tools/making/micropython.py", name) for name in ("LATE", "EARLY"))
    wrong = []
    for room, late in constant("game/page/main.py", "LATE").items():
        if late["image"] not in images:
            wrong.append(
                f"room {room} comes late, but LATE of tools/making/micropython.py has no image {late['image']}"
            )
        if f"page/{room}/__init__.py" not in early:
            wrong.append(
                f"room {room} comes late, but its __init__.py is not in EARLY of tools/making/micropython.py"
            )
    assert "\n".join(wrong) == ""


def test_every_tile_style_has_its_parts() -> None:
    settings = (ROOT / "game" / "page" / "settings" / "settings.py").read_text()
    found = re.search(r'"tiles": (\(.*?\))', settings, re.DOTALL)
    assert found
    styles: tuple[str, ...] = ast.literal_eval(found[1])
    css, markup = (ROOT / "assets" / "styles" / "tiles.css").read_text(), (ROOT / "index.html").read_text()
    wrong = [*without_text("tile style", [f"ui.tiles-{style}" for style in styles], every_table())]
    for style in styles:
        if f'[data-tiles="{style}"]' not in css:
            wrong.append(f"tile style {style} has no block in assets/styles/tiles.css")
        if f'name="tiles" value="{style}"' not in markup:
            wrong.append(f"tile style {style} has no choice among the settings in index.html")
        if f'[data-tiles="{style}"]' not in (ROOT / "tests" / "look" / "test_colours.py").read_text():
            wrong.append(f"tile style {style} is not measured in tests/look/test_colours.py")
    unknown = sorted({*re.findall(r'name="tiles" value="([\w-]+)"', markup)}.difference(styles))
    wrong += [
        f"tile style {style} is not among the values in game/page/settings/settings.py" for style in unknown
    ]
    assert "\n".join(wrong) == ""


def test_every_verb_says_what_it_does() -> None:
    for name, verb in Desk(MatchStore(MemoryBackend())).verbs.items():
        assert inspect.getdoc(verb), f"verb {name} has no docstring"
