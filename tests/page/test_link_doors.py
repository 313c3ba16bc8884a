"""Through every door of the page a code is found, whatever stands around it, and what was cut off is told as that."""

import json
import random
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any
from urllib.parse import quote

import pytest

from game.commands.link import KINDS as GAME_KINDS
from game.commands.link import run as link_command
from tests.page.conftest import TEXTS, Page, States, World, played
from tests.page.host_pages import at_the_table
from tests.page.joining_pages import Peers, invitation
from tests.page.opened_links import follow, links_of_all_kinds
from tests.records.surroundings import BESIDE, KINDS, codes, random_text, texts

Make = Callable[..., World]
ADDRESS_SIGNS = (
    "!#$%&'()*+,-./:;=?@_~"  # browsers escape all other signs of an address, but not a percent sign
)


def in_address(text: str) -> str:
    """A text that begins with a code as `location.hash` has it."""
    return quote(text[text.index("#") :], safe=ADDRESS_SIGNS)


@pytest.fixture
def doors(page: Page) -> dict[str, Callable[[str], str]]:
    """What each door of the page makes of a text."""
    links, pairing = page("links.address_links"), page("own_phones.pairing_link")

    app = States(page).app

    def address(text: str) -> str:
        links.window = SimpleNamespace(location=SimpleNamespace(hash=text))
        return str(links.link_code(app))

    return {
        "address": address,
        "invitation": lambda text: str(pairing.code_in(text, pairing.PAIRING_LETTERS)),
        "answer": lambda text: str(pairing.code_in(text, "a")),
    }


