"""Every kind of link code has all its parts. A part that is missing is named in a sentence (docs/adding.md has the recipe)."""

import asyncio
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from game.commands.link import KINDS, code_data
from game.contract.answers import sharing_answers
from game.contract.answers.list_answers import OpenedHouse
from game.contract.play_answers import ShareKind
from game.devices.pairing import pairing_code, table_link
from game.records.links.any_link import LINK_KINDS, DailyDealLink, LinkContent, SentRules, read_any_code
from game.records.links.comparisons import comparison_link
from game.records.post import post_link
from game.records.text.code_finder import ALPHABET, checksum
from game.rules.errors import LinkError, Refusal
from game.store.storage_backend import MemoryBackend
from tests.declarations import constant, every_table, without_text
from tests.golden.codes import golden_codes
from tests.page.opened_links import links_of_all_kinds
from tests.session.desks import desk_at
from tests.session.matches import NAMES

DOCUMENT = (Path(__file__).parents[1] / "docs" / "contracts.md").read_text()
SECTION = DOCUMENT.split("## 5. Link codes")[1].split("### Reserved")[0]
TABLE, LAYOUT = SECTION.split("**Layout.**")
CODES = [  # the first of each kind and version
    code
    for letter, kind in LINK_KINDS.items()
    for version in kind.versions
    for code in golden_codes(letter + version)[:8]
]
# Kinds that other code reads: comparisons (game/engine/laboratory/), matches by post (game/engine/post/), and the
# codes that connect devices.
ELSEWHERE = {
    "l": comparison_link.VERSION,
    "m": post_link.VERSION,
    "j": pairing_code.VERSION,
    "a": pairing_code.VERSION,
    "t": table_link.VERSION,
}
PAGE = Path(__file__).parents[1] / "game" / "page"
# What the rooms of the page open: @room.link(…), and the links of the rooms that come late in main.py.
PREFIXES = {
    prefix
    for path in PAGE.rglob("*.py")
    for line in re.findall(r"^@room\.link\((.*)\)$|^        (\"#.*\"),$", path.read_text(), re.MULTILINE)
    for prefix in re.findall(r"#[a-z]", "".join(line))
}
GAME_LETTERS = constant("game/page/own_phones/pairing_link.py", "GAME_LETTERS")


def missing_of_kind(letter: str, versions: str) -> Iterator[str]:
    """A sentence for each part that a kind of code lacks."""
    if f"#{letter}" not in PREFIXES:
        yield f"link kind #{letter} is in no @room.link of game/page, so the page ignores it"
    if letter not in KINDS:
        yield f"link kind #{letter} is not in KINDS of game/commands/link.py, so the command ignores it"
    if letter not in GAME_LETTERS:
        yield f"link kind #{letter} is not in GAME_LETTERS of game/page/own_phones/pairing_link.py"
    for version in versions:
        if f"`#{letter}{version}…`" not in TABLE:
            yield f"link kind #{letter}{version} has no row in the table of docs/contracts.md, section 5"
        if not golden_codes(letter + version):
            yield f"link kind #{letter}{version} has no code in a file of tests/golden"
    if f"#{letter}{versions[-1]}…" not in LAYOUT:
        yield f"link kind #{letter}{versions[-1]} has no line under Layout in docs/contracts.md, section 5"


@pytest.mark.parametrize("letter", LINK_KINDS)
def test_a_kind_of_code_has_all_its_parts(letter: str) -> None:
    assert "\n".join(missing_of_kind(letter, LINK_KINDS[letter].versions)) == ""


def test_no_other_kind_of_code_is_described_or_opened() -> None:
    known = {f"{letter}{version}" for letter, kind in LINK_KINDS.items() for version in kind.versions}
    known |= {letter + version for letter, version in ELSEWHERE.items()}
    unknown = [code for code in re.findall(r"`#([a-z]\d)…`", SECTION) if code not in known]
    assert unknown == [], "docs/contracts.md, section 5, has kinds that LINK_KINDS of any_link.py lacks"
    unread = [prefix for prefix in PREFIXES if prefix[1:] not in LINK_KINDS | ELSEWHERE]
    assert unread == [], "@room.link of the page has kinds that LINK_KINDS of any_link.py lacks"


