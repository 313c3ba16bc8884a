"""Lines between devices with any content, for tests of what a device does with wrong ones."""

from typing import Any

from game.devices import wire


def write(do: str, **values: object) -> str:
    """The text of a line of any kind with any values."""
    line: Any = {"do": do, **values}
    return wire.write(line)
