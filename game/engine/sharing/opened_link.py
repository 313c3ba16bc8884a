"""What a link holds, told to the page before anything is begun; and how several people's results compare."""

from typing import Any

from game.engine import menu
from game.records.links.any_link import Carried, DayLink, Held, SentRules
from game.records.links.challenge import Challenge, Result, read_challenge
from game.records.links.puzzle import Puzzle
from game.records.links.replay_link import Replay
from game.rules.errors import LinkError
from game.rules.match import Match
from game.rules.options.presets import differences
from game.session.session import Session


def told(held: Held) -> dict[str, Any]:
    """What a link of any kind holds.

    {"kind": "deal", "preset", "changes", "players", "seed"}       a challenge of version 1, for the form
    {"kind": "challenge", "preset", "summary": see menu.summary, "seats": [{"kind", "level", "style"}, …],
     "person": seat, "results": [result, …], the best first}       see `result_told`
    {"kind": "replay" or "position", "names", "round", "of", "totals", "over"}
    {"kind": "day", "date"}
    {"kind": "puzzle", "names", "round", "of"}
    """
    if isinstance(held, SentRules):  # which are no table: see the verb open_house
        raise LinkError("error.link.not-ours")
    if isinstance(held, DayLink):
        return {"kind": "day", "date": held.date}
    if isinstance(held, Challenge):
        return challenge_told(held)
    if isinstance(held, Puzzle):
        options = held.view.options
        names = [seat.name for seat in held.seats]
        return {"kind": "puzzle", "names": names, "round": held.view.number, "of": options.round_count}
    kind = "replay" if isinstance(held, Replay) else "position"
    return {"kind": kind, **_match(held.replay if isinstance(held, Carried) else held)}


def challenge_told(held: Challenge) -> dict[str, Any]:
    """The same of a challenge."""
    if not held.seats:
        changes = differences(held.options, held.preset)
        return {
            "kind": "deal",
            "preset": held.preset,
            "changes": changes,
            "players": held.options.players,
            "seed": held.seed,
        }
    return {
        "kind": "challenge",
        "preset": held.preset,
        "summary": menu.summary(held.options, held.preset),
        "seats": [{"kind": seat.kind, "level": seat.level, "style": seat.style} for seat in held.seats],
        "person": held.person,
        "results": [result_told(held, result) for result in held.results],
    }


def result_told(challenge: Challenge, result: Result, mine: bool = False) -> dict[str, Any]:
    """{"name", "total", "rounds": how many, "marked": Undo or hints were used, "again": a second try, "mine",
    "sheet": every seat's points by round}."""
    return {
        "name": result.name,
        "total": challenge.total(result),
        "rounds": len(result.sheet),
        "marked": result.marked,
        "again": result.again,
        "mine": mine,
        "sheet": [[*points] for points in result.sheet],
    }


def _match(replay: Replay) -> dict[str, Any]:
    match: Match = replay.record.match
    return {
        "names": [seat.name for seat in replay.record.seats],
        "round": len(match.rounds) + (match.current is not None),
        "of": match.options.round_count,
        "totals": [*match.totals],
        "over": match.over,
    }


def compared(session: Session) -> dict[str, Any] | None:
    """The results of all who took up the challenge, this match's among them, best first: {"person": seat, "results": [see `result_told`]}.

    None while a round is played, and where nothing was taken up.
    """
    if not session.link or session.phase == "playing":
        return None
    challenge = read_challenge(session.link)
    mine = Result("", session.match.round_scores, session.marked, session.again)
    played = [result for result in challenge.results if result.sheet]
    ranked = challenge.ranked([*played, mine])
    return {
        "person": challenge.person,
        "results": [result_told(challenge, result, result is mine) for result in ranked],
    }