@pytest.mark.parametrize("code", codes())
def test_every_door_takes_a_code_in_all_surroundings(
    doors: dict[str, Callable[[str], str]], code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    surroundings = texts(code)[::9]  # tests/records/test_code_finder.py takes them all
    for text in surroundings:
        if "{}" not in text and "#" in text and text.index("#") == text.find(code):
            assert doors["address"](in_address(text)) == code, text
        assert doors["invitation"](text) == code, text
        assert doors["answer"](text) == code, text
    if code[1] in GAME_KINDS:
        assert link_command([beside.format(code) for beside in BESIDE]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert len(lines) == len(BESIDE) and len(set(lines)) == 1


def test_every_door_takes_a_code_in_random_surroundings(doors: dict[str, Callable[[str], str]]) -> None:
    lots = random.Random(7)
    for _ in range(500):
        code = lots.choice(codes())
        text = random_text(lots, code)
        for name, door in doors.items():
            assert door(in_address("#" + text) if name == "address" else text) == code, (name, text)


def test_a_cut_link_at_the_command_is_told_as_that(capsys: pytest.CaptureFixture[str]) -> None:
    cut = [code[:-3] for code in codes() if code[1] in GAME_KINDS]
    assert link_command([f"Look: https://play.test/{code} !" for code in cut]) == 1
    told = {json.loads(line)["error"] for line in capsys.readouterr().out.splitlines()}
    assert told == {TEXTS["error.link.damaged"]}


# --- the whole way


@pytest.mark.parametrize("ending", [".", "%20so", "&fbclid=IwAR1", "%E2%80%8B", "Sent%20from", "%22)"])
@played
async def test_a_link_with_something_beside_it_is_opened(make: Make, ending: str) -> None:
    code = links_of_all_kinds()[0]
    world = await make(code=code + ending).begin()
    assert world.one("#opened").open and world.app.state["opened_link"]["code"] == code
    await world.do("pass-by-link")
    assert world.window.location.hash == ""
    everything_escaped = "#" + "".join(f"%{ord(sign):02X}" for sign in code[1:])
    await follow(world, everything_escaped)
    assert world.one("#opened").open and world.app.state["opened_link"]["code"] == code


@pytest.mark.parametrize("cut", ["#c", "#c4", "#r2abc", "#h2abc.", "#j1abc", "#a1abc%20", "#d12026-1"])
@played
async def test_a_cut_link_is_told_as_that_and_leaves_the_address(make: Make, cut: str) -> None:
    world = await Peers().begin(make, cut)
    assert world.one("#toast").textContent == TEXTS["error.link.damaged"]
    assert world.phase == "menu" and world.window.location.hash == ""


OLD = ["#c1140hen0Ca0fI", "#c23eGrtcZ-a3AjFG5Y02dOlD9", "#c3%33PaJ", "#r1abc", "#p1abc.", "#h1abc"]


@pytest.mark.parametrize("code", OLD)
@played
async def test_a_link_from_before_1_0_is_told_as_that_and_leaves_the_address(make: Make, code: str) -> None:
    world = await Peers().begin(make, code)
    assert world.one("#toast").textContent == TEXTS["error.link.before-release"]
    assert world.phase == "menu" and world.window.location.hash == ""


def test_a_link_from_before_1_0_is_told_as_that_at_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert link_command([f"Look: https://play.test/{code} !" for code in OLD]) == 1
    told = {json.loads(line)["error"] for line in capsys.readouterr().out.splitlines()}
    assert told == {TEXTS["error.link.before-release"]}


@played
async def test_a_word_in_the_address_is_no_link(make: Make) -> None:
    world = await make(code="#chickenfoot").begin()
    assert world.one("#toast").hidden and world.window.location.hash == "#chickenfoot"


@pytest.mark.parametrize(
    "message",
    [
        "Come! https://here.test/{} Sent from my iPhone",
        "#2 table, 8 pm (https://here.test/{}) 🐔",
        "*{}*",
        "{0:.60}\n{0}",
    ],
)
@played
async def test_an_invitation_is_pasted_with_its_message(make: Make, message: str) -> None:
    peers = Peers()
    world = await peers.begin(make)
    await world.do("phones")
    await world.do("invited")
    world.one("#paste-invitation").value = message.format(invitation())
    await world.do("open-invitation")
    assert world.one("html").dataset.screen == "join"


@pytest.mark.parametrize(
    ("pasted", "sentence"),
    [
        (lambda: invitation()[:-1], "error.link.damaged"),
        (lambda: invitation()[:30] + " Sent from my iPhone", "error.link.damaged"),
        (lambda: links_of_all_kinds()[0], "phones.not-an-invitation"),
        (lambda: links_of_all_kinds()[0][:-1], "phones.not-an-invitation"),
        (lambda: OLD[0], "phones.not-an-invitation"),
        (lambda: "see you at #2", "phones.no-code"),
    ],
)
@played
async def test_a_text_without_a_whole_invitation_is_told_as_what_it_is(
    make: Make, pasted: Callable[[], str], sentence: str
) -> None:
    world = await Peers().begin(make)
    await world.do("phones")
    await world.do("invited")
    world.one("#paste-invitation").value = pasted()
    await world.do("open-invitation")
    assert world.one("#toast").textContent == TEXTS[sentence] and world.app.state["joining"] is None


@pytest.mark.parametrize("way", ["pasted", "scanned"])
@played
async def test_an_answer_with_words_around_it_is_taken(make: Make, way: str) -> None:
    world, devices = await at_the_table(make)
    offer = world.one("#invite-card").getAttribute("data-invitation")
    answer = devices.answer()

    async def take(text: str) -> str:
        if way == "pasted":
            await devices.paste(text)
        else:
            await world.do("scan")
            found: Any = devices.camera[1]
            found(text)
            await world.quiet()
        return str(world.one("#toast").textContent)

    assert await take(answer[:-1] + " so") == TEXTS["error.link.damaged"]
    assert await take(links_of_all_kinds()[0]) == TEXTS["phones.not-an-answer"]
    await take(f"#2 Here: {offer[:-20]}\n{answer}, see you")
    assert len(devices.accepted) == 1


def test_the_doors_are_for_all_kinds() -> None:
    assert {code[1] for code in codes()} == set(KINDS)
