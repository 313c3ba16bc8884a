"""Link codes of the rule laboratory."""
