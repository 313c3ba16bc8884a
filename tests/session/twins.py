"""Two matches that differ only in what a seat does not see."""

import copy
import random

from game.rules.match import Match
from game.rules.tiles import tiles_in
from game.session.session import Session
from game.session.viewers.sent_state import SentState
from game.session.viewers.viewer import Viewer
from tests.session.companies import company

ASPECTS = (0.5, 0.7, 1.8, 1.0)


def apart(kinds: str, preset: str = "montgomery", here: int = 1, **changes: object) -> Session:
    """A match of people (p) and bots (b): the first `here` people at this device, each other one at an own device.

    One more device only shows the table.
    """
    company_ = company(kinds, preset=preset, **changes)
    people = company_.people
    session = Session(company_.match, preset, company_.seats, 0.7, away=people[here:])
    for seat, aspect in zip(people[here:], ASPECTS, strict=False):
        session.add_viewer((seat,), aspect)
    session.add_viewer((), 1.78)
    return session


def devices(session: Session) -> list[Viewer]:
    return [session.viewer, *session.others]


def twin_of(session: Session, seat: int, lots: random.Random) -> Session:
    """The same table, with all tiles that `seat` does not see dealt differently, and another seed."""
    state = session.match.round
    others = [other for other in range(len(session.seats)) if other != seat]
    tiles = [tile for other in others for tile in tiles_in(state.hands[other])] + list(state.yard)
    lots.shuffle(tiles)
    hands, at = list(state.hands), 0
    for other in others:
        size = state.hands[other].bit_count()
        hands[other] = sum(1 << tile for tile in tiles[at : at + size])
        at += size
    drawn = state.drawn
    if drawn >= 0 and state.turn != seat:
        drawn = tiles_in(hands[state.turn])[0]
    events = tuple(
        event._replace(tile=tiles[0]) if event.do == "draw" and event.seat != seat else event
        for event in state.events
    )
    other_state = state._replace(hands=tuple(hands), yard=tuple(tiles[at:]), drawn=drawn, events=events)
    return copied(session, session.match._replace(seed="another", current=other_state))


def copied(session: Session, match: Match) -> Session:
    """A session with another match, and everything else as in `session`, also the layout of the tiles laid."""
    again = copy.copy(session)
    again.minds, again.reviews = dict(session.minds), dict(session.reviews)
    again.viewer, *others = map(copy.copy, devices(session))
    again.others = others
    for viewer in devices(again):
        viewer._session, viewer.sent, viewer.board = again, SentState(), copy.copy(viewer.board)
        viewer.board.layout, viewer.board._earlier = viewer.board.layout.copy(), [*viewer.board._earlier]
    again._decided = set(session._decided)
    again._set_match(match)
    again.version = session.version
    return again
