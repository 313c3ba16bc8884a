"""The coach: turns searches into hints, and into reviews of a round, with reasons as message keys. It plays in no seat."""
