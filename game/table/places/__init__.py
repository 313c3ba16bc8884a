"""Where a tile may lie: joints, rasters of what is taken, room that is left, what a place costs, and making way."""
