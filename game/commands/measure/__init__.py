"""Commands that measure players, layouts and rules in many rounds, and the runner that plays the rounds."""
