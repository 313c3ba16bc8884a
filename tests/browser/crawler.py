"""A crawler that presses every control of the page once, in random order, and records faults.

Controls of one kind, such as the tiles of the hand, count as one. A control's key is its place, such as "setup" or "playing play",
and its name; a button's name is "[data-action]".
"""

import random
from collections.abc import Callable
from typing import Any

from playwright.sync_api import FilePayload, Page, Response

from tools.common import drive

ENOUGH = 12  # presses without a new control, because a known one has moved

# JavaScript for scripts that press things: whether an element is to be seen.
SEEN = """
  const seen = (e) => e.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && e.getClientRects().length > 0;"""
# Runs in the page: `look()` returns controls and faults, `step(key)` presses one control and looks when the page is idle.
CRAWL = (
    "() => {"
    + SEEN
    + """
  const top = () => [...document.querySelectorAll("dialog[open]")].at(-1);
  const open = () => document.querySelector("body[data-sheet=open] #sheet:not([hidden])");
  const screen = () => document.querySelector("main:not([hidden])");

  function where() {
    const here = top() ?? open() ?? screen();
    if (here.id === "opened") return `${here.id} ${here.querySelector("h2").textContent}`; // links differ in what they open
    return here.id === "play" ? `${document.body.dataset.phase} ${here.id}` : here.id;
  }

  function name(e) {
    const { action, tile, move, code, playable, what } = e.dataset;
    if (action) return `[${action}]${what ?? ""}`;
    if (tile) return `tile ${playable}`;
    if (move || code) return move ? "place" : "beside";
    if (e.matches("[type=radio], [type=checkbox]")) return `${e.name || e.id} ${e.value}`;
    if (e.matches("summary")) return `summary ${(e.closest(".option")?.querySelector("select, input") ?? e.closest("[id]")).id}`;
    return e.id || e.name || e.className;
  }

  // What is shown of a field that a label draws is the label.
  const shown = (e) => seen(e.matches("[type=radio], [type=checkbox]") ? e.closest("label") : e);
  // A start anew is no way through the page. A trial of levels that search takes a minute, and the laboratory's answers wait for it.
  const APART = "[inert] *, [readonly], [data-retry], [data-afresh], #trouble-reload, #lab-level";

  function* pressable() {
    const within = top() ?? open() ?? document.body;
    for (const e of within.querySelectorAll("button, [data-action], summary, select, input, a[href]")) {
      if (e.disabled || e.matches(APART) || !shown(e)) continue;
      const key = `${where()}: ${name(e)}`;
      if (!e.matches("select")) yield [key, e];
      else {
        const options = [...e.options].filter(({ disabled }) => !disabled), all = e.closest("#preferences");
        for (const { value } of all ? options : options.slice(-1)) yield [`${key} ${value}`, e, value];
      }
    }
  }

  function press(e, value) {
    if (e.matches("button, summary, a, [type=radio], [type=checkbox]")) return e.click();
    e.value = value ?? (e.type === "range" ? Math.floor(e.max / 2) : e.inputMode === "numeric" ? "7" : "Ann");
    for (const kind of ["input", "change"]) e.dispatchEvent(new Event(kind, { bubbles: true }));
  }

  const frame = () => new Promise((then) => requestAnimationFrame(() => setTimeout(then)));
  async function quiet() {
    const begun = performance.now();
    do {
      await frame();
      if (performance.now() - begun > 60_000) throw Error("never quiet");
    } while (document.body.dataset.busy !== "false");
  }

  function look() {
    const scrolls = (e) => e && e.scrollWidth > e.clientWidth + 1 && !/hidden|clip/.test(getComputedStyle(e).overflowX);
    const wide = [document.documentElement, screen(), top()].filter(scrolls);
    const wrong = wide.map((e) => `${e.id || "the page"} scrolls sideways`);
    if (!document.querySelector("#trouble").hidden) wrong.push("trouble");
    return { keys: [...new Set([...pressable()].map(([key]) => key))], wrong };
  }

  async function play(over) {
    const can = ["#places button", "#hand [data-playable=true]", "[data-action=draw]:enabled", "[data-action=pass]:enabled"];
    while (!document.querySelector(over)) {
      const ways = can.map((css) => [...document.querySelectorAll(css)].find(seen));
      ways.find(Boolean).click();
      await quiet();
    }
  }

  // Goes to the first screen by the page's own buttons, as far as there are some. Returns whether it is there.
  const HOME = ["back", "pad-leave", "lesson-leave", "replay-leave", "join-leave", "party-back", "leave", "menu"];
  async function home() {
    for (let n = 0; n < 8 && screen().id !== "welcome"; n++) {
      if (top()?.id !== "menu") document.querySelectorAll("dialog[open]").forEach((dialog) => dialog.close());
      await quiet();
      const within = top() ?? screen();
      const first = HOME.map((action) => [...within.querySelectorAll(`[data-action=${action}]:enabled`)].find(seen)).find(Boolean);
      if (!first) return false;
      first.click();
      await quiet();
    }
    return screen().id === "welcome" && !top();
  }

  window.crawl = {
    home,
    play,
    quiet,
    look: async () => (await quiet(), look()),
    step: async (wanted) => {
      const found = [...pressable()].find(([key]) => key === wanted);
      if (!found) throw Error(`${wanted} is gone`);
      press(found[1], found[2]);
      await quiet();
      return look();
    },
  };
}"""
)

