"""What the verbs of the engine answer outside of play, by subject."""
