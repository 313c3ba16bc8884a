"""What is taken of the page's parts that are not ours."""

import json

import pytest

from tools.common import provision
from tools.making import runtime


@pytest.fixture(scope="module")
def pyscript() -> str:
    """PyScript's core as npm has it."""
    (core,) = (provision.node_modules() / "@pyscript/core/dist").glob("core-*.js")
    return core.read_text()


def test_of_pyscripts_library_the_page_gets_what_it_imports(pyscript: str) -> None:
    core = runtime.with_less_library(pyscript)
    assert json.dumps(runtime.PYSCRIPT) in core and "websocket.py" not in core
    assert len(pyscript) - len(core) > 25_000
    with pytest.raises(ValueError, match="has the package changed"):
        runtime.with_less_library(core.replace("{pyscript:", "{other:"))
    with pytest.raises(ValueError, match="has the package changed"):
        runtime.with_less_library("")


def test_pyscript_does_not_watch_the_document(pyscript: str) -> None:
    blind = runtime.without_watcher(pyscript)
    assert "MutationObserver" not in blind and f"new {runtime.BLIND}(" in blind
    for otherwise in (blind, pyscript + "\nnew MutationObserver(run)"):
        with pytest.raises(ValueError, match="must not run"):
            runtime.without_watcher(otherwise)
