"""`python3 tools/uncalled.py`: lists functions of Pyodide's wasm that a match never calls: candidates for trimming, in any version.

In a copy of dist/ with the whole wasm every function sets a global of its own at its first call. The engine starts without a
snapshot, so Python's start is seen too. Then a match is played in Chromium, with hints, undone moves and reviews, and the engine's
other verbs are asked once. Printed are runs of RUN and more uncalled functions behind Python's own core: first and last number,
bytes, and some of the names that the file exports there, which say whose they are. A run is no proof, because another match may
take another branch. Only functions of a library that nothing can import may go into tools/making/trim_plan.json, and all browser
tests have to pass without them. For a new version of Pyodide `python3 tools/upgrade.py` derives the plan; nothing has to be traced.
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
from tools.making.wasm import binary

RUN = 10
TURNS = 160
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
    contents = dict(binary.sections(wasm))
    count, _ = binary.number_at(contents[binary.CODE], 0)
    globals_, at = binary.number_at(contents[binary.GLOBALS], 0)
    first = binary.imported(contents[binary.IMPORTS], binary.GLOBAL) + globals_
    exports, begin = binary.number_at(contents[binary.EXPORTS], 0)
    names = [f"${number}".encode() for number in range(count)]
    mine = (
        binary.leb(len(name)) + name + bytes([binary.GLOBAL]) + binary.leb(first + number)
        for number, name in enumerate(names)
    )
    contents[binary.GLOBALS] = (
        binary.leb(globals_ + count) + contents[binary.GLOBALS][at:] + b"\x7f\x01\x41\x00\x0b" * count
    )
    contents[binary.EXPORTS] = binary.leb(exports + count) + contents[binary.EXPORTS][begin:] + b"".join(mine)
    bodies = (
        setting(body, first + number) for number, body in enumerate(binary.bodies(contents[binary.CODE]))
    )
    contents[binary.CODE] = binary.leb(count) + b"".join(bodies)
    return binary.module(contents)


def setting(body: bytes, global_: int) -> bytes:
    """A function's body that first sets a global to 1."""
    _, begin = binary.number_at(body, 0)
    groups, at = binary.number_at(body, begin)
    for _ in range(groups):
        at = binary.number_at(body, at)[1] + 1
    changed = body[begin:at] + b"\x41\x01\x24" + binary.leb(global_) + body[at:]
    return binary.leb(len(changed)) + changed


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
    contents = dict(binary.sections(wasm))
    ahead = binary.imported(contents[binary.IMPORTS], binary.FUNCTION)
    names: dict[int, str] = {
        number - ahead: name for number, name in binary.exported(contents[binary.EXPORTS])
    }
    core = next(number for number, name in names.items() if name == "PyInit_gc")
    used = called(wasm)
    sizes = [len(body) for body in binary.bodies(contents[binary.CODE])]
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
