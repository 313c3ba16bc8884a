"""The person's settings and language, and the pace that follows from them."""

from game.page.kernel.room import Room

room = Room(__name__, "settings", "language_choice")
room.state(
    hurried=False,  # the address has ?pace=0: no waiting and no animation
    storage_problem="",  # why nothing can be saved on this device, as the end of a text key (ui.why.…), or ""
)
