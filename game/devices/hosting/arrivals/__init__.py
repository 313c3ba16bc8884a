"""Who comes to the host's table: invitations, seats, and the guests at the door."""
