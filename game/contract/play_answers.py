"""The answers of the verbs of play: places, hints, reviews, lessons and the written rules."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict, final

from game.contract.basics import Markup, Message, OptionValue, Tile
from game.contract.scenes import Scene


class Place(TypedDict):
    """A place where a tile of the hand may go."""

    move: str  # the code of the move
    tile: Tile  # the tile
    on: Tile  # the tile on the table that it joins; empty for the centre
    x: float  # the middle of the place, in u
    y: float  # the middle of the place, in u
    reach: NotRequired[
        list[float]
    ]  # how far the tile reaches from there: [across, down] in u; newer than 1.0.0
    markup: Markup  # the tile as a preview, or the dot of the end
    laid: Markup  # the tile as it will lie on the table; empty if other tiles must move for it
    also: bool  # another toe or arm of a double: it stands for the same move as an earlier place
    dot: NotRequired[
        bool
    ]  # the preview is the dot of the end: the tile would lie on an earlier place, or has no room yet; left out if not, newer than 1.0.0
    suit: NotRequired[int]  # the number of the end; newer than 1.0.0
    toe: int  # the index of that toe or arm, for the verb `act`; -1 at the layout's own place
    warning: NotRequired[
        Message | None
    ]  # what the foot of the double needs, if it is much; in answers of `tap`
    foot: NotRequired[Message | None]  # what must follow the double; in answers of `tap`, newer than 1.0.0


@final
class Places(TypedDict):
    """Every place for a tile."""

    places: list[Place]


@final
class Played(TypedDict):
    """The tile had one place, and was played."""

    scene: Scene


Tapped = Places | Played
"""Both are final: a shape is told by its one field."""


class HintData(TypedDict):
    """The coach's advice."""

    move: str  # the code of the move
    do: str  # what to do: "play", "draw" or "pass"
    tile: Tile | None  # the tile to play
    said: list[Message]  # the move, then the reasons


class ReviewedChoice(TypedDict):
    """A choice that cost points, or all smaller mistakes together."""

    cost: float  # points given away
    said: list[Message]  # the choice and the better move, then the first reason for that move
    at: NotRequired[
        int
    ]  # number of the round's events before the choice; missing for the smaller mistakes together


class ReviewData(TypedDict):
    """The review of a round."""

    line: Message  # about luck and skill
    choices: list[ReviewedChoice]  # the costliest first; the costs add up to that of the line


class BestMove(TypedDict):
    """The move that the coach puts farthest ahead of every other."""

    face: Markup  # the picture of the tile
    said: Message


class MatchChoice(ReviewedChoice):
    """A choice of a match that cost points, or all smaller mistakes together."""

    number: NotRequired[int]  # its round, from 1; missing for the smaller mistakes together


class MatchReview(TypedDict):
    """How far the review of a match has come."""

    done: int  # number of reviewed rounds
    of: int  # number of all rounds
    line: Message | None  # about luck and skill; None until all rounds are reviewed
    best: BestMove | None  # None until then, and if no move was clearly the best
    choices: list[MatchChoice]  # two at most, then the smaller mistakes; the costs add up to that of the line


class PuzzleAnswer(TypedDict):
    """The person's choice in a puzzle beside the coach's."""

    verdict: Message
    said: list[Message]  # the coach's reasons


class RulesParagraph(TypedDict):
    """A paragraph of the written rules."""

    text: Message
    clauses: list[str]  # the clauses of docs/rules.md that it states
    picture: Markup  # empty without a picture
    house: bool  # a house rule: the rule-book has no such paragraph


class RulesSection(TypedDict):
    """A section of the written rules."""

    title: Message
    paragraphs: list[RulesParagraph]


class RulesText(TypedDict):
    """The rules in words."""

    preset: str | None  # the code of the rule-book
    house: list[Message]  # each change of the rule-book that has an effect
    sections: list[RulesSection]


class WrittenRules(RulesText):
    """The rules in words, and the options of which they are made."""

    values: list[OptionValue]  # every option


class CheckedDeal(TypedDict):
    """The proof of a deal: the opened commitment."""

    hash: str  # SHA-256, in hexadecimal digits
    nonce: str
    seed: str
    rounds: int  # number of rounds
    wrong: list[Message]  # differences; empty for a fair deal


ShareKind = Literal["challenge", "replay", "position", "puzzle"]
"""What people can share of the match on the table."""


class Shared(TypedDict):
    """A link of the match on the table."""

    what: ShareKind  # the kind of the link
    whats: list[ShareKind]  # the kinds that are possible now
    code: str  # the link code with its `#`
    signed: bool  # whether the link carries the sender's name
    said: Message  # to send with the link
    notes: list[Message]  # for the sender
    secret: Message | None  # whose tiles the link shows, or hides; None if it contains no hidden tile
