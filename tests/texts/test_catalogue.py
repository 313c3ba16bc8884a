"""The catalogue of texts: every key is used, every used key exists in every language, and code contains no texts for people."""

import ast
import functools
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from game.ledger.summary import MOST_SEATS
from game.narration.localization.language import languages, load, read_locale
from game.narration.localization.texts import TEXT_ATTRIBUTES
from tools.common.catalogue import problems, pseudo, stem
from tools.making import micropython

ROOT = Path(__file__).parents[2]
ENGLISH = read_locale("en")
ROOMS = {key.partition(".")[0] for key in ENGLISH}
KEY = re.compile(r"[a-z]+(\.[\w-]*\w)+")
HOLE = r"[\w-]+"

# Keys that are made of parts in a way that a reader of the source cannot follow: by whom, and all of them.
MADE = {
    "because.": "game/commands/common.py: sentence",
    "blocked.": "game/narration/visible_events.py; tests/narration/test_visible_events.py holds them",
    "glossary.": "game/narration/localization/terms.py; tests/narration/test_glossary.py holds them",
    "lesson.": "game/lessons/steps.py; a step names its texts by what they are about",
}

# Keys whose screen does not exist yet. Remove them from here when it does.
WAITING: set[str] = set()


def parts_of(node: ast.AST) -> str | None:
    """A composed text as a pattern, with HOLE for each inserted value; None if no part of it is known."""
    match node:
        case ast.Constant(value=str(text)):
            return re.escape(text)
        case ast.JoinedStr(values=values):
            return "".join((parts_of(v) or HOLE) if isinstance(v, ast.Constant) else HOLE for v in values)
        case ast.BinOp(op=ast.Add(), left=left, right=right):
            known = parts_of(left), parts_of(right)
            return None if known == (None, None) else "".join(part or HOLE for part in known)
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(text)), attr="format")):
            return re.escape(text).replace(r"\{\}", HOLE)
        case ast.IfExp(body=body, orelse=other):
            both = parts_of(body), parts_of(other)
            return None if None in both else f"(?:{both[0]}|{both[1]})"
        case ast.BoolOp(values=values):
            return HOLE
    return None


@functools.cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Every node of a module's syntax tree."""
    return tuple(ast.walk(ast.parse(path.read_text())))


@functools.cache
def patterns() -> set[str]:
    """All texts and composed texts in the source that can be keys."""
    paths = [*(ROOT / "game").rglob("*.py"), ROOT / "tools" / "build.py"]
    made = {parts_of(node) for path in paths for node in nodes(path)}
    texts = {pattern for pattern in made if pattern and "." in pattern and re.search("[a-z]{3}", pattern)}
    shell = re.findall(f'(?:{"|".join(TEXT_ATTRIBUTES)})="([^"]+)"', (ROOT / "index.html").read_text())
    return texts | {re.escape(key) for key in shell}


def bases(key: str) -> set[str]:
    """The texts in the source that stand for a key: the key, or the key without its plural form."""
    return {key, stem(key, ENGLISH), key.removesuffix(".you")}


def unused(keys: dict[str, str], wanted: set[str]) -> list[str]:
    """Keys that no text in the source makes."""
    composed = [pattern for pattern in wanted if HOLE in pattern or "(?:" in pattern]
    every = re.compile("|".join(sorted(composed)))  # a plain text is found in the set, which is quicker
    return [
        key
        for key in keys
        if not key.startswith(("language.", *MADE))
        and not any(re.escape(base) in wanted or every.fullmatch(base) for base in bases(key))
    ]


def test_every_key_is_used() -> None:
    assert {stem(key, ENGLISH) for key in unused(ENGLISH, patterns())} <= WAITING


def test_the_check_finds_an_unused_key() -> None:
    extra = {"prompt.never": "", "style.racer.help": "", "ui.startle": "", "coach.reason.never.one": ""}
    assert unused(extra, patterns()) == list(extra)


def keys_in_source() -> Iterator[tuple[str, str]]:
    for path in (ROOT / "game").rglob("*.py"):
        for node in nodes(path):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and KEY.fullmatch(node.value):
                yield str(path.relative_to(ROOT)), node.value
    for key in re.findall(f'(?:{"|".join(TEXT_ATTRIBUTES)})="([^"]+)"', (ROOT / "index.html").read_text()):
        yield "index.html", key


def test_every_key_in_the_source_is_in_the_catalogue() -> None:
    there = {base for key in ENGLISH for base in bases(key)}
    starts = {".".join(key.split(".")[:n]) for key in ENGLISH for n in (1, 2, 3)}
    missing = [
        (path, key)
        for path, key in keys_in_source()
        if key.partition(".")[0] in ROOMS and key not in there | starts
    ]
    assert missing == []
    assert len(set(keys_in_source())) > 250


