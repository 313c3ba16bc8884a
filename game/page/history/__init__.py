"""What is remembered, as screens: the matches that wait and the finished ones, a replay on the board, somebody's figures."""

STATE = {
    "kept_matches": None,  # the matches that are kept, as the engine lists them
    "match_pictures": {},  # the tables of those that wait, by id
    "history": None,  # finished matches as the engine lists them, as far as they were asked for
    "history_filter": {"rules": "", "whom": ""},  # which of them are wanted
    "history_can_undo": False,  # one of them was taken away and can come back
    "figures": None,  # somebody's figures
    "figures_can_undo": False,  # they were begun anew and can come back
    "before_replay": {},  # what was shown when a replay was opened
    "replay_wanted_stop": None,  # the stop that the replay's slider asks for
}
