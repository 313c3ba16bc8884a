"""The keyboard focus: it moves to what the person needs next."""

from game.page.kernel.room import Room

room = Room(__name__, "focus", "rings")
