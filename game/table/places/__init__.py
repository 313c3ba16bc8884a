"""Search for a tile's position: attachments, taken cells, room to grow, costs, and repairs if no place is free."""
