"""The verbs of the house: what would work instead of rules that do not fit together, and sets of rules under a name."""
