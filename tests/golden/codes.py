"""The link codes in the golden files."""

import functools
import json
from pathlib import Path
from typing import Any


def golden_entries() -> list[dict[str, Any]]:
    """Each entry with a link code, of all golden files. Its other keys state the content of the code."""
    files = [
        json.loads(path.read_text(encoding="utf-8")) for path in sorted(Path(__file__).parent.glob("*.json"))
    ]
    return [entry for entries in files if isinstance(entries, list) for entry in entries if "code" in entry]


@functools.cache
def golden_codes(kind: str) -> list[str]:
    """The golden codes of a kind and version, such as "c4"."""
    return [entry["code"] for entry in golden_entries() if entry["code"][1:3] == kind]


def pairing_codes() -> list[str]:
    """The golden codes of invitations and answers between devices."""
    browsers = json.loads((Path(__file__).parent / "pairing-1.json").read_text(encoding="utf-8"))
    return [entry["code"] for kinds in browsers.values() for entry in kinds.values()]