@pytest.mark.parametrize("letter", LINK_KINDS)
def test_a_reader_takes_the_versions_that_its_kind_states(letter: str) -> None:
    for version in ALPHABET:
        with pytest.raises(LinkError) as caught:
            body = f"{letter}{version}" + 16 * "0"
            read_any_code(f"#{body}{checksum(body)}")
        released, key = LINK_KINDS[letter].versions, caught.value.key
        is_early = version in "123456789" and version < released[0]
        assert (key == "error.link.before-release") == is_early, f"#{letter}{version}"
        is_newer = not is_early and version not in released
        assert (key == "error.link.version") == is_newer, f"#{letter}{version}"


@pytest.mark.parametrize("kind", ["l" + comparison_link.VERSION, "m" + post_link.VERSION])
def test_a_kind_that_other_code_reads_has_all_its_parts(kind: str) -> None:
    codes = golden_codes(kind)
    assert codes and f"`#{kind}…`" in TABLE and f"`#{kind}…`" in LAYOUT
    [row] = re.findall(r"^\| `link CODE.*$", DOCUMENT, re.MULTILINE)
    for code in codes:
        assert set(code_data(code)) <= set(re.findall(r"\w+", row))


# --- the contents


def take_link(code: str) -> None:
    asyncio.run(desk_at(MemoryBackend()).take_link(code, NAMES, 1.0))


def open_link(code: str) -> None:
    asyncio.run(desk_at(MemoryBackend()).open_link(code))


HANDLERS: dict[str, Callable[[str], Any]] = {
    "code_data of game/commands/link.py": code_data,
    "open_link of game/engine/sharing/links.py": open_link,
    "take_link of game/engine/sharing/links.py": take_link,
}


def missing_of_content(content: type) -> Iterator[str]:
    """A sentence for each part that a class of contents lacks."""
    thing = f"link content {content.__name__}"
    codes = [code for code in CODES if isinstance(read_any_code(code), content)]
    if not codes:
        yield f"{thing} is in no code of tests/golden"
    for place, handler in HANDLERS.items():
        if forgets(handler, codes):
            yield f"{thing} is forgotten in {place}"
            return
    opened = {SentRules, DailyDealLink, *(type(read_any_code(code)) for code in links_of_all_kinds())}
    if content not in opened:
        yield f"{thing} is opened in no test of the page: links_of_all_kinds in tests/page/test_sharing.py"
    [row] = re.findall(r"^\| `link CODE.*$", DOCUMENT, re.MULTILINE)
    described = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`]*)`", row))))
    printed: list[dict[str, Any]] = [{**code_data(code)} for code in codes]
    results = [result for data in printed for result in data.get("results", ())]
    words = {str(data["kind"]) for data in printed}.union(*printed, *results)
    yield from (
        f"{thing}: docs/contracts.md, section 1, does not say that `link` prints {word}"
        for word in sorted(words - described)
    )


def forgets(handler: Callable[[str], Any], codes: list[str]) -> bool:
    """Whether a function reaches its `assert_never` with one of the codes."""
    for code in codes:
        try:
            handler(code)
        except Refusal:
            continue
        except AssertionError:
            return True
    return False


@pytest.mark.parametrize("content", get_args(LinkContent), ids=lambda content: content.__name__)
def test_the_content_of_a_link_has_all_its_parts(content: type) -> None:
    assert "\n".join(missing_of_content(content)) == ""


def test_what_people_can_share_has_its_texts() -> None:
    keys = [f"share.{part}.{kind}" for kind in get_args(ShareKind) for part in ("what", "note", "said")]
    assert "\n".join(without_text("the share dialog", keys, every_table())) == ""


def test_every_content_that_opens_a_dialog_has_its_texts() -> None:
    contents = (*get_args(sharing_answers.LinkContent), OpenedHouse)
    kinds = {kind for content in contents for kind in get_args(get_type_hints(content)["kind"])}
    opening = kinds - {"day", "answer"}  # these open no dialog, or another one
    keys = [f"opened.{kind}.{part}" for kind in sorted(opening) for part in ("title", "go")]
    assert "challenge" in opening and "\n".join(without_text("a link", keys, every_table())) == ""
