"""The connection to the laboratory's workers (assets/laboratory.js). They end when the laboratory is left."""

import asyncio
import json

from pyscript import window

from game.for_types import TYPE_CHECKING
from game.page.kernel import engine_client
from game.page.kernel.words import say
from game.page.screens import missing_file

if TYPE_CHECKING:
    from typing import Any

    from game.contract.answers.laboratory_answers import ShownComparison
    from game.page.kernel.app import App


class Workers:
    """The script of the workers, once it is loaded."""

    def __init__(self, app: "App") -> "None":
        self.app = app
        self.module: Any = None  # assets/laboratory.js; None until it has come
        self._lock = asyncio.Lock()  # held while it is fetched
        self._failures = 0  # how often it could not be fetched

    async def load(self) -> "bool":
        """Load assets/laboratory.js. Return whether it is there. After a failure a message says so, once for all who wait."""
        failures = self._failures
        async with self._lock:
            if not self.module and failures == self._failures:
                try:
                    self.module = await window.startup.bring("assets/laboratory.js")
                except Exception as problem:  # browsers throw various errors without a network
                    self._failures += 1
                    window.console.info("assets/laboratory.js cannot be loaded: " + str(problem))
                    await missing_file.tell(self.app, say("lab.not-come"))
        return bool(self.module)

    async def ask(self, verb: "str", **arguments: "Any") -> "Any":
        """Ask a worker. Raises `engine_client.Refused` and `Broken`, as a request to the engine does."""
        return await engine_client.answer(self.module.ask(verb, json.dumps(arguments)))

    async def figures(self) -> "ShownComparison | None":
        """Ask for the figures of all trials so far."""
        shown: ShownComparison | None = await engine_client.answer(self.module.figures())
        return shown
