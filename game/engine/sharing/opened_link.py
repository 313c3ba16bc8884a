"""Tell the page what a link contains, before a match starts, and compare the results of a challenge."""

from typing import Any, assert_never

from game.engine import menu
from game.records.links.any_link import ContinuableMatch, DailyDealLink, LinkContent, SentRules
from game.records.links.challenge import Challenge, Result, read_challenge
from game.records.links.puzzle import Puzzle
from game.records.links.replay_link import LinkedMatch
from game.rules.errors import LinkError
from game.rules.match import Match
from game.rules.options.presets import differences
from game.session.session import Session


def link_content(link: LinkContent) -> dict[str, Any]:
    """Describe the content of a link. The keys depend on its kind. Raises LinkError for house rules, which the
    verb `open_house` opens.

    {"kind": "deal", "preset", "changes", "players", "seed"}       a challenge of version 1, for the new-game form
    {"kind": "challenge", "preset", "summary": see `menu.summary`, "seats": [{"kind", "level", "style"}, …],
     "person": the person's seat, "results": [see `result_data`, …], best first}
    {"kind": "replay" or "position", "names", "round", "of": number of rounds, "totals", "over"}
    {"kind": "day", "date"}
    {"kind": "puzzle", "names", "round", "of": number of rounds}
    """
    if isinstance(link, SentRules):
        raise LinkError("error.link.not-ours")
    if isinstance(link, DailyDealLink):
        return {"kind": "day", "date": link.date}
    if isinstance(link, Challenge):
        return challenge_content(link)
    if isinstance(link, Puzzle):
        options = link.view.options
        names = [seat.name for seat in link.seats]
        return {"kind": "puzzle", "names": names, "round": link.view.number, "of": options.round_count}
    if isinstance(link, LinkedMatch):
        return {"kind": "replay", **_progress_data(link)}
    if isinstance(link, ContinuableMatch):
        return {"kind": "position", **_progress_data(link.replay)}
    assert_never(link)


def challenge_content(link: Challenge) -> dict[str, Any]:
    """The keys of `link_content` for a challenge."""
    if not link.seats:
        changes = differences(link.options, link.preset)
        return {
            "kind": "deal",
            "preset": link.preset,
            "changes": changes,
            "players": link.options.players,
            "seed": link.seed,
        }
    return {
        "kind": "challenge",
        "preset": link.preset,
        "summary": menu.summary(link.options, link.preset),
        "seats": [{"kind": seat.kind, "level": seat.level, "style": seat.style} for seat in link.seats],
        "person": link.person,
        "results": [result_data(link, result) for result in link.results],
    }


def result_data(challenge: Challenge, result: Result, mine: bool = False) -> dict[str, Any]:
    """One result of a challenge.

    {"name", "total", "rounds": number of rounds played, "marked": with undo or hints, "again": a second try,
     "mine": a result of this device, "sheet": by round, the points of each seat}
    """
    return {
        "name": result.name,
        "total": challenge.total(result),
        "rounds": len(result.sheet),
        "marked": result.marked,
        "again": result.again,
        "mine": mine,
        "sheet": [[*points] for points in result.sheet],
    }


def _progress_data(replay: LinkedMatch) -> dict[str, Any]:
    """The players of a match from a link, and how far the match has come."""
    match: Match = replay.record.match
    return {
        "names": [seat.name for seat in replay.record.seats],
        "round": len(match.rounds) + (match.current is not None),
        "of": match.options.round_count,
        "totals": [*match.totals],
        "over": match.over,
    }


def compare_results(session: Session) -> dict[str, Any] | None:
    """Compare this match with the results of the accepted challenge.

    {"person": the person's seat, "results": [see `result_data`, …], best first}. None during a round, and for a match
    without an accepted challenge.
    """
    if not session.link or session.phase == "playing":
        return None
    challenge = read_challenge(session.link)
    mine = Result("", session.match.round_scores, session.marked, session.again)
    played = [result for result in challenge.results if result.sheet]  # without people who only passed it on
    ranked = challenge.ranked([*played, mine])
    return {
        "person": challenge.person,
        "results": [result_data(challenge, result, result is mine) for result in ranked],
    }
