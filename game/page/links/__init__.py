"""Links: the code in the address, what opens it, and addresses to send."""

from game.page.kernel.room import Room

room = Room(__name__, "address_links", "pass_on")
