"""Following the play: what a tap on a part of the table says, and what is done by itself after a beat."""
