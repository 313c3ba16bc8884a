"""The history: saved and finished matches, replays, and statistics."""

from game.page.kernel.room import Room

room = Room(
    __name__, "way_back", "match_list", "replay_view", "statistics_view", "history_actions", "turning_point"
)
room.state(
    kept_matches=None,  # the saved matches, as the engine lists them
    match_pictures={},  # pictures of the saved matches' tables: {match id: {"tiles", "box", "when"}}
    history=None,  # the engine's answer to `history`; "rows" are the finished matches that were loaded so far
    history_filter={"rules": "", "whom": ""},  # which finished matches to list; "" lists all
    history_can_undo=False,  # a match or challenge was deleted and can be restored
    challenges=None,  # challenges sent and received, as the engine lists them
    figures=None,  # the statistics of one person
    figures_can_undo=False,  # the statistics were reset and can be restored
    before_replay={},  # the values of the state that a replay puts aside, from before it
    replay_place=None,  # the place to return to, see way_back.py; None: the replay was opened from a link or a file
    replay_wanted_stop=None,  # the number of the stop that the slider asks for; None: no request is running
)
