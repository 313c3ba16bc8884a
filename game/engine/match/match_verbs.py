"""The table of the verbs for stored matches, play, the coach and learning, by name."""

from collections.abc import Awaitable, Callable
from typing import Any

from game.engine.learning import Learning
from game.engine.library import Library
from game.engine.match.coaching import Coaching
from game.engine.match.current import CurrentMatch
from game.engine.match.play import Play
from game.engine.match.thinking import Thinking


class MatchVerbs:
    """The verbs of `Library`, `Play`, `Coaching` and `Learning`, by name."""

    def __init__(self, match: CurrentMatch, thinking: Thinking, library: Library) -> None:
        play, coaching, learning = Play(match, thinking), Coaching(match, thinking), Learning(match)
        self.by_name: dict[str, Callable[..., Awaitable[Any]]] = {
            "boot": library.boot,
            "keep": library.keep,
            "matches": library.matches,
            "rename_match": library.rename_match,
            "delete_match": library.delete_match,
            "undelete_match": library.undelete_match,
            "start": library.start,
            "resume": library.resume,
            "open_match": library.open_match,
            "earlier": library.earlier,
            "open_record": library.open_record,
            "save_file": library.save_file,
            "leave": library.leave,
            "tap": play.tap,
            "drag": play.drag,
            "act": play.act,
            "lift": play.lift,
            "typed": play.typed,
            "arm": play.arm,
            "undo": play.undo,
            "redo": play.redo,
            "next_round": play.next_round,
            "next_event": play.next_event,
            "tell": play.tell,
            "hint": coaching.hint,
            "review": coaching.review,
            "review_match": coaching.review_match,
            "lesson": learning.lesson,
            "rules": learning.rules,
            "why": learning.why,
        }
