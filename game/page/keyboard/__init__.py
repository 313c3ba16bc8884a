"""The keys, and typed moves."""

from game.page.kernel.room import Room

room = Room(__name__, "keyboard")
