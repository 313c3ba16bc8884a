"""The table of the verbs for finished matches, replays and backup files, by name."""

from collections.abc import Awaitable, Callable
from typing import Any

from game.engine.history.backup import Backup
from game.engine.history.match_lists import History
from game.engine.history.replays import Replays
from game.engine.match.current import CurrentMatch
from game.store.match_store import MatchStore


class HistoryVerbs:
    """The verbs of `History`, `Replays` and `Backup`, by name."""

    def __init__(self, match: CurrentMatch, store: MatchStore, make_download: Callable[[str], str]) -> None:
        self.history = history = History(match, store)
        self.replays = replays = Replays(match, store)
        backup = Backup(store, make_download)
        self.by_name: dict[str, Callable[..., Awaitable[Any]]] = {
            "match_picture": history.match_picture,
            "round_picture": history.round_picture,
            "history": history.history,
            "forget_match": history.forget_match,
            "figures": history.figures,
            "reset_figures": history.reset_figures,
            "unreset_figures": history.unreset_figures,
            "replay": replays.replay,
            "replay_here": replays.replay_here,
            "replay_go": replays.replay_go,
            "replay_look": replays.replay_look,
            "replay_tell": replays.replay_tell,
            "replay_play": replays.replay_play,
            "replay_leave": replays.replay_leave,
            "export": backup.export,
            "export_match": backup.export_match,
            "bring_in": backup.bring_in,
        }
