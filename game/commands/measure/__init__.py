"""Commands that measure players, layouts and rules by playing many rounds, and the runner that plays them."""
