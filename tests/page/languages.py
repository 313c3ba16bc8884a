"""The page of a build with two languages."""

import json
from types import SimpleNamespace

from game.narration.localization.language import read_locale
from tests.page.conftest import World

SPANISH = read_locale("es")


def bilingual(world: World, reached: bool = True) -> World:
    """The page of a build with Spanish, whose file can be fetched or not."""
    world.document.documentElement.dataset.languages = "en es"
    world.document.documentElement.dataset.names = "English, Español"
    world.document.documentElement.dataset.app = "app/x/"

    async def text() -> str:
        return json.dumps(SPANISH)

    async def fetch(address: str, how: object) -> SimpleNamespace:
        assert address == "app/x/assets/locales/es.json"
        if not reached:
            raise OSError("no network")
        return SimpleNamespace(ok=True, text=text)

    world.window.fetch = fetch
    world.window.AbortSignal = SimpleNamespace(timeout=lambda ms: None)
    return world
