"""Files that travel in a WebAssembly module (tools/making/carrier.py)."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tools.common import provision
from tools.making import carrier

VALID = 'console.log(WebAssembly.validate(require("fs").readFileSync(process.argv[1])))'


@pytest.mark.parametrize("size", [0, 1, 100, 1 << 14, 3_000_000])
def test_a_carried_file_is_a_valid_module(tmp_path: Path, size: int) -> None:
    content = bytes(range(256)) * (size // 256) + b"x" * (size % 256)
    (tmp_path / "page.rom").write_bytes(content)
    module = carrier.carry(tmp_path / "page.rom")
    assert module.name == "page.rom.wasm" and [*tmp_path.iterdir()] == [module]
    assert module.read_bytes()[carrier.HEAD :] == content
    told = subprocess.run(
        [str(provision.node()), "-e", VALID, str(module)], capture_output=True, text=True, check=True
    )
    assert told.stdout.strip() == "true"


def test_python_imports_from_a_carried_zip(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "code.zip", "w") as archive:
        archive.writestr("carried.py", "print('imported')")
    module = carrier.carry(tmp_path / "code.zip")
    command = [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(module)!r}); import carried"]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "imported\n"


def test_the_page_skips_the_same_bytes() -> None:
    late = (provision.ROOT / "game" / "page" / "late" / "late_room.py").read_text()
    snapshot = (provision.ROOT / "assets" / "snapshot.js").read_text()
    assert len(carrier.head(7)) == carrier.HEAD and carrier.HEAD % 4 == 0
    assert f"\nHEAD = {carrier.HEAD} " in late and f"\nconst CONTENT = {carrier.HEAD};" in snapshot