@pytest.mark.parametrize("kind", ["ordinal", "place"])
def test_every_place_has_an_ordinal(kind: str) -> None:
    assert [key for key in ENGLISH if key.startswith(f"{kind}.")] == [
        f"{kind}.{place}" for place in range(1, MOST_SEATS + 1)
    ]


@pytest.mark.parametrize("language", languages())
def test_the_first_screen_names_a_level_as_everything_else_does(language: str) -> None:
    texts = read_locale(language)
    offered = [key.rpartition(".")[2] for key in ENGLISH if key.startswith("quick.level.")]
    assert [texts[f"quick.level.{level}"].partition(" · ")[0] for level in offered] == [
        texts[f"level.{level}.name"] for level in offered
    ]


def test_a_key_with_plural_forms_has_no_text_of_its_own() -> None:
    assert not {stem(key, ENGLISH) for key in ENGLISH if stem(key, ENGLISH) != key} & ENGLISH.keys()


@pytest.mark.parametrize("language", [language for language in languages() if language != "en"] or ["en"])
def test_a_language_is_complete(language: str) -> None:
    if language != "en":
        assert problems(read_locale(language), ENGLISH) == []


def test_the_check_finds_the_faults_of_a_language() -> None:
    good = {"a.one": "a {n} {tile}", "a.other": "as {n} {tile}", "b": "b", "c": "{x}"}
    assert problems(pseudo(good), good) == []
    assert problems({**pseudo(good), "a.few": "ą {tile}"}, good) == []
    assert problems({k: v for k, v in pseudo(good).items() if k != "b"}, good) == ["b is missing"]
    assert problems({**pseudo(good), "b": "b"}, good) == ["b is not translated"]
    assert problems({**pseudo(good), "b": "b", "language.same": "b"}, good) == []
    assert problems({**pseudo(good), "c": "{y}"}, good) == ["c has other placeholders than the English text"]
    assert problems({**pseudo(good), "a.one": "ä {n}"}, good) == [
        "a.one has other placeholders than the English text"
    ]
    assert problems({**pseudo(good), "d": "ď"}, good) == ["d is no key of the English texts"]
    lacks = {k: v for k, v in pseudo(good).items() if k != "a.other"}
    assert problems(lacks, good) == ["a lacks the form “other”"]


def test_the_pseudo_language_is_complete_and_two_fifths_longer() -> None:
    made = pseudo(ENGLISH)
    assert problems(made, ENGLISH) == []
    for key, text in made.items():
        if key in ENGLISH and not key.startswith(("language.", "typed.")):
            assert len(text) >= 1.4 * len(re.sub(r"{.*?}|\[.*?\]", "", ENGLISH[key])), key


# --- no text stands anywhere else

WORD = r"[^\W\d_]{2,}"
SAID = re.compile(rf"[A-Z][a-z]+( .*|[.!?…])?|{WORD}[!?…]|{WORD}(,? {WORD})+[.!?…]?", re.S)


def said_in(source: str) -> list[str]:
    """Texts in a module that look like words for people, not like keys, selectors, attribute names, types or docstrings."""
    tree = ast.parse(micropython.without_types(source))
    spared = set()
    for node in ast.walk(tree):
        types = (getattr(node, name, None) for name in ("annotation", "returns"))
        spared |= {id(inner) for kind in types if isinstance(kind, ast.AST) for inner in ast.walk(kind)}
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and isinstance(body[0], ast.Expr):
            spared.add(id(body[0].value))
        if isinstance(node, ast.Raise):
            spared |= {id(inner) for inner in ast.walk(node)}
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in spared
        and SAID.fullmatch(node.value.strip())
    ]


def test_the_pages_code_contains_no_text_for_people() -> None:
    events_and_tags = {
        "Segmenter",
        "Key",
        "Home",
        "End",
        "Escape",
        "Enter",
        "input, select",
        "input, select, textarea",
    }
    said = {
        (path.name, text)
        for path in (ROOT / "game" / "page").rglob("*.py")
        for text in said_in(path.read_text())
    }
    assert {(name, text) for name, text in said if text not in events_and_tags} == set()


@pytest.mark.parametrize("text", ["It is your turn.", "Draw", "two words here", "Chickenfoot!"])
def test_the_check_finds_a_text_in_the_page(text: str) -> None:
    assert said_in(f"put(one('#prompt'), {text!r})") == [text]


class Attributes(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.event_message: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            words = tag == "meta" and name == "content" and "=" not in (value or "") and " " in (value or "")
            if words or name in ("aria-label", "alt", "title", "placeholder", "label"):
                self.event_message.append((name, value or ""))


def test_the_shell_has_no_text_in_attributes() -> None:
    reader = Attributes()
    reader.feed((ROOT / "index.html").read_text())
    assert [said for said in reader.event_message if said != ("content", "light dark only")] == []


def test_numbers_and_lists_of_english_are_as_the_browser_makes_them() -> None:
    english = load()
    assert english.words([1234, -0.5, ["count.points", {"n": 1}]]) == "1,234, −0.5 and 1 point"
