"""The examples in docstrings of the page's modules. pytest cannot collect these modules, because they import PyScript."""

import doctest
from pathlib import Path

import pytest

from tests.page.conftest import Page

FOLDER = Path(__file__).resolve().parents[2] / "game" / "page"
WITH_EXAMPLES = sorted(
    ".".join(path.relative_to(FOLDER).with_suffix("").parts)
    for path in FOLDER.rglob("*.py")
    if ">>> " in path.read_text()
)


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples_are_true(page: Page, name: str) -> None:
    results = doctest.testmod(page(name))
    assert results.attempted and not results.failed
