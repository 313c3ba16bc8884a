"""House rules: the first screen's two choices, the options of the form, and saved sets of rules."""

STATE = {
    "another_waits": False,  # a second match waits
    "resumable": False,  # a match can be resumed
    "house_rules": [],  # the saved sets of rules
    "house_removed": "",  # the name of the set that was deleted last
}
