"""What can sit in a bot's seat, and the coach. Sees a `View`, never a state, a hand that is not its own, or a seed."""
