"""Possible positions of a tile: attachments, rasters of taken cells, room to grow, costs, and repair when no place is free."""
