"""The seats, the labels on the table and the bar of open ends, and what a tap on them explains."""
