"""Undo, back to the person's last choice, and redo, until the next move."""

from game.page.play import focus
from game.page.screens.dialogs import close_dialogs
from game.page.words import words


async def undo(app, button):
    """Undo back to the person's last choice. A notice says what was taken back; `show` has announced it already."""
    close_dialogs()
    scene = await app.ask("undo")
    if scene:
        await app.show_and_continue(scene)
        if scene["said"] and not scene["anew"]:  # at a shared device `said` tells the whole round
            app.update(notice=words(scene["said"][0]), notice_kind="about", notice_clause=None)


async def redo(app, button):
    """Take the last undo back. At the last one the button disappears, and the focus returns to the hand."""
    close_dialogs()
    if await app.ask_for_scene("redo") and focus.is_nowhere():
        focus.to_hand(app)


ACTIONS = {"undo": undo, "redo": redo}
