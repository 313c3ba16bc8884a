"""The table of a page, without the page."""

import re

from game.contract.scenes import Scene


class FakeTable:
    """The table of a page that only applies patches."""

    def __init__(self) -> None:
        self.tiles: dict[str, str] = {}
        self.set: dict[str, str] = {}
        self.ground: dict[str, str] = {}

    def apply(self, made: Scene) -> None:
        patch = made["patch"]
        if patch["clear"]:
            self.tiles, self.ground = {}, {}
        for code in patch["remove"]:
            del self.tiles[code]
        for code, style in patch["move"]:
            assert code in self.tiles
            self.tiles[code] = style
        for code, style in re.findall(
            r'data-placed="([^"]+)" style="([^"]+)"', "".join(m for _, m in patch["add"])
        ):
            assert code not in self.tiles
            self.tiles[code] = style
        self.ground.update(patch["ground"])
        self.set.update(patch["set"])
