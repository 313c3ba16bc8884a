"""Put the coach's hints and reviews into messages: a text key with values (game/narration/messages.py)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.narration.messages import message
from game.players.coach.hints import Hint
from game.players.coach.review import Review, Verdict
from game.rules.errors import Reason
from game.rules.moves import Move, move_text
from game.rules.tiles import NAME
from game.rules.view import SeatView

if TYPE_CHECKING:
    from game.contract.basics import Message, Values
    from game.contract.play_answers import HintData, MatchChoice, ReviewData, ReviewedChoice


def hint_data(move: Move, hint: Hint, view: SeatView, names: list[str]) -> HintData:
    """A hint for the page."""
    do = message("hint." + move.do)
    if move.tile >= 0:
        key = "hint.centre" if move.on < 0 else "hint.play"
        do = message(key, tile=NAME[move.tile], on=NAME[move.on] if move.on >= 0 else "")
    why = [coach_sentence(reason, names) for reason in hint.told]
    if hint.sure == "clear" and not (hint.only_tile or hint.reasons):
        why.append(message("hint.tried", n=len(hint.worlds)))
    tile = NAME[move.tile] if move.tile >= 0 else None
    return {"move": move_text(move), "do": move.do, "tile": tile, "said": [do, *why]}


def review_data(review: Review, names: list[str]) -> ReviewData:
    """A round's review for the page: the costliest choices in the order of the round, then all smaller mistakes together.

    A reason that two choices have in the same words is said with the first.
    """
    choices = [
        reviewed_choice(verdict, names)
        for verdict in sorted(review.worst, key=lambda verdict: verdict.number)
    ]
    told: list[Message] = []
    for choice in choices:
        choice["said"] = [sentence for sentence in choice["said"] if sentence not in told]
        told += choice["said"]
    choices += smaller_mistakes(review.unshown)
    return {"line": coach_sentence(review.line, names), "choices": choices}


def reviewed_choice(verdict: Verdict, names: list[str]) -> ReviewedChoice:
    """A choice that cost points, for the page."""
    return {
        "cost": verdict.points,
        "said": [coach_sentence(reason, names) for reason in (verdict.line, *verdict.hint.reasons[:1])],
        "at": verdict.events,
    }


def smaller_mistakes(rest: Sequence[Verdict]) -> list[MatchChoice]:
    """All mistakes that are not named one by one, as one row for the page; empty if there are none."""
    points = sum(verdict.points for verdict in rest)
    return [{"cost": points, "said": [message("review.more", n=len(rest))]}] if rest else []


def coach_sentence(reason: Reason, names: list[str]) -> Message:
    """A sentence of the coach as a message. Numbers of a suit, points and a seat among its values become words."""
    values: Values = {
        name: coach_sentence(value, names) if isinstance(value, Reason) else value
        for name, value in reason.values.items()
    }
    if isinstance(values.get("suit"), int):
        values["suit"] = message(f"suits.{values['suit']}")
    if "points" in values:
        values["points"] = message("count.points", n=values["points"])
    if isinstance(seat := values.get("seat"), int):
        values["player"] = names[seat]
    return reason.key, values
