"""`python3 tools/uncalled.py`: the runs of functions in Pyodide's wasm that nobody calls while a match is played; what slim.py goes by.

In a copy of dist/ every function of the whole wasm notes its first call in a global of its own, and the engine begins without a
memory, so all of Python's start is seen. Then a match is played in Chromium, with hints, moves taken back and reviews, and what else
the engine answers is asked once. Printed are runs of RUN and more functions behind Python's own core: first and last number, bytes,
and some of the names that the file exports there, which say whose they are. A run is no proof: only what belongs to a library that
nothing imports may go, and all browser tests have to pass without it.
"""

import json
import re
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools import build
from tools.common import provision, serve
from tools.making import slim

RUN = 10
TURNS = 160
GLOBALS = 6  # the number of a section
ASKED = (
    "export",
    "figures",
    "history",
    "matches",
    "rules",
    "share",
    "save_file",
    "review",
    "pads",
    "houses",
    "check_deal",
)

# In assets/engine.js: the globals are hidden from Pyodide, which would take them for its own, and read by `called`.
WHOLE = "const instance = await WebAssembly.instantiate(module, imports);"
WATCHED = """const whole = await WebAssembly.instantiate(module, imports);
    const entries = Object.entries(whole.exports), mine = entries.filter(([name]) => name.startsWith("$"));
    self.called = () => mine.filter(([, { value }]) => value).map(([name]) => Number(name.slice(1)));
    const instance = Object.create(whole, { exports: { value: Object.fromEntries(entries.filter((one) => !mine.includes(one))) } });"""


def noting(wasm: bytes) -> bytes:
    """The module with a global `$N` for its own function N, which is set when that is called."""
    contents = dict(slim.sections(wasm))
    count, _ = slim.number_at(contents[slim.CODE], 0)
    globals_, at = slim.number_at(contents[GLOBALS], 0)
    first = slim.imported(contents[slim.IMPORTS], slim.GLOBAL) + globals_
    exports, begin = slim.number_at(contents[slim.EXPORTS], 0)
    names = [f"${number}".encode() for number in range(count)]
    mine = (
        slim.leb(len(name)) + name + bytes([slim.GLOBAL]) + slim.leb(first + number)
        for number, name in enumerate(names)
    )
    contents[GLOBALS] = slim.leb(globals_ + count) + contents[GLOBALS][at:] + b"\x7f\x01\x41\x00\x0b" * count
    contents[slim.EXPORTS] = slim.leb(exports + count) + contents[slim.EXPORTS][begin:] + b"".join(mine)
    bodies = (setting(body, first + number) for number, body in enumerate(slim.bodies(contents[slim.CODE])))
    contents[slim.CODE] = slim.leb(count) + b"".join(bodies)
    return slim.module(contents)


def setting(body: bytes, global_: int) -> bytes:
    """A function's body that first sets a global to 1."""
    _, begin = slim.number_at(body, 0)
    groups, at = slim.number_at(body, begin)
    for _ in range(groups):
        at = slim.number_at(body, at)[1] + 1
    changed = body[begin:at] + b"\x41\x01\x24" + slim.leb(global_) + body[at:]
    return slim.leb(len(changed)) + changed


def called(wasm: bytes) -> set[int]:
    """The numbers of the functions that a match calls."""
    from playwright.sync_api import sync_playwright

    from tools.common import drive

    with tempfile.TemporaryDirectory() as folder:
        dist = Path(folder) / "dist"
        shutil.copytree(build.build(), dist)
        next(dist.glob("runtime/*/pyodide/pyodide.asm.wasm")).write_bytes(noting(wasm))
        engine = next(dist.glob("app/*/assets/engine.js"))
        text = re.sub(r'const HASH = "[^"]+"', 'const HASH = ""', engine.read_text())
        engine.write_text(text.replace(WHOLE, WATCHED))
        with serve.serving(dist) as address, sync_playwright() as playwright:
            browser = drive.launch_chromium(playwright, drive.QUICKLY)
            page = browser.new_context(service_workers="block").new_page()
            drive.open_menu(page, address)
            play(page)
            for verb in ASKED:
                page.evaluate("([verb, given]) => engine.ask(verb, given)", [verb, json.dumps({})])
            (worker,) = (worker for worker in page.workers if "engine.js" in worker.url)
            return set(worker.evaluate("called()"))


def play(page: Any) -> None:
    """A match, up to TURNS presses of it."""
    from tools.common import drive

    drive.start_match(page)
    for turn in range(1, TURNS):
        phase = drive.phase(page)
        if phase == "round-over":
            page.locator("[data-action=review]:visible").first.click()
            drive.phase(page)
            drive.go_on(page)
        elif phase != "playing":
            return
        elif turn % 9 == 0:
            page.locator("[data-action=hint]:visible").first.click()
        elif turn % 11 == 0:
            page.locator("body").press("u")
        else:
            drive.take_turn(page)


def main() -> None:
    """Prints the runs."""
    wasm = (provision.node_modules() / "pyodide/pyodide.asm.wasm").read_bytes()
    contents = dict(slim.sections(wasm))
    ahead = slim.imported(contents[slim.IMPORTS], slim.FUNCTION)
    names: dict[int, str] = {number - ahead: name for number, name in slim.exported(contents[slim.EXPORTS])}
    core = next(number for number, name in names.items() if name == "PyInit_gc")
    used = called(wasm)
    sizes = [len(body) for body in slim.bodies(contents[slim.CODE])]
    print(
        f"{len(used)} of {len(sizes)} are called, {sum(sizes[number] for number in used)} of {sum(sizes)} bytes"
    )
    first = core
    for number in (*sorted(number for number in used if number > core), len(sizes)):
        run = range(first, number)
        if len(run) >= RUN:
            told = [names[one] for one in run if one in names]
            print(
                f"{run[0]:6} {run[-1]:6} {sum(sizes[one] for one in run):8}  {' '.join([*told[:2], *told[-2:]])}"
            )
        first = number + 1


if __name__ == "__main__":
    provision.go_on_in_venv(__file__)
    main()
