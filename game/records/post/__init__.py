"""A match by post: the value that travels as a link, its link code, and how a device merges the links that arrive."""
