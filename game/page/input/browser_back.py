"""The Back button of browser and phone: close what was opened last, and ask before leaving a match.

Everything that is open forms a stack of layers: the match, a side screen, the score sheet, the review, dialogs. Each layer has an
entry in the browser's history, added when it opens, because browsers skip entries that no tap of the person led to. The state of
an entry is the depth of its layer. If depth and stack differ, the code moves the history and never opens anything: Forward opens
nothing, and after a reload the entries of lost layers are skipped.
"""

from pyscript import document, ffi, window

from game.page import page_state
from game.page.dom import every, listen, one
from game.page.history import history_actions
from game.page.input import address_links, match_actions
from game.page.learning import learning_actions
from game.page.screens.dialogs import open_dialog
from game.page.sharing import sharing_actions

# The attributes that show which layers are open.
WATCHED = ["open", "data-screen", "data-sheet", "data-phase", "data-review"]

# The depth of the current entry; whether a move of the history by this module is under way.
_way = {"depth": 0, "going": False}


def layers(app):
    """The open layers, the last opened one last."""
    state, scene, pile = app.state, app.scene, []
    if scene and state["phase"] in ("lesson", "replay", "puzzle"):
        pile.append(state["phase"])
    elif scene:
        pile.append("over" if scene["phase"] == "match-over" else "match")
    if state["screen"] in page_state.BESIDE:
        pile.append(state["screen"])
    elif (
        state["sheet_open"]
        and scene
        and not window.matchMedia("(width >= 68em) and (height >= 35em)").matches
    ):
        pile.append("sheet")
    if state["round_review"] and scene and state["screen"] not in page_state.BESIDE:
        pile.append("review")
    dialogs = [dialog.id for dialog in every("dialog[open]")]
    return (
        pile
        + [name for name in dialogs if name != "glossary"]
        + [name for name in dialogs if name == "glossary"]
    )


def begin(app):
    """Start to watch the layers and the Back button."""
    _way["depth"] = _depth()
    window.history.replaceState(ffi.to_js({"depth": _way["depth"]}), "")
    listen(window, "popstate", lambda event: popped(app))
    app.opened = ffi.create_proxy(lambda changes, observer: step(app))
    watched = {"attributes": True, "subtree": True, "attributeFilter": WATCHED}
    window.MutationObserver.new(app.opened).observe(document.documentElement, ffi.to_js(watched))
    step(app)


def step(app):
    """Bring the history in line with the open layers."""
    wanted = len(layers(app))
    if _way["going"]:
        return  # `on_popstate` calls this again when the move is done
    while _way["depth"] < wanted:
        _way["depth"] += 1
        window.history.pushState(ffi.to_js({"depth": _way["depth"]}), "")
    if _way["depth"] > wanted:
        _way["going"] = True
        window.history.go(wanted - _way["depth"])


def popped(app):
    """Handle another history entry: Back, Forward, a move by this module, or a link typed into the address."""
    if address_links.there() and not _way["going"] and not hasattr(window.history.state or None, "depth"):
        window.history.replaceState(ffi.to_js({"depth": _way["depth"]}), "")  # the link has its own handler
        return
    address_links.begun()
    back = not _way["going"]
    _way["depth"], _way["going"] = _depth(), False
    while back and len(layers(app)) > _way["depth"]:
        if not close(app, layers(app)[-1]):
            break
    step(app)


def _depth():
    state = window.history.state
    return int(state.depth) if state and hasattr(state, "depth") else 0


def close(app, layer):
    """Close a layer. Return True if it closed at once, so that the layer below may close too."""
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
    elif layer in page_state.BESIDE:
        match_actions.back(app, None)
        return True
    elif layer == "sheet":
        app.put(sheet_open=False)
        return True
    elif layer == "review":
        app.put(round_review=None)
        return True
    elif layer == "link":
        address_links.declined(app, None)
        return True
    else:
        one("#" + layer).close()
        return True
    return False