CLOSE = "document.querySelectorAll('dialog[open]').forEach((dialog) => dialog.close())"


class Crawl:
    """The pressed controls and the recorded faults."""

    def __init__(self, page: Page, address: str, everywhere: bool = True) -> None:
        """`everywhere`: press a control in each place where it is, not only in one."""
        self.page = page
        self.address = address
        self.everywhere = everywhere
        self.lots = random.Random("crawl")
        self.pressed: list[str] = []
        self.done: set[str] = set()  # what need not be pressed again
        self.seen: set[str] = set()  # since the last start from a place
        self.left: set[str] = set()  # all controls that were known when no start brought a new one
        self.after: dict[str, list[str]] = {}  # the controls after each press
        self.wrong = drive.watch(page, address)
        page.on("requestfailed", lambda asked: self.wrong.append(f"{asked.failure}: {asked.url}"))
        page.on("response", self._answered)
        page.on("filechooser", lambda chooser: None)  # there is no choice

    def _answered(self, answer: Response) -> None:
        if answer.status >= 400:
            self.wrong.append(f"{answer.status}: {answer.url}")

    def visit(self, rest: str = "?pace=0") -> None:
        """Open the page, and wait until something can be pressed."""
        drive.visit(self.page, self.address + rest)
        self.page.evaluate(CRAWL)

    def home(self) -> None:
        """Go to the first screen without a new visit, which costs more than all presses from there, or else with one."""
        self.page.evaluate(CLOSE)
        if not self.page.evaluate("crawl.home()"):
            self.visit()

    def link(self, code: str) -> None:
        """Put a link into the address."""
        self.page.evaluate(CLOSE)
        self.page.evaluate("(code) => { location.hash = code; }", code)
        self.page.locator("dialog[open], #setup:not([hidden]), #join:not([hidden])").first.wait_for()

    def file(self, field: str, text: str) -> None:
        """Choose a file."""
        self.page.evaluate(CLOSE)
        file = FilePayload(name="game.json", mimeType="application/json", buffer=text.encode())
        self.page.locator(field).set_input_files(file)

    def by_hand(self, action: str) -> None:
        """Press a button as soon as it is there."""
        self.page.locator(f"[data-action={action}]:visible:enabled").first.click()
        self._note(f"by hand: [{action}]")

    def quiet(self) -> None:
        """Wait until the page is idle."""
        self.page.evaluate("crawl.quiet()")

    def look(self) -> list[str]:
        """The controls that can be pressed."""
        return self._heard(self.page.evaluate("crawl.look()"))

    def press(self, key: str) -> list[str]:
        """Press a control. Return the controls that can be pressed then."""
        self._note(key)
        return self._heard(self.page.evaluate("(key) => crawl.step(key)", key))

    def buttons(self, actions: str) -> None:
        """Press a button of each of these actions, in this order. Some are pressable only after the one before."""
        for action in actions.split():
            keys = [key for key in self.look() if f": [{action}]" in key]
            assert keys, (f"no button {action}", self.pressed[-3:], self.look())
            self.press(keys[0])

    def _heard(self, there: dict[str, Any]) -> list[str]:
        assert (there["wrong"] + self.wrong, self.pressed[-5:]) == ([], self.pressed[-5:])
        self.seen |= {*there["keys"]}
        return list(there["keys"])

    def _note(self, key: str) -> None:
        self.pressed.append(key)
        self.done.add(self._kind(key))

    def _kind(self, key: str) -> str:
        """What is pressed once: the control in its place, or the control alone."""
        return key if self.everywhere else key.partition(": ")[2]

    def is_new(self, key: str) -> bool:
        """Whether the control is still to be pressed."""
        return self._kind(key) not in self.done

    def go(self) -> None:
        """Press new controls, the newest first. Then go where new ones were seen, until there are none."""
        keys, before, idle = self.look(), set[str](), 0
        while idle < ENOUGH:
            new = [key for key in keys if self.is_new(key)]
            fresh = [key for key in new if key not in before]
            key = self.lots.choice(fresh or new) if new else self.way(keys)
            if not key:
                return
            idle = 0 if new else idle + 1
            before = set(keys)
            keys = self.after[key] = self.press(key)

    def way(self, keys: list[str]) -> str:
        """The first step of the shortest known way to a new control, or ""."""
        first = {key: key for key in keys}
        for key in (queue := list(keys)):
            for then in self.after.get(key, []):
                if self.is_new(then):
                    return first[key]
                if then not in first:
                    first[then] = first[key]
                    queue.append(then)
        return ""

    def all_of(self, lead: Callable[["Crawl"], None]) -> None:
        """Go to a place again and again, until a visit brings nothing new."""
        count = -1
        while count < len(self.done):
            self.seen, count = set(), len(self.done)
            lead(self)
            self.go()
            if not any(self.is_new(key) for key in self.seen):
                break
        self.left |= self.seen
