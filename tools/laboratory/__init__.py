"""Check the figures of the rule laboratory: whether intervals hold what they say, and whether skill is what it says."""
