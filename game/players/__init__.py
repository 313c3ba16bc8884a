"""What can sit in a bot's seat, and the coach. Sees a `View`, never a state, another's hand, or a seed."""
