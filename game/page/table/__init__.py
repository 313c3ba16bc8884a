"""Round the felt: the hand, the seats, the buttons, what happened in words and in sounds."""
