"""What the page shows of a match by post beside its table. Nothing here depends on a hidden tile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.engine import menu
from game.narration import messages
from game.records.post.merging import HeldMatch
from game.records.post.posted_match import PostedMatch, last_moves
from game.rules.moves import Event
from game.rules.tiles import NAME
from game.session.post.post_session import PostSession
from game.session.post.stored_post import facts_of
from game.session.session import Session
from game.session.viewers.viewer import Viewer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from game.contract.answers.post_answers import PostCard, PostRow
    from game.contract.basics import Message
    from game.contract.kept import LastMove, PostFacts
    from game.contract.scenes import PostTable, Scene


# What the words with a link say of a turn: the first of these moves that is in it.
SAID_OF = (("take-back", "took-back"), ("play", "played"), ("pass", "passed"), ("draw", "drew"))


def card_of(held: HeldMatch, when: int) -> PostCard:
    """A match by post on this device."""
    posted = held.posted
    return {
        **row_of(posted.id, when, facts_of(held)),
        "preset": posted.preset,
        "summary": menu.summary(posted.options, posted.preset),
        "dealt": posted.is_dealt,
        "fair": held.has_checked_deal,
    }


def row_of(id: str, when: int, facts: PostFacts) -> PostRow:
    """A match by post in a list."""
    last, own = facts["last"], facts.get("own")
    is_own = last is not None and last == own
    return {
        **facts,
        "id": id,
        "when": when,
        "bots": [seat for seat in range(len(facts["names"])) if seat not in facts["people"]],
        "said": None if is_own else last_said(last, facts["names"]),
        "own_said": None if own is None else _own_said(own),
    }


def _own_said(own: LastMove) -> Message:
    values = {"tile": own["tile"]} if own["do"] == "play" else {}
    return messages.message(f"post.own.{own['do']}", **values)


def last_said(last: LastMove | None, names: list[str]) -> Message | None:
    """The last move in words; None before the first one."""
    if last is None:
        return None
    return _said(last["do"], names[last["seat"]], last["tile"])


def event_said(event: Event, posted: PostedMatch) -> Message:
    """A move in words, as everybody at the table may read it."""
    tile = NAME[event.tile] if event.do == "play" else ""
    return _said(event.do, posted.seats[event.seat].name, tile)


def _said(do: str, name: str, tile: str) -> Message:
    values: Mapping[str, object] = {"name": name, **({"tile": tile} if do == "play" else {})}
    return messages.message(f"post.did.{do}", **values)


def receivers(posted: PostedMatch, here: tuple[int, ...]) -> list[str]:
    """The names of the people to whom the next link goes: who must act, or all others after the match."""
    if posted.turn >= 0:
        return [posted.seats[posted.turn].name]
    return [posted.seats[seat].name for seat in posted.people_in_turn if seat not in here]


def words_to_send(held: HeldMatch) -> Message:
    """The words that go with a link, in the sender's language."""
    posted = held.posted
    to = receivers(posted, held.people)
    if posted.is_over:
        return messages.message("post.said.over", names=to)
    if not posted.is_dealt:
        last = posted.order[-1] == posted.turn
        sender = posted.seats[posted.starter].name
        key = "post.said.drawn" if last else "post.said.invitation"
        return messages.message(key, name=to[0], sender=sender)
    turn = _last_turn(held)
    does = [event.do for event in turn]
    key = next((key for do, key in SAID_OF if do in does), "began" if not turn else "turn")
    if key == "played":
        tile = next(event.tile for event in turn if event.do == "play")
        return messages.message("post.said.played", name=to[0], tile=NAME[tile])
    key = "drew-and-passed" if key == "passed" and "draw" in does else key
    return messages.message(f"post.said.{key}", name=to[0])


def _last_turn(held: HeldMatch) -> list[Event]:
    """What the people here did last before others moved, the newest first. Empty if they have not moved yet."""
    turn: list[Event] = []
    for event in last_moves(held.posted):
        if event.seat in held.people:
            turn.append(event)
        elif turn:
            break
    return turn


def add_post(new_scene: Scene, session: Session, viewer: Viewer) -> None:
    """Add to a scene whose turn it is by post, and what waits to be sent. A device that may not act offers no catch."""
    if not isinstance(session, PostSession):
        return
    held = session.held
    posted = held.posted
    is_here = posted.turn in held.people
    # After the end of a round bots may begin the next one, so it is not known yet who is next.
    is_bots = posted.turn >= 0 and posted.seats[posted.turn].kind == "bot"
    waits = held.is_unsent and not is_here and (session.is_behind or not new_scene["next"])
    table: PostTable = {
        "id": posted.id,
        "to": [] if is_bots else receivers(posted, held.people),
        "unsent": waits,
        "mine": is_here,
        "over": posted.is_over,
        "fair": held.has_checked_deal,
    }
    new_scene["post"] = table
    if not session.may_act:
        new_scene["can"] |= {"catch": [], "call": None, "take-back": False, "beside": []}
    if not is_here and not session.is_behind and session.phase == "playing" and not new_scene["next"]:
        key = "post.prompt.send" if waits else "post.prompt.waits"
        new_scene["prompt"] = [messages.message(key, name=posted.seats[posted.turn].name)]
