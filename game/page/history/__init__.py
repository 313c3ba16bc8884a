"""The history: waiting and finished matches, replays, and statistics."""

STATE = {
    "kept_matches": None,  # the saved matches, as the engine lists them
    "match_pictures": {},  # pictures of their tables, by id
    "history": None,  # finished matches, as far as they were listed
    "history_filter": {"rules": "", "whom": ""},  # the filter of that list
    "history_can_undo": False,  # a match was deleted and can be restored
    "figures": None,  # the statistics of one person
    "figures_can_undo": False,  # they were reset, and can be restored
    "before_replay": {},  # the values in history_actions.COVERED when a replay was opened
    "replay_wanted_stop": None,  # the stop that the slider asks for
}
