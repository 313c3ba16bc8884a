"""What a house plays by: the first screen's two choices, the options in groups, sets of rules under a name."""
