"""The points on which people disagree: the options, the rule-books (presets of options), and the sizes of hands."""
