"""Undo, back to the person's last choice, and redo, until the next move."""

from game.for_types import TYPE_CHECKING
from game.page.events.advancing import ask_for_scene, show_and_continue
from game.page.focus import focus
from game.page.kernel.words import words
from game.page.screens.dialogs import close_dialogs
from game.page.turns import room
from game.page.turns.marked_help import asks_first

if TYPE_CHECKING:
    from game.contract.scenes import Scene
    from game.page.kernel.app import App
    from game.page.notices import NoticeKind
    from game.page.page_types import Element


@room.action("undo")
async def undo(app: "App", button: "Element") -> "None":
    """Undo back to the person's last choice. A notice says what was taken back, and offers Redo; `show` has announced it already."""
    close_dialogs()
    if asks_first(app, "undo"):
        return
    scene: Scene | None = await app.ask("undo")
    if scene:
        await show_and_continue(app, scene)
        if scene["said"] and not scene["anew"]:  # at a shared device `said` tells the whole round
            kind: NoticeKind = "undone" if scene["can"].get("redo") else "about"
            app.update(notice=words(scene["said"][0]), notice_kind=kind, notice_clause=None)


@room.action("redo")
async def redo(app: "App", button: "Element") -> "None":
    """Take the last undo back. The button disappears, and the focus returns to the hand."""
    close_dialogs()
    if await ask_for_scene(app, "redo") and focus.is_nowhere():
        focus.to_hand(app)
