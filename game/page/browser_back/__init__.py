"""The Back button of browser and phone."""

from game.page.kernel.room import Room

room = Room(__name__, "browser_back")
