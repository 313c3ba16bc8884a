"""Sounds and vibration."""

from game.page.kernel.room import Room

room = Room(__name__, "sound")
