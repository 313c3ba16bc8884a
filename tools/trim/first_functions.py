"""`python3 tools/trim/first_functions.py`: find the functions of Pyodide's wasm that people call first, and write their list.

The build puts these functions into the first of two files (split_wasm.py). The list only decides how many bytes a first visit
needs: whatever is missing in it comes with the second file. Each story below is played in Chromium with a module that notes its
calls (uncalled.py). The list, first_functions.json, has numbers of functions, which fit one version of Pyodide only.
`python3 tools/upgrade.py` finds them for another version.
"""

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tools.common import provision
from tools.trim.wasm.plan import Range, ranges, sha256

LIST = Path(__file__).with_name("first_functions.json")


class FirstFunctions(NamedTuple):
    """The functions that are called first. Functions are numbered from 0, without imports."""

    wasm: str  # the SHA-256 of the whole file that the numbers fit, in hexadecimal digits
    functions: list[Range]  # (first number, last number)

    def of(self, wasm: bytes) -> set[int]:
        """Their numbers. Raises ValueError if the list was made for another file than this one, which is not trimmed."""
        if sha256(wasm) != self.wasm:
            raise ValueError(
                f"{LIST.name} was made for another version; python3 tools/trim/first_functions.py makes it anew"
            )
        return {number for first, last in self.functions for number in range(first, last + 1)}


def read() -> FirstFunctions:
    """Read the list."""
    data = json.loads(LIST.read_text())
    return FirstFunctions(data["wasm"], [(first, last) for first, last in data["functions"]])


def write(found: FirstFunctions) -> None:
    """Write the list, with each range on one line."""
    text = json.dumps(found._asdict(), indent=1)
    LIST.write_text(re.sub(r"\[\s+(\d+),\s+(\d+)\s+\]", r"[\1, \2]", text) + "\n")


def match(page: Any) -> None:
    """A first match, with hints, undone moves and a review: who loses the line after the start can play it to its end."""
    from tools.trim import uncalled

    uncalled.play_match(page)
    page.locator("#luck-ask:visible").click()
    page.locator("#luck-line:visible").wait_for()
    page.locator("body[data-busy=false]").wait_for()


def day(page: Any) -> None:
    """The deal of the day."""
    from tools.common import drive

    page.locator("[data-action=daily]:visible").first.click()
    page.locator("[data-action=play-day]:visible").click()
    drive.rush_round(page)


def link(page: Any) -> None:
    """A friend's deal."""
    from tools.common import drive
    from tools.common.deal_link import deal_link

    page.evaluate("(code) => { location.hash = code }", deal_link("first", rounds=1))
    drive.start_match(page)
    drive.rush_round(page)


STORIES: tuple[tuple[str, bool, Callable[[Any], None]], ...] = (
    ("en", False, match),
    ("es", False, match),
    ("en", True, match),
    ("es", True, match),
    ("en", False, match),
    ("en", False, day),
    ("es", False, link),
)
"""(language, whether the start takes the snapshot, what is played). Matches differ: whose line is cut after the start plays on."""


def main() -> None:
    """Write the list."""
    from tools.trim import uncalled
    from tools.trim.pyodide import trimmed

    whole = (provision.node_modules() / "pyodide/pyodide.asm.wasm").read_bytes()
    wasm = (trimmed() / "pyodide" / "pyodide.asm.wasm").read_bytes()
    found = set[int]()
    for language, with_snapshot, play in STORIES:
        called = uncalled.called(wasm, play, language, with_snapshot)
        print(f"{language}, {play.__name__}: {len(called)} functions, {len(called - found)} of them new")
        found |= called
    write(FirstFunctions(sha256(whole), ranges(found)))


if __name__ == "__main__":
    provision.rerun_in_venv(__file__)
    main()
