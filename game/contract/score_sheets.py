"""Scores: the sheet of a match, how the match was decided, and the results of its challenge."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from game.contract.basics import Markup, Message, Tile, UsedHelp


class SheetRow(TypedDict):
    """A round on the score sheet. The last three fields are missing until the round is over."""

    centre: Tile  # the round's double
    face: Markup  # its picture
    scores: NotRequired[list[int]]  # points in the round, by seat
    totals: NotRequired[list[int]]  # points after the round, by seat
    won: NotRequired[list[int]]  # the seats with the fewest points


class HeldTiles(TypedDict):
    """The tiles that a seat has left after the round."""

    tiles: list[Tile]  # the tile with most points first
    faces: list[Markup]  # their pictures
    points: int  # the seat's points in the round


class Sheet(TypedDict):
    """The score sheet."""

    names: list[str]  # by seat
    rows: list[SheetRow]  # one for each round of the match
    totals: list[int]  # points, by seat
    leads: list[int]  # the seats with the lowest total
    places: list[int]  # by seat; empty during the match
    held: list[HeldTiles]  # by seat; empty while the round is in play
    notes: list[Message]  # remarks about the last round
    chart: Markup  # the chart of totals; empty before the first round is over


class Turning(TypedDict):
    """The turning point of a match."""

    number: int  # the round, from 1
    events: int  # number of the round's events before the decisive one; 0: the whole round
    title: Message
    lines: list[Message]


class Story(TypedDict):
    """How a finished match was decided."""

    note: list[Message]  # the winner's points, the person's place, and what was special
    turning: Turning


class ChallengeResult(TypedDict):
    """One result of a challenge."""

    name: str  # the person's name, empty for this device
    total: int  # the person's points
    rounds: int  # number of rounds played
    used: UsedHelp
    again: bool  # a second try with this deal
    mine: bool  # a result of this device
    sheet: list[list[int]]  # by round, the points of each seat


class Comparison(TypedDict):
    """This match beside the results of its challenge."""

    person: int  # the person's seat
    results: list[ChallengeResult]  # the best first
