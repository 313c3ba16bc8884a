"""docs/kept.md names a test for every fault, and each of these tests exists."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROW = re.compile(r"^\| .* \| (\S+\.py): (test_\w+) \|$", re.MULTILINE)


def test_every_named_test_exists() -> None:
    rows = ROW.findall((ROOT / "docs/kept.md").read_text())
    assert len(rows) > 30
    for path, name in rows:
        assert re.search(rf"^(async )?def {name}\(", (ROOT / path).read_text(), re.MULTILINE), (path, name)
