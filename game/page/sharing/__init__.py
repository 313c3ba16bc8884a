"""Links, seen: what one brings, the sheet from which one is sent, how results compare, a puzzle, and how a deal is proved."""
