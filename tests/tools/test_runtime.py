"""What is taken of the page's parts that are not ours."""

import json

import pytest

from tools.common import provision
from tools.making import runtime


def test_of_pyscripts_library_the_page_gets_what_it_imports() -> None:
    cores = sorted((provision.node_modules() / "@pyscript/core/dist").glob("core-*.js"))
    assert len(cores) == 1
    core = runtime.with_less_library(cores[0].read_text())
    assert json.dumps(runtime.PYSCRIPT) in core and "websocket.py" not in core
    assert len(cores[0].read_text()) - len(core) > 25_000
    with pytest.raises(ValueError, match="has the package changed"):
        runtime.with_less_library(core.replace("{pyscript:", "{other:"))
    with pytest.raises(ValueError, match="has the package changed"):
        runtime.with_less_library("")
