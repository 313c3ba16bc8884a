"""The log of the round, the announcements, and the recap of the last moves."""
