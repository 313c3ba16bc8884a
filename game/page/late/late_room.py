"""A room with an image of its own, which is fetched at the first use."""

import asyncio
import sys

from pyscript import document, window

from game.for_types import TYPE_CHECKING
from game.page.kernel.dom import every, listen, one
from game.page.kernel.room import required
from game.page.kernel.words import say
from game.page.screens import missing_file

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from game.page.kernel.app import App
    from game.page.kernel.room import Room
    from game.page.page_types import Action, Event, Hook, Opener, Task

HEAD = 32  # bytes of IMAGE.rom.wasm before the image (tools/making/carrier.py)


def late(
    room: "Room", image: "str", packages: "str", actions: "str", links: "str" = "", tells: "str" = ""
) -> "Room":
    """Let a room come late. `room` is its folder, whose `__init__.py` comes at once and declares the state.

    `image` names the image, IMAGE.rom.wasm, and its style sheet (tools/making/micropython.py). `packages` are the packages whose
    modules are in it; the page's own image has only the `__init__.py` of each. The room comes with the first of its
    `actions`, with a link that starts with one of `links`, or when the engine tells `tells`. Returns the room.
    """
    LateRoom(room, image, packages.split()).wait_for(actions.split(), links.split(), tells)
    return room


class LateRoom:
    """How the modules of a room come."""

    def __init__(self, room: "Room", image: "str", packages: "list[str]") -> "None":
        self.is_here = False
        self._room = room
        self._image = image
        self._packages = packages
        self._wait: Hook | None = None  # the hook that waits for what the engine tells
        self._lock = asyncio.Lock()  # held while the image is fetched

    def wait_for(self, actions: "list[str]", links: "list[str]", tells: "str") -> "None":
        """Register what makes the room come. Its modules then replace these functions by their own."""
        for name in actions:
            self._room.action(name)(self._stand_in(self._room.actions, name))
        for prefix in links:
            self._room.link(prefix)(self._stand_in(self._room.links, prefix))
        if tells:
            self._wait = lambda app: self._listen(app, tells)
            self._room.on("attach")(self._wait)

    def _stand_in(
        self, table: "dict[str, Action] | dict[str, Opener]", name: "str"
    ) -> "Callable[[App, Any], Task]":
        """A function that fetches the room, then calls the one that has taken its place in the table."""

        async def fetch_and_call(app: "App", given: "Any") -> "None":
            if await self.fetch(app):
                task = table[name](app, given)
                if task:
                    await task

        return fetch_and_call

    def _listen(self, app: "App", tells: "str") -> "None":
        """Call the hook of this name when the engine tells it."""

        async def fetch_and_call() -> "None":
            if await self.fetch(app):
                for hook in app.hooks[tells]:
                    await hook(app)

        def told(event: "Event") -> "None":
            if event.detail == tells:
                app.run(fetch_and_call())

        listen(document, "engine:tell", told)

    async def fetch(self, app: "App") -> "bool":
        """Let the room come, if it is not here. Return whether it is. After a failure a message says so."""
        async with self._lock:
            if not self.is_here and (self._can_import() or await self._fetch_image(app)):
                self._room.hooks = [(name, hook) for name, hook in self._room.hooks if hook is not self._wait]
                self._import_modules()
                module = sys.modules[self._room.package + "." + self._room.modules[0]]
                # The folder of the image: the module's path in it is game/page/FOLDER/FILE.
                self._add_styles(required(module.__file__).rsplit("/", 4)[0])
                app.come(self._room)
                self.is_here = True
        return self.is_here

    def _import_modules(self) -> "None":
        for name in self._room.modules:
            __import__(self._room.package + "." + name)

    def _can_import(self) -> "bool":
        """Whether the modules can be imported without the image, as where PyScript fetches each source file."""
        try:
            self._import_modules()
        except ImportError:
            return False
        return True

    async def _fetch_image(self, app: "App") -> "bool":
        """Fetch and mount the image. Return whether that succeeded."""
        try:
            await self._mount()
        except Exception as problem:  # browsers throw various errors without a network
            window.console.info(self._image + " cannot be loaded: " + str(problem))
            await missing_file.tell(app, say("ui.part-not-loaded"))
            return False
        return True

    async def _mount(self) -> "None":
        import vfs

        file = document.documentElement.getAttribute("data-app") + self._image + ".rom.wasm"
        response = await window.fetch(file)
        if not response.ok:
            raise OSError(response.status)
        content = window.Uint8Array.new(await response.arrayBuffer(), HEAD)
        image = bytearray([int(byte) for byte in str(content.join(",")).split(",")])
        folder = "/" + self._image
        vfs.mount(vfs.VfsRom(image), folder)
        for package in self._packages:
            __import__(package)
            path: Any = folder + "/" + package.replace(".", "/")  # a text in MicroPython, no list
            sys.modules[package].__path__ = path

    def _add_styles(self, root: "str") -> "None":
        """Add the style sheet of the part from `root`, the folder of the image.

        It comes before the last sheet, which is for printing and overrides the others.
        """
        with open("{}/assets/styles/{}.css".format(root, self._image)) as file:
            style = document.createElement("style")
            style.textContent = file.read()
        sheets = every("style, link[rel=stylesheet]", one("head"))
        one("head").insertBefore(style, sheets[-1])
