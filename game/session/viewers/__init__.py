"""The viewers of a match: the devices that show it, the people who sit at each, and what each was shown."""
