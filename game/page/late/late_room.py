"""A part of the page with an image of its own, which is fetched at the first use."""

import asyncio
import sys

from pyscript import document, window

from game.page.kernel.dom import every, one
from game.page.kernel.words import say
from game.page.screens.dialogs import toast


class LatePart:
    """A part of the page that comes late: modules and a style sheet, in the image NAME.rom (tools/making/micropython.py).

    `packages` are the packages whose modules are in the image; the page's own image has only the __init__.py of each.
    `module` is the name of the module with ACTIONS, FIELDS and attach(app), which adds the views and listeners to the page.
    """

    def __init__(self, name, module, packages):
        self.parts = None  # the module, after it was imported
        self._name = name
        self._module = module
        self._packages = packages
        self._lock = asyncio.Lock()  # held while the image is fetched

    async def fetch(self, app):
        """Return the module. The first call fetches it. Return None after a message if that fails."""
        async with self._lock:
            if not self.parts and (self._can_import() or await self._fetch_image()):
                __import__(self._module)
                parts = sys.modules[self._module]
                # The folder of the image: the module's path in it is game/page/FOLDER/FILE.
                self._add_styles(parts.__file__.rsplit("/", 4)[0])
                parts.attach(app)
                self.parts = parts
        return self.parts

    def action(self, name):
        """Make an action of the part. Its first use fetches the part."""

        async def fetch_and_act(app, button):
            parts = await self.fetch(app)
            task = parts and parts.ACTIONS[name](app, button)
            if task:
                await task

        return lambda app, button: (
            self.parts.ACTIONS[name](app, button) if self.parts else fetch_and_act(app, button)
        )

    def field_handler(self, form):
        """Make the handler of a form that is shown only after the part has come."""
        return lambda app, field: self.parts.FIELDS[form](app, field)

    def _can_import(self):
        """Whether the modules can be imported without the image, as where PyScript fetches each source file."""
        try:
            __import__(self._module)
        except ImportError:
            return False
        return True

    async def _fetch_image(self):
        """Fetch and mount the image. Return whether that succeeded."""
        try:
            await self._mount()
        except Exception as problem:  # browsers throw various errors without a network
            window.console.info(self._name + " cannot be loaded: " + str(problem))
            toast(say("ui.part-not-loaded"))
            return False
        return True

    async def _mount(self):
        import vfs  # type: ignore[import-not-found]

        file = document.documentElement.getAttribute("data-app") + self._name + ".rom"
        response = await window.fetch(file)
        if not response.ok:
            raise OSError(response.status)
        content = window.Uint8Array.new(await response.arrayBuffer())
        image = bytearray([int(byte) for byte in str(content.join(",")).split(",")])
        folder = "/" + self._name
        vfs.mount(vfs.VfsRom(image), folder)
        for package in self._packages:
            __import__(package)
            sys.modules[package].__path__ = folder + "/" + package.replace(".", "/")

    def _add_styles(self, root):
        """Add the style sheet of the part from `root`, the folder of the image.

        It comes before the last sheet, which is for printing and overrides the others.
        """
        with open("{}/assets/styles/{}.css".format(root, self._name)) as file:
            style = document.createElement("style")
            style.textContent = file.read()
        sheets = every("style, link[rel=stylesheet]", one("head"))
        one("head").insertBefore(style, sheets[-1])
