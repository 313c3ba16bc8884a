"""`python3 tools/trim/uncalled.py`: list functions of Pyodide's WebAssembly module that a match never calls.

They are candidates for trimming: the build removes the functions that tools/trim/trim_plan.json lists.

The tool changes the untrimmed module in a copy of dist/: each function sets its own global variable when it is called.
The engine starts without a snapshot, so the calls of Python's start count too. Then a script plays a match in Chromium
with hints, undone moves and reviews, and asks the engine's other verbs once.

The output has a line for each run of RUN or more successive uncalled functions, from the end of Python's core on: the
first and the last number, the size in bytes, and some exported names, which show the library. A run is no proof,
because another match may take another branch. Add only functions of a library that nothing can import to the plan, and
run all browser tests then. For a new version of Pyodide `python3 tools/upgrade.py` derives the plan.
"""

import json
import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tools import build
from tools.common import provision, serve
from tools.trim.wasm import binary

RUN = 10  # the least number of functions in a line of the output
TURNS = 160  # the tool stops playing at this turn if the match is not over before
VERBS = (  # the verbs that the tool asks after the match
    "export",
    "statistics",
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

# A part of assets/engine.js, and its replacement. `joined` hides exports whose name begins with `$`, as those of our globals do, from
# Pyodide, which would use them as its own symbols. `called()` returns the numbers of the functions that were called.
INSTANTIATE = "joined(await WebAssembly.instantiate(module, imports), imports)"
INSTANTIATE_WITH_FLAGS = """joined(self.traced = await WebAssembly.instantiate(module, imports), imports);
    self.called = () => Object.entries(self.traced.exports).filter(([name, { value }]) => /^\\$\\d/.test(name) && value)
      .map(([name]) => Number(name.slice(1)))"""
NEW_GLOBAL = b"\x7f\x01\x41\x00\x0b"  # a mutable i32 with the value 0
SET_TO_1 = b"\x41\x01\x24"  # i32.const 1, global.set; the number of the global follows


def with_call_flags(wasm: bytes) -> bytes:
    """Return the module with an exported global `$N` for each function N that it defines. Function N sets it to 1."""
    contents = dict(binary.sections(wasm))
    function_count, _ = binary.number_at(contents[binary.CODE], 0)
    global_count, globals_start = binary.number_at(contents[binary.GLOBALS], 0)
    first_flag = binary.imported(contents[binary.IMPORTS], binary.GLOBAL) + global_count
    export_count, exports_start = binary.number_at(contents[binary.EXPORTS], 0)
    names = [f"${number}".encode() for number in range(function_count)]
    flag_exports = (
        binary.leb(len(name)) + name + bytes([binary.GLOBAL]) + binary.leb(first_flag + number)
        for number, name in enumerate(names)
    )
    contents[binary.GLOBALS] = (
        binary.leb(global_count + function_count)
        + contents[binary.GLOBALS][globals_start:]
        + NEW_GLOBAL * function_count
    )
    contents[binary.EXPORTS] = (
        binary.leb(export_count + function_count)
        + contents[binary.EXPORTS][exports_start:]
        + b"".join(flag_exports)
    )
    bodies = (
        with_flag(body, first_flag + number)
        for number, body in enumerate(binary.bodies(contents[binary.CODE]))
    )
    contents[binary.CODE] = binary.leb(function_count) + b"".join(bodies)
    return binary.module(contents)


def with_flag(body: bytes, flag: int) -> bytes:
    """Return a function's body that first sets the global number `flag` to 1. A body starts with its length."""
    _, start = binary.number_at(body, 0)
    groups, end = binary.number_at(body, start)
    for _ in range(groups):  # a group of local variables: their count, and their type in one byte
        end = binary.number_at(body, end)[1] + 1
    changed = body[start:end] + SET_TO_1 + binary.leb(flag) + body[end:]
    return binary.leb(len(changed)) + changed


def called(
    wasm: bytes, play: Callable[[Any], None], language: str = "en", with_snapshot: bool = False
) -> set[int]:
    """Start the game in Chromium with this module, and play from its menu. Return the numbers of the functions that were called."""
    from playwright.sync_api import sync_playwright

    from tools.common import drive

    with tempfile.TemporaryDirectory() as folder:
        dist = Path(folder) / "dist"
        shutil.copytree(build.build(), dist)
        next(dist.glob("runtime/*/pyodide/pyodide.asm.wasm")).write_bytes(with_call_flags(wasm))
        engine = next(dist.glob("app/*/assets/engine.js"))
        text = engine.read_text()
        assert INSTANTIATE in text
        if not with_snapshot:  # without its hash the engine uses none
            text = re.sub(r'const HASH = "[^"]+"', 'const HASH = ""', text)
        engine.write_text(text.replace(INSTANTIATE, INSTANTIATE_WITH_FLAGS))
        with serve.serving(dist) as address, sync_playwright() as playwright:
            browser = drive.launch_chromium(playwright, drive.BASELINE_COMPILER)
            page = browser.new_context(service_workers="block", locale=language).new_page()
            drive.open_menu(page, address)
            play(page)
            (worker,) = (worker for worker in page.workers if "engine.js" in worker.url)
            return set(worker.evaluate("called()"))


def play_everything(page: Any) -> None:
    """Play a match with hints, undone moves and reviews, until it is over or TURNS is reached. Then ask the other VERBS."""
    play_match(page)
    for verb in VERBS:
        page.evaluate("([verb, request]) => engine.ask(verb, request)", [verb, json.dumps({})])


def play_match(page: Any) -> None:
    """Play a match with hints, undone moves and reviews, until it is over or TURNS is reached."""
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
            for _ in range(2):  # a person's first press asks
                page.locator("[data-action=hint]:visible").first.click()
        elif turn % 11 == 0:
            page.locator("body").press("u")
        else:
            drive.take_turn(page)


def main() -> None:
    """Print the runs of uncalled functions."""
    wasm = (provision.node_modules() / "pyodide/pyodide.asm.wasm").read_bytes()
    contents = dict(binary.sections(wasm))
    # The numbers of functions begin with the imported ones.
    imported = binary.imported(contents[binary.IMPORTS], binary.FUNCTION)
    names: dict[int, str] = {
        number - imported: name for number, name in binary.exported(contents[binary.EXPORTS])
    }
    core_end = next(number for number, name in names.items() if name == "PyInit_gc")
    used = called(wasm, play_everything)
    sizes = [len(body) for body in binary.bodies(contents[binary.CODE])]
    used_bytes = sum(sizes[number] for number in used)
    print(f"{len(used)} of {len(sizes)} functions are called, {used_bytes} of {sum(sizes)} bytes")
    first = core_end
    for number in (*sorted(number for number in used if number > core_end), len(sizes)):
        run = range(first, number)
        if len(run) >= RUN:
            exported = [names[function] for function in run if function in names]
            size = sum(sizes[function] for function in run)
            print(f"{run[0]:6} {run[-1]:6} {size:8}  {' '.join([*exported[:2], *exported[-2:]])}")
        first = number + 1


if __name__ == "__main__":
    provision.rerun_in_venv(__file__)
    main()
