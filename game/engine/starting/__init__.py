"""What every start of a match needs: its seats, the promise of a fair deal, whether it was played before; and what waits to be resumed."""
