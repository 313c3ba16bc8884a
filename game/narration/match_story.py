"""Tell how a finished match was decided: the person's result, what was special, and the turning point.

Everything follows from the rounds that were played, without a search. A finished match hides nothing, so the functions
read the rounds themselves; the `SeatView` says whom the messages address.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from game.narration.localization.texts import is_nameless
from game.narration.messages import message, seat_message
from game.rules.match import Match
from game.rules.round.round_state import End, Round
from game.rules.round.scoring import tile_points, totals_of
from game.rules.tiles import BIT, DOUBLE, HIGH, NAME, is_double
from game.rules.view import NOBODY, SeatView

if TYPE_CHECKING:
    from game.contract.basics import Message
    from game.contract.score_sheets import Story, Turning


class _Story(NamedTuple):
    """A finished match with what the sentences are about."""

    match: Match
    view: SeatView
    names: list[str]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with place 1, which several can share."""
        return tuple(seat for seat, place in enumerate(self.match.places) if place == 1)

    @property
    def winner(self) -> int:
        """A seat with place 1. Use it only for what is the same for all of them."""
        return self.winners[0]

    @property
    def rival(self) -> int:
        """The seat to compare with the winners: the person at the screen, else the next seat by place."""
        you = self.view.seat
        if you != NOBODY and you not in self.winners:
            return you
        others = [seat for seat in range(len(self.names)) if seat not in self.winners]
        others = others or [seat for seat in range(len(self.names)) if seat != self.winner]
        return min(others, key=lambda seat: self.match.places[seat])

    def totals_after(self, number: int) -> tuple[int, ...]:
        """The totals by seat after round `number` (from 1)."""
        return totals_of(self.match.round_scores[:number], len(self.names))

    def about(self, key: str, seat: int, **values: object) -> Message:
        return seat_message(key, self.view, seat, self.names, **values)


def match_story(match: Match, view: SeatView, names: list[str]) -> Story:
    """Describe a finished match."""
    story = _Story(match, view, names)
    number = _turning_round(story)
    played = match.rounds[number - 1]
    assert played.end is not None
    title, events = _what_happened(story, played, played.end)
    lines = [*_missing_toes(played, played.end), *_lead(story, number)]
    named = title
    if len(match.rounds) > 1:
        named, lines = message("turning.title", number=number), [message("turning.what", what=title), *lines]
    turning: Turning = {"number": number, "events": events, "title": named, "lines": lines}
    return {"note": [*_result(story), *_special_rounds(story, title)], "turning": turning}


# --- the result


def _result(story: _Story) -> list[Message]:
    """The winner's points; then the person's place and points, if another seat has won."""
    match, you = story.match, story.view.seat
    place, total = match.places, match.totals
    came_back = "-back" if _came_back(story, story.winner) and place.count(1) == 1 else ""
    lines = [message("over.with" + came_back, total=_points(total[story.winner]))]
    if you != NOBODY and place[you] != 1:
        came_back = "-back" if _came_back(story, you) else ""
        values = {"place": message(f"ordinal.{place[you]}"), "total": _points(total[you])}
        lines.append(message("over.own" + came_back, **values))
    return lines


def _points(n: int) -> Message:
    return message("count.points", n=n)


def _came_back(story: _Story, seat: int) -> bool:
    """Whether a seat was alone in last place after a round, and ended first or at least two places higher."""
    match, seats = story.match, len(story.names)
    if match.places[seat] > max(1, seats - 2):
        return False
    for number in range(1, len(match.rounds)):
        totals = story.totals_after(number)
        if totals[seat] == max(totals) and totals.count(totals[seat]) == 1:
            return True
    return False


