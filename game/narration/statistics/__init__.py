"""Statistics over many matches: a person's statistics."""
