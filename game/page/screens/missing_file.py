"""Say why a file of the page could not be loaded: there is no connection, or the server has a newer version."""

from pyscript import document, window

from game.for_types import TYPE_CHECKING
from game.page.kernel.words import say
from game.page.screens.dialogs import toast

if TYPE_CHECKING:
    from game.page.kernel.app import App


async def tell(app: "App", sentence: "str") -> "None":
    """Show the sentence, or if the server has only the files of a newer version, say that and offer to reload."""
    if await window.startup.isOutdated():
        document.body.setAttribute("data-update", "needed")  # shows the button of assets/updates.js
        sentence = say("ui.update.needed")
    toast(app, sentence)
