"""What the code and the documents declare, read without running the page."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from game.narration.localization.language import languages, read_locale

ROOT = Path(__file__).parents[1]


def constant(path: str, name: str) -> Any:
    """A constant of a module of the page, which only a browser can import."""
    for node in ast.parse((ROOT / path).read_text()).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
            return ast.literal_eval(node.value)
    raise AssertionError(f"{path} has no {name}")


def without_text(thing: str, keys: list[str], tables: dict[str, dict[str, str]]) -> Iterator[str]:
    for tag, table in tables.items():
        yield from (
            f"{thing} has no text {key} in assets/locales/{tag}.json" for key in keys if not table.get(key)
        )


def every_table() -> dict[str, dict[str, str]]:
    return {tag: read_locale(tag) for tag in languages()}
