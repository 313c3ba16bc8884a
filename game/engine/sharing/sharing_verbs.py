"""The table of the verbs for links, challenges and daily deals, by name."""

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from game.engine.history.replays import Replays
from game.engine.match.current import CurrentMatch
from game.engine.match.thinking import Thinking
from game.engine.scene import Scene
from game.engine.sharing.challenges import Challenges
from game.engine.sharing.daily_calendar import DailyCalendar
from game.engine.sharing.links import Sharing
from game.store.match_store import MatchStore


class SharingVerbs:
    """The verbs of `Sharing`, `Challenges` and `DailyCalendar`, by name."""

    def __init__(
        self,
        match: CurrentMatch,
        store: MatchStore,
        thinking: Thinking,
        replays: Replays,
        open_match: Callable[[str], Coroutine[Any, Any, Scene]],
    ) -> None:
        challenges = Challenges(store)
        sharing = Sharing(match, store, thinking, replays, challenges)
        calendar = DailyCalendar(match, store, open_match)
        self.by_name: dict[str, Callable[..., Awaitable[Any]]] = {
            "share": sharing.share,
            "open_link": sharing.open_link,
            "take_link": sharing.take_link,
            "puzzle_answer": sharing.puzzle_answer,
            "check_deal": sharing.check_deal,
            "challenges": challenges.challenges,
            "open_challenge": challenges.open_challenge,
            "forget_challenge": challenges.forget_challenge,
            "challenge_sent": challenges.challenge_sent,
            "days": calendar.days,
            "start_day": calendar.start_day,
        }
