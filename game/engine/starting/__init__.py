"""What every start of a match needs: its seats, the promise of a fair deal, and whether the deal was played before."""
