"""What a house plays by: the first screen's two choices, the options in groups, sets of rules under a name."""

STATE = {
    "another_waits": False,  # another match waits besides the one on the table
    "resumable": False,  # the match that was left waits
    "house_rules": [],  # the sets of rules that are kept
    "house_removed": "",  # the name of the one that was taken away last
}
