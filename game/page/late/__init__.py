"""Rooms that come late: their modules and styles are fetched when a person first wants them.

Most visits never need them. Without them the first visit is a smaller download and starts sooner.
"""

from game.page.kernel.room import Room

room = Room(__name__, "late_room")
