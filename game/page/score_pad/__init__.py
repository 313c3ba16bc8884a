"""The score pad, on which people who play with real tiles write their points; and the printed score sheet."""

from game.page.kernel.room import Room

room = Room(__name__, "round_entry", "pad_view", "paper_sheet", "pad_actions")
room.state(
    pads=[],  # the saved pads, as rows of the list (engine/house/score_pads.py)
    pad=None,  # the open pad (engine/house/score_pads.py)
    pad_entry=None,  # the round that is being entered, see score_pad/round_entry.py
    pad_players=[],  # the names for a new pad; "" for an empty field
    pad_can_undo=False,  # a pad was deleted and can be restored
    printed_sheet=None,  # the score sheet to print, see `paper_sheet.print_sheet`
)
