"""Search for a tile's position: attachments, taken squares, space to grow, costs, and repairs if no spot is free."""
