"""The coach's review of a round and of a match."""

from game.page.kernel.room import Room

room = Room(__name__, "round_review", "match_review")
