"""The person's hand: a row of tiles."""
