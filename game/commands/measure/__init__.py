"""Commands that play many rounds and measure players, layouts and rules."""
