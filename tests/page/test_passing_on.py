"""What is passed on: every place that opens the share sheet or copies, with each outcome. No sentence claims what did not happen."""

import asyncio
import importlib
import json
from collections.abc import Awaitable, Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from game.records.links.any_link import write_day_code
from tests.page.conftest import ROOT, TEXTS, World, played
from tests.page.host_pages import at_the_table
from tests.page.joining_pages import answered
from tests.page.laboratories import at_the_laboratory, small, tried
from tests.page.opened_links import HERE
from tests.page.openings import opened
from tests.page.relay_pages import opened_anywhere

Make = Callable[..., World]
Press = Callable[[], Awaitable[None]]
Forget = Callable[[int], None]


class Refusal(Exception):
    """A rejected promise as MicroPython raises it: the JavaScript error, its name and its message."""

    def __init__(self, name: str) -> None:
        super().__init__(object(), name, "no")


class System:
    """The browser's share sheet and clipboard, each of which answers with `outcome`."""

    def __init__(self, world: World) -> None:
        self.world, self.outcome = world, "passed"
        self.shared: list[Any] = []
        self.copied: list[str] = []
        self.waiting: list[asyncio.Event] = []
        self.navigator: Any = world.window.navigator
        self.navigator.clipboard = SimpleNamespace(writeText=lambda text: self.answer(self.copied, text))

    async def answer(self, calls: list[Any], given: Any) -> None:
        calls.append(given)
        if self.outcome == "never":
            self.waiting.append(asyncio.Event())  # a reference, so that the task is not collected
            await self.waiting[-1].wait()
        if self.outcome != "passed":
            raise Refusal(self.outcome)

    def has_sheet(self, has: bool, files: bool = True) -> None:
        if has:
            self.navigator.share = lambda data: self.answer(self.shared, data)
        elif hasattr(self.navigator, "share"):
            del self.navigator.share
        self.navigator.canShare = lambda data: files

    async def after(self, press: Press, outcome: str, times: int = 1) -> str:
        """The sentence that the page says after so many taps."""
        self.outcome = outcome
        self.shared.clear()
        self.copied.clear()
        toast = self.world.one("#toast")
        self.world.app.paint([("#toast", "text", "")])
        for _ in range(times):
            await press()
            await self.world.quiet()
        assert self.world.document.body.dataset.busy == "false"
        return str(toast.textContent)


@pytest.fixture
def forgets(monkeypatch: pytest.MonkeyPatch) -> Forget:
    """Set after how many ms an open share sheet counts as forgotten by the browser."""

    def forget(after: int) -> None:
        monkeypatch.setattr(importlib.import_module("game.page.kernel.system_calls"), "FORGOTTEN", after)

    return forget


def is_shown(world: World, field: str, text: str) -> bool:
    """Whether a field holds the text, selected."""
    element = world.one(field)
    return element.value == text and not element.hidden and world.document.activeElement is element


async def try_sheet(world: World, press: Press, field: str, text: str, forget: Forget) -> list[Any]:
    """Try each outcome of the share sheet. Return what it was given."""
    system, element = System(world), world.one(field)
    was_hidden = element.hidden
    system.has_sheet(True)

    def is_untouched() -> bool:
        return element.hidden == was_hidden and world.document.activeElement is not element

    assert await system.after(press, "passed") == "" and is_untouched()
    given = [*system.shared]
    assert len(given) == 1
    assert await system.after(press, "AbortError") == "" and is_untouched() and len(system.shared) == 1
    assert await system.after(press, "never", times=2) == "" and is_untouched() and len(system.shared) == 1
    forget(-1)
    for _ in range(2):
        assert await system.after(press, "never") == TEXTS["ui.send-by-hand"] and system.shared == []
        assert is_shown(world, field, text)
    forget(2000)
    world.app.system_calls._since.clear()
    element.hidden = was_hidden
    assert await system.after(press, "NotAllowedError") == TEXTS["ui.send-by-hand"]
    assert is_shown(world, field, text) and len(system.shared) == 1
    element.hidden = was_hidden
    assert system.copied == []  # a share never turns into a copy
    system.has_sheet(False)
    return given


async def try_copy(world: World, press: Press, field: str, text: str, said: str = "") -> None:
    """Try each outcome of the clipboard. `said` are the words that are told after a copy."""
    system = System(world)
    system.has_sheet(False)
    kind = "-link" if text.startswith("http") else "-both" if "http" in text else ""
    plain = TEXTS["ui.copied" + kind]
    told = TEXTS["ui.copied-said"].replace("{text}", said) if said else plain
    assert await system.after(press, "passed") == told and system.copied == [text]
    assert await system.after(press, "NotAllowedError") == TEXTS["ui.copy-by-hand"]
    assert is_shown(world, field, text)
    assert await system.after(press, "never", times=2) == "" and system.copied == [text]
    world.app.system_calls._since.clear()
    del system.navigator.clipboard  # as over plain HTTP
    assert await system.after(press, "passed") == TEXTS["ui.copy-by-hand"]
    assert is_shown(world, field, text)


async def try_picture(world: World, press: Press, forget: Forget) -> None:
    """Try each outcome of the share sheet for a picture, which is saved if it is refused."""
    system, saved, told = System(world), world.window.files, TEXTS["share.downloaded"]
    system.has_sheet(True)
    for outcome in ("passed", "AbortError"):
        assert await system.after(press, outcome) == "" and len(system.shared) == 1 and saved == []
        (given,) = system.shared
        assert given["files"][0].name.endswith(".png") and given["title"]
    assert await system.after(press, "NotAllowedError") == told and len(saved) == 1
    system.has_sheet(True, files=False)
    assert await system.after(press, "passed") == told and system.shared == [] and len(saved) == 2
    system.has_sheet(True)
    assert await system.after(press, "never", times=2) == "" and len(system.shared) == 1 and len(saved) == 2
    forget(-1)
    assert await system.after(press, "never") == told and system.shared == [] and len(saved) == 3
    forget(2000)


