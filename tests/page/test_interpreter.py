"""The page's modules are written in what MicroPython understands, which is less than CPython does."""

import subprocess
from pathlib import Path

from tools.common import provision

HERE = Path(__file__).parent
ROOT = provision.ROOT
SHARED = [ROOT / "game" / "telling" / "speech" / name for name in ("texts.py", "terms.py")]


def refused(paths: list[Path]) -> str:
    """What the page's interpreter says of these modules."""
    provision.node_modules()
    command = [str(provision.node()), str(HERE / "compile.mjs"), *map(str, paths)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=60).stdout


def test_every_module_of_the_page_compiles_in_its_own_interpreter(tmp_path: Path) -> None:
    paths = [*(ROOT / "game" / "page").rglob("*.py"), *SHARED]
    assert len(paths) > 50 and refused(paths) == ""
    newer = tmp_path / "newer.py"
    newer.write_text("ACTIONS = {**{}, 'a': 1}\n")
    assert "SyntaxError" in refused([newer])
