"""Tell the page what a link contains, before a match starts, and compare the results of a challenge."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal, assert_never

from game.engine import menu
from game.engine.starting.seating import playable_seat
from game.records.links.any_link import ContinuableMatch, DailyDealLink, SentRules
from game.records.links.challenge import Challenge, Result, read_challenge
from game.records.links.puzzle import Puzzle
from game.records.links.replay_link import LinkedMatch
from game.rules.errors import LinkError
from game.rules.match import Match
from game.session.session import Session

if TYPE_CHECKING:
    from game.contract.answers.sharing_answers import (
        ChallengeParts,
        LinkContent,
        ProgressContent,
    )
    from game.contract.basics import UsedHelp
    from game.contract.score_sheets import ChallengeResult, Comparison


def link_content(link: LinkedMatch | ContinuableMatch | Puzzle | SentRules | DailyDealLink) -> LinkContent:
    """Describe the content of a link other than a challenge (`Challenges.open_received`).

    Raises LinkError for house rules, which the verb `open_house` opens.
    """
    if isinstance(link, SentRules):
        raise LinkError("error.link.not-ours")
    if isinstance(link, DailyDealLink):
        return {"kind": "day", "date": link.date, "preset": link.preset}
    if isinstance(link, Puzzle):
        options = link.view.options
        names = [seat.name for seat in link.seats]
        return {"kind": "puzzle", "names": names, "round": link.view.number, "of": options.round_count}
    if isinstance(link, LinkedMatch):
        return _progress_content("replay", link)
    if isinstance(link, ContinuableMatch):
        return _progress_content("position", link.replay)
    assert_never(link)


def challenge_parts(link: Challenge) -> ChallengeParts:
    """What the page shows of a challenge, to play it and to compare its results."""
    return {
        "preset": link.preset,
        "summary": menu.summary(link.options, link.preset),
        "seats": [
            {"kind": seat.kind, "level": seat.level, "style": seat.style}
            for seat in map(playable_seat, link.seats)
        ],
        "person": link.person,
        "results": [result_data(link, result) for result in link.results],
    }


def result_data(
    challenge: Challenge, result: Result, mine: bool = False, used: UsedHelp = ""
) -> ChallengeResult:
    """One result of a challenge. `mine`: a result of this device. `used`: its help, if more is known than the link says."""
    return {
        "name": result.name,
        "total": challenge.total(result),
        "rounds": len(result.sheet),
        "used": used or ("either" if result.marked else ""),
        "again": result.again,
        "mine": mine,
        "sheet": [[*points] for points in result.sheet],
    }


def _progress_content(kind: Literal["replay", "position"], replay: LinkedMatch) -> ProgressContent:
    """The players of a match from a link, and how far the match has come."""
    match: Match = replay.record.match
    return {
        "kind": kind,
        "names": [seat.name for seat in replay.record.seats],
        "round": len(match.rounds) + (match.current is not None),
        "of": match.options.round_count,
        "totals": [*match.totals],
        "over": match.over,
    }


def own_result(session: Session, name: str = "") -> Result:
    """The result of the person here in the rounds that are over."""
    return Result(name, session.match.round_scores, bool(session.help_told), session.again)


def compare_results(session: Session) -> Comparison | None:
    """Compare this match with the results of the accepted challenge.

    None during a round, and for a match
    without an accepted challenge.
    """
    if not session.link or session.phase == "playing":
        return None
    challenge = read_challenge(session.link)
    mine = own_result(session)
    played = [result for result in challenge.results if result.sheet]  # without people who only passed it on
    ranked = challenge.ranked([*played, mine])
    used = session.help_told
    return {
        "person": challenge.person,
        "results": [
            result_data(challenge, result, True, used) if result is mine else result_data(challenge, result)
            for result in ranked
        ],
    }


@lru_cache(maxsize=1)  # every scene of a challenge asks
def points_to_beat(code: str) -> int | None:
    """The best total that a challenge's link has for all its rounds; None if nobody has finished them."""
    challenge = read_challenge(code)
    rounds = challenge.options.round_count
    return min(
        (challenge.total(result) for result in challenge.results if len(result.sheet) == rounds), default=None
    )
