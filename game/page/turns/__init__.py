"""The person's turn: the action bar, automatic turns, the curtain between persons, help in a first match."""