@played
async def test_the_link_of_a_match(make: Make, forgets: Forget) -> None:
    world = await opened(make)
    world.window.navigator.share = lambda data: None
    await world.do("share")
    link = world.one("#sending-link").value
    world.one("#sending-name").focus()

    async def press() -> None:
        world.one("#sending-name").focus()
        actions = importlib.import_module("game.page.sharing.sharing_actions")
        await actions.send_link(world.app, None)

    (given,) = await try_sheet(world, press, "#sending-link", link, forgets)
    assert given == {"title": TEXTS["ui.title"], "text": TEXTS["share.said.challenge"], "url": link}
    text = TEXTS["share.said.challenge"] + " " + link
    await try_copy(world, lambda: world.do("copy-link"), "#sending-link", text)


@pytest.mark.parametrize("place", ["host", "guest", "anywhere"])
@played
async def test_the_links_between_devices(make: Make, place: str, forgets: Forget) -> None:
    world: World
    if place == "anywhere":
        world = await opened_anywhere(make)
        link = world.one("#table-card").getAttribute("data-table-link")
        action, field, text = "send-table", "#table-link", "phones.invitation-text"
    elif place == "host":
        world = (await at_the_table(make))[0]
        link = world.one("#invite-card").getAttribute("data-invitation")
        action, field, text = "send-invitation", "#invitation-link", "phones.invitation-text"
    else:
        world = (await answered(make))[0]
        link = world.one("#join-answer").getAttribute("data-answer")
        action, field, text = "send-answer", "#answer-link", "phones.answer-text"
    (given,) = await try_sheet(world, lambda: world.do(action), field, str(link), forgets)
    assert given == {"title": TEXTS["ui.title"], "text": TEXTS[text], "url": link}
    await try_copy(world, lambda: world.do(action), field, str(link))


@played
async def test_a_new_invitation_hides_the_old_link(make: Make) -> None:
    world, _ = await at_the_table(make)
    system = System(world)
    system.has_sheet(False)
    await system.after(lambda: world.do("send-invitation"), "NotAllowedError")
    assert not world.one("#invitation-link").hidden
    await world.click('#invitation [data-action="invite"]')
    assert world.one("#invitation-link").hidden


@pytest.mark.slow
@played
async def test_the_result_of_a_day(make: Make, forgets: Forget) -> None:
    world = await make().begin()
    await world.do("daily")
    await world.do("play-day")
    await world.round()
    await world.do("daily")
    system = System(world)
    system.has_sheet(True)
    await world.do("share-day")
    (given,) = system.shared
    assert given["url"] == HERE + write_day_code("2026-11-22", "montgomery")
    text = given["text"] + " " + given["url"]
    assert text.startswith("Chickenfoot, deal of the day")
    assert await try_sheet(world, lambda: world.do("share-day"), "#daily-message", text, forgets) == [given]
    await try_copy(world, lambda: world.do("share-day"), "#daily-message", text, text[: text.rfind(" ")])
    await world.do("daily")
    assert world.one("#daily-message").hidden


@played
async def test_the_picture_of_a_table(make: Make, forgets: Forget) -> None:
    world = await opened(make)
    await world.round()
    await world.do("share")
    await try_picture(world, lambda: world.do("poster"), forgets)


@played
async def test_the_picture_and_the_link_of_a_comparison(make: Make, forgets: Forget) -> None:
    world = await at_the_laboratory(make)
    await small(world)
    await tried(world)
    await try_picture(world, lambda: world.do("lab-picture"), forgets)
    await world.do("lab-share")
    await try_copy(world, lambda: world.do("lab-copy"), "#lab-link", world.one("#lab-link").value)


@played
async def test_the_report_of_a_fault(make: Make) -> None:
    world = await make().begin()
    world.window.indexedDB = None
    system, copy = System(world), world.app.fault_report._copy_report
    for outcome, copied in (("passed", True), ("NotAllowedError", False)):
        system.outcome = outcome
        await copy()
        assert world.one("#trouble-copied").hidden is not copied
        assert world.one("#trouble-by-hand").hidden is copied
        assert world.one("#trouble-report").hidden is copied
    report = world.one("#trouble-report").value
    assert json.loads(report)["report"] == "chickenfoot-report/1"
    assert is_shown(world, "#trouble-report", report)


def calls_of_the_system() -> Iterator[str]:
    """The modules and scripts that open the share sheet or write to the clipboard themselves."""
    for path in [*ROOT.glob("game/page/**/*.py"), *ROOT.glob("assets/*.js")]:
        text = path.read_text()
        if "navigator.share(" in text or "clipboard.write" in text or "execCommand" in text:
            yield path.name


def test_only_one_module_opens_the_share_sheet_and_copies() -> None:
    assert [*calls_of_the_system()] == ["system_calls.py"]


@pytest.mark.parametrize(
    ("outcome", "is_done"), [("passed", True), ("refused", True), ("cancelled", False), ("waits", False)]
)
@played
async def test_a_link_that_is_shown_to_be_copied_by_hand_counts_as_sent(
    make: Make, outcome: str, is_done: bool
) -> None:
    world, done = await make().begin(), list[bool]()

    async def share(data: Any) -> str:
        return outcome

    world.app.system_calls.share = share
    world.window.navigator.share = share
    send = importlib.import_module("game.page.links.pass_on").send
    send(world.app, world.one("#sending-link"), "text", {"text": "text"}, lambda: done.append(True))
    for _ in range(5):
        await world.quiet()
    assert done == [True] * is_done
