"""What the search has to say to people: hints, reviews of a round, and their reasons as message keys. Plays in no seat."""
