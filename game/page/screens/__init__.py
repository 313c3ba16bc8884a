"""Which screen and which dialog is shown, and what screen readers speak."""

from game.page.kernel.room import Room

room = Room(__name__, "dialogs", "missing_file", "navigation", "announcer")
room.state(
    back_to=None,  # where a side screen was opened from: (side screen, selector of the button), or None
    sheet_open=False,  # the score sheet covers the table
    announcement="",  # the text of the live region
)
