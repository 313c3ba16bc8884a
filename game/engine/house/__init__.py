"""The verbs for house rules and score pads, and the fixes for options that contradict each other."""
