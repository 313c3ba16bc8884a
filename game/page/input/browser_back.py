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
_history = {"depth": 0, "going": False}


def open_layers(app):
    """The open layers, the last opened one last."""
    state, scene, pile = app.state, app.scene, []
    if scene and state["phase"] in ("lesson", "replay", "puzzle"):
        pile.append(state["phase"])
    elif scene:
        pile.append("over" if scene["phase"] == "match-over" else "match")
    if state["screen"] in page_state.SIDE_SCREENS:
        pile.append(state["screen"])
    elif (
        state["sheet_open"]
        and scene
        and not window.matchMedia("(width >= 68em) and (height >= 35em)").matches
    ):
        pile.append("sheet")
    if state["round_review"] and scene and state["screen"] not in page_state.SIDE_SCREENS:
        pile.append("review")
    dialogs = [dialog.id for dialog in every("dialog[open]")]
    return (
        pile
        + [name for name in dialogs if name != "glossary"]
        + [name for name in dialogs if name == "glossary"]
    )


def watch(app):
    """Start to watch the layers and the Back button."""
    _history["depth"] = _depth()
    window.history.replaceState(ffi.to_js({"depth": _history["depth"]}), "")
    listen(window, "popstate", lambda event: on_popstate(app))
    app.history_watcher = ffi.create_proxy(lambda changes, observer: sync_history(app))
    watched = {"attributes": True, "subtree": True, "attributeFilter": WATCHED}
    window.MutationObserver.new(app.history_watcher).observe(document.documentElement, ffi.to_js(watched))
    sync_history(app)


def sync_history(app):
    """Bring the history in line with the open layers."""
    wanted = len(open_layers(app))
    if _history["going"]:
        return  # `on_popstate` calls this again when the move is done
    while _history["depth"] < wanted:
        _history["depth"] += 1
        window.history.pushState(ffi.to_js({"depth": _history["depth"]}), "")
    if _history["depth"] > wanted:
        _history["going"] = True
        window.history.go(wanted - _history["depth"])


def on_popstate(app):
    """Handle another history entry: Back, Forward, a move by this module, or a link typed into the address."""
    if (
        address_links.has_link()
        and not _history["going"]
        and not hasattr(window.history.state or None, "depth")
    ):
        # onhashchange handles the link.
        window.history.replaceState(ffi.to_js({"depth": _history["depth"]}), "")
        return
    address_links.clear_link()
    back = not _history["going"]
    _history["depth"], _history["going"] = _depth(), False
    while back and len(open_layers(app)) > _history["depth"]:
        if not close_layer(app, open_layers(app)[-1]):
            break
    sync_history(app)


def _depth():
    state = window.history.state
    return int(state.depth) if state and hasattr(state, "depth") else 0


def close_layer(app, layer):
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
    elif layer in page_state.SIDE_SCREENS:
        match_actions.back(app, None)
        return True
    elif layer == "sheet":
        app.update(sheet_open=False)
        return True
    elif layer == "review":
        app.update(round_review=None)
        return True
    elif layer == "link":
        address_links.decline_first_link(app, None)
        return True
    else:
        one("#" + layer).close()
        return True
    return False
