"""The shapes of all data that cross a border: between engine and page, between devices, into the store and into files.

The modules are for mypy alone. Nothing imports them at run time, so they cost the page and the engine no bytes and no
start-up:

    if TYPE_CHECKING:
        from game.contract.scenes import Scene

A module that runs in MicroPython takes TYPE_CHECKING from game/for_types.py, and quotes its annotations. Any other
module takes it from `typing`, and begins with `from __future__ import annotations`.

A kind is a field with a name (`phase`, `do`, `kind`), never a number of items or a part of a key. A field that may be
missing is NotRequired; a field that may be empty says which value is empty. Tiles are names such as "9-4", seats are
numbers from 0, and rounds are numbers from 1. Positions are in u, half the length of a tile.
"""
