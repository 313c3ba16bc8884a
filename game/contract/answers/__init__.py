"""What the verbs of the engine answer, by subject."""
