"""The Back button of browser and phone: close the layer that was opened last, and ask before leaving a match.

The open layers form a stack: the match, a side screen, the score sheet, the review, dialogs. Each layer gets an entry
in the browser's history when it opens, not later, because browsers skip entries that were added without a tap. The
state of an entry is the depth of its layer. If the entry's depth differs from the stack's, this module moves within the
history. It never opens a layer: Forward opens nothing, and after a reload the module skips the entries of layers that
are gone.
"""

from pyscript import document, ffi, window

from game.for_types import TYPE_CHECKING
from game.page.history import history_actions
from game.page.kernel.dom import every, one
from game.page.learning import learning_actions
from game.page.links import address_links
from game.page.matches import match_actions
from game.page.screens.dialogs import SHEET_BESIDE_TABLE, open_dialog
from game.page.screens.navigation import SCREENS, back, is_beside
from game.page.sharing import sharing_actions

if TYPE_CHECKING:
    from game.page.kernel.app import App

# The attributes that change when a layer opens or closes.
WATCHED = ["open", "data-screen", "data-sheet", "data-phase", "data-review"]


class BrowserHistory:
    """The entries of the browser's history, as far as they belong to layers."""

    def __init__(self, app: "App") -> "None":
        self.depth = 0  # of the current entry
        self.is_moving = False  # this module has started a move and waits for its "popstate" event
        self.link = ""  # the code of a link that arrived during a move, or ""
        # The current entry came with a link, and the entry before it has the same depth.
        self.is_repeated = False


def open_layers(app: "App") -> "list[str]":
    """The names of the open layers, the last opened one last."""
    state, scene = app.state, app.scene
    layers: list[str] = []
    if scene and state["phase"] in ("lesson", "replay", "puzzle"):
        layers.append(state["phase"])
    elif scene:
        layers.append("over" if scene["phase"] == "match-over" else "match")
    if is_beside(state["screen"]):
        if state["back_to"]:
            layers.append(state["back_to"][0])
        layers.append(state["screen"])
    elif state["sheet_open"] and scene and not window.matchMedia(SHEET_BESIDE_TABLE).matches:
        layers.append("sheet")
    if state["round_review"] and scene and not is_beside(state["screen"]):
        layers.append("review")
    dialogs = [dialog.id for dialog in every("dialog[open]")]
    # The glossary opens above another dialog, wherever it is in the document.
    return (
        layers
        + [name for name in dialogs if name != "glossary"]
        + [name for name in dialogs if name == "glossary"]
    )


def watch(app: "App") -> "None":
    """Start to watch the layers and the Back button."""
    history = app.object(BrowserHistory)
    history.depth = _depth()
    window.history.replaceState(ffi.to_js({"depth": history.depth}), "")
    # No `listen`: MicroPython remembers for a function of JavaScript, not for each call, whether it belongs to the global object.
    # So `window.addEventListener` fails soon after `document.addEventListener`, which is the same function.
    window.onpopstate = ffi.create_proxy(lambda event: on_popstate(app))
    watcher = ffi.create_proxy(lambda changes, observer: sync_history(app))
    watched = {"attributes": True, "subtree": True, "attributeFilter": WATCHED}
    window.MutationObserver.new(watcher).observe(document.documentElement, ffi.to_js(watched))
    sync_history(app)


def sync_history(app: "App") -> "None":
    """Add or leave entries of the history, until its depth is the number of open layers."""
    history = app.object(BrowserHistory)
    count = len(open_layers(app))
    if history.is_moving:
        return  # `on_popstate` calls this again at the end of the move
    while history.depth < count:
        history.depth += 1
        window.history.pushState(ffi.to_js({"depth": history.depth}), "")
    if history.depth > count:
        history.is_moving = True
        window.history.go(count - history.depth)


def on_popstate(app: "App") -> "None":
    """Handle a change to another entry: by Back, by Forward, by this module, or by a link typed into the address."""
    history = app.object(BrowserHistory)
    link = address_links.link_code(app)
    if link and not hasattr(window.history.state or None, "depth"):
        # Only give the new entry a depth: the "hashchange" listener in address_links.py opens the link. Browsers still complete
        # a move that was under way, and leave this entry. Then the link is put into the address of the other entry.
        state = {"depth": history.depth, "repeated": True}
        window.history.replaceState(ffi.to_js(state), "")
        history.link, history.is_repeated = link if history.is_moving else "", True
        return
    address_links.clear_link(app)
    by_person = not history.is_moving
    left, was_repeated = history.depth, history.is_repeated
    history.depth, history.is_moving = _depth(), False
    history.is_repeated = hasattr(window.history.state or None, "repeated")
    if by_person and was_repeated and history.depth == left:
        window.history.go(-1)  # for the person, both entries are one
        return
    while by_person and len(open_layers(app)) > history.depth:
        if not close_layer(app, open_layers(app)[-1]):
            break
    sync_history(app)
    if history.link and not history.is_moving:
        address_links.put_link(history.link)
        history.link = ""


def _depth() -> "int":
    """The depth in the state of the browser's current entry; 0 if it has none."""
    state = window.history.state
    return int(state.depth) if state and hasattr(state, "depth") else 0


def close_layer(app: "App", layer: "str") -> "bool":
    """Close a layer, or ask whether to leave a match. Return True if the layer is closed now, not later."""
    if layer == "match":
        open_dialog("leaving")
    elif layer == "over":
        app.run(match_actions.leave(app, None))
    elif layer == "lesson":
        app.run(learning_actions.leave(app, None))
    elif layer == "replay":
        app.run(history_actions.leave(app, None))
    elif layer == "puzzle":
        app.run(sharing_actions.puzzle_leave(app, None))
    elif layer in SCREENS:
        back(app, None)
        return True
    elif layer == "sheet":
        app.update(sheet_open=False)
        return True
    elif layer == "review":
        app.update(round_review=None)
        return True
    else:
        one("#" + layer).close()
        return True
    return False
