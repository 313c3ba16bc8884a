"""Input: clicks, gestures, keys, links in the address, and the actions of the match's buttons."""