def _special_rounds(story: _Story, title: Message) -> list[Message]:
    """The last double with which the person or a winner went out, and the person's rounds without points.

    `title` is the title of the turning point, which is not said twice. Nor are the rounds of a person whose total is 0.
    """
    you, lines, told = story.view.seat, [], 0
    for seat in (you, *story.winners):
        doubles = [
            (number, played)
            for number, played in enumerate(story.match.rounds, 1)
            if played.end and played.end.seat == seat != NOBODY and is_double(_last_tile(played))
        ]
        if doubles:
            number, played = doubles[-1]
            tile = NAME[_last_tile(played)]
            if story.about("turning.out-double", seat, tile=tile) != title:
                lines.append(story.about("over.double", seat, tile=tile, number=number))
            told = number if seat == you else 0
            break
    if you != NOBODY and story.match.totals[you] and len(story.match.rounds) > 1:
        scores = enumerate(story.match.round_scores, 1)
        free = [number for number, points in scores if points[you] == 0 and number != told]
        if free:
            lines.append(message("over.free", n=len(free), rounds=free))
    return lines


def _last_tile(played: Round) -> int:
    return played.board.laid[-1][0]


# --- the turning point


def _turning_round(story: _Story) -> int:
    """The number of the round after which the winners led to the end.

    If that was the first of several rounds, the round in which the winners gained most on the rival.
    """
    number, scores = _leads_from(story), story.match.round_scores
    if number > 1:
        return number
    count = len(story.winners)
    gains = [count * points[story.rival] - sum(points[seat] for seat in story.winners) for points in scores]
    return 1 + gains.index(max(gains))


def _leads_from(story: _Story) -> int:
    """The first round (from 1) after which each winner always had the lowest total, alone or with others."""
    number = len(story.match.rounds)
    while number > 1:
        totals = story.totals_after(number - 1)
        if any(totals[seat] > min(totals) for seat in story.winners):
            break
        number -= 1
    return number


def _what_happened(story: _Story, played: Round, end: End) -> tuple[Message, int]:
    """The title of a round, and the number of events before the decisive one (0: the whole round)."""
    dearest = end.scores.index(max(end.scores))
    blank = tile_points(story.match.options)[DOUBLE[0]] if end.hands[dearest] & BIT[DOUBLE[0]] else 0
    opener = _opener_of_last_foot(played) if _has_open_foot(played, end) else None
    if opener is not None:
        number, seat = opener
        return story.about("turning.foot", seat), number
    if blank and 2 * blank >= end.scores[dearest] and dearest not in story.winners:
        return story.about("turning.double-blank", dearest), 0
    if end.kind != "out":
        return message("turning.blocked"), 0
    if is_double(_last_tile(played)):
        return story.about("turning.out-double", end.seat, tile=NAME[_last_tile(played)]), 0
    return story.about("turning.out", end.seat), 0


def _has_open_foot(played: Round, end: End) -> bool:
    return end.kind == "blocked" and played.board.foot >= 0 and not played.board.opening


def _opener_of_last_foot(played: Round) -> tuple[int, int] | None:
    """The number of the event that laid the pending foot, and its seat; None if the record does not tell."""
    for number in reversed(range(len(played.events))):
        event = played.events[number]
        if event.do == "play" and event.tile == played.board.foot:
            return number, event.seat
    return None


def _missing_toes(played: Round, end: End) -> list[Message]:
    """How many toes the open foot still needed when the round ended; empty without an open foot."""
    if not _has_open_foot(played, end):
        return []
    suit = HIGH[played.board.foot]
    return [
        message(
            "turning.missing",
            tile=NAME[played.board.foot],
            n=played.board.missing,
            suit=message(f"suit.{suit}"),
            suits=message(f"suits.{suit}"),
        )
    ]


def _lead(story: _Story, number: int) -> list[Message]:
    """Since when the winner led, and if always, what the round gained; after a match of one round, what its picture shows.

    Empty if several seats share the first place.
    """
    rounds, places = len(story.match.rounds), story.match.places
    if rounds == 1:
        return [message("turning.table")]
    if places.count(1) > 1:
        return []
    if _leads_from(story) == 1:
        scores = story.match.round_scores[number - 1]
        points, rival = _points(scores[story.rival] - scores[story.winner]), story.names[story.rival]
        if story.rival == story.view.seat and is_nameless(rival):
            return [message("turning.always-on-you", name=story.names[story.winner], points=points)]
        return [story.about("turning.always", story.winner, points=points, rival=rival)]
    return [story.about("turning.last" if number == rounds else "turning.since", story.winner)]
