"""House rules: the first screen with its two choices, the options in the form, and saved sets of house rules."""

STATE = {
    "another_waits": False,  # a second match waits, which the button "earlier" resumes
    "resumable": False,  # a match can be resumed
    "faces_shown": False,  # whether the first screen shows portraits: only after the start, because they take 10 ms or more
    "house_rules": [],  # the saved sets: [{"id", "name", "preset", "changes", "players", "picture"}, …]
    "removed_house_name": "",  # the name of the set that was deleted last and can be restored, or ""
}
