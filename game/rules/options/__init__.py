"""The options (the points of the rules on which people disagree), the rule-books as presets, and the sizes of hands."""
