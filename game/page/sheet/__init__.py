"""The score sheet, and the last screen of a match."""

from game.page.kernel.room import Room

room = Room(__name__, "score_sheet_view", "round_end", "match_over")
