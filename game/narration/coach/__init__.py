"""The sentences of the coach: hints and reviews."""
