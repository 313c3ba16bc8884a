"""The scene: everything that a page shows of a match or a replay, made from the viewer's view alone.

A scene holds the whole present state, but only the changes of the table and the events since the scene before it.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from game.contract.basics import Box, HelpKind, Markup, Message, StorageFailure, Tile
from game.contract.score_sheets import Comparison, Sheet, Story

MatchPhase = Literal["playing", "round-over", "match-over", "curtain", "lesson", "puzzle"]
Phase = MatchPhase | Literal["replay"]
"""What the table shows. "curtain": a shared screen waits for the next person. "lesson" and "puzzle" have no store."""
Action = Literal["play", "draw", "pass", "call", "catch", "skip", "take-back"]
"""What a seat does. "skip": it misses its turn."""
Why = Literal["", "start", "turn", "penalty"]
"""Why a tile is drawn: to find the centre, in the own turn, or for a forgotten call. Empty for anything but a draw."""
EventKind = Literal[
    "start-draw",
    "play",
    "double",
    "draw",
    "pass",
    "call",
    "catch",
    "penalty",
    "skip",
    "take-back",
    "foot-filled",
    "foot-closed",
    "out",
    "blocked",
]
"""The kinds of visible events (docs/contracts.md)."""
PendingKind = Literal["toes", "arms", "dead"]
"""What must be filled first: the toes of a foot, the arms of the centre, or a foot that can never be completed."""

EndPoint = tuple[float, float, Tile]
"""An open end: its position (x, y) in u, and the tile on the table to which it belongs."""
Corners = tuple[list[tuple[float, float]], list[tuple[float, float]]]
"""The two tiles nearest to the upper left corner of the box, and to the upper right one, as points (x, y) in u."""


LastAction = list[str]
"""["play", tile], ["draw"], ["pass"], ["skip"], or ["caught"]: drew a tile for a forgotten call.

The last item of a play or a pass is "drew" if the seat drew before it in the same turn.
"""


class RoundFacts(TypedDict):
    """The round on the table."""

    number: int  # the round, from 1
    of: int  # number of rounds of the match
    centre: Tile  # the double in the centre
    own: Tile  # the round's own double; the centre may be another one (option `missing_double`)


class SeatData(TypedDict):
    """What all players know of a seat."""

    seat: int  # the seat
    name: str  # the player's name
    level: str | None  # the bot's level, None for a person
    count: int  # number of tiles in the hand
    total: int  # points in all finished rounds
    one: bool  # has one tile left
    called: bool  # has one tile left and called it
    silent: NotRequired[
        bool
    ]  # has not called, and may be caught once the next player's turn is over (LAST-3); an older host sends none
    face: NotRequired[str]  # the portrait that the person chose at another device; only the page knows it
    did: LastAction | None  # the last action in this round, until its next turn; None before the first one


class HandTile(TypedDict):
    """A tile of a visible hand."""

    tile: Tile  # its name
    points: int  # its points
    fits: bool  # fits an open end now
    drawn: bool  # was drawn in this turn, or in the search for the centre
    face: Markup  # its picture


class End(TypedDict):
    """The open ends of one number."""

    suit: int  # the number
    count: int  # number of open ends
    open: bool  # whether they are playable now; while a foot is pending, only the ends of its number are
    at: list[EndPoint]  # the open ends that are shown


class Beside(TypedDict):
    """A move out of turn of another person at this screen."""

    seat: int  # the person's seat
    name: str  # the person's name
    do: Action  # "call", "catch" or "take-back"
    target: int  # the seat to catch, else -1
    code: str  # the move's code, for the verb `act`


Can = TypedDict(
    "Can",
    {
        "draw": bool,  # the person may draw
        "pass": bool,  # the person may pass
        "undo": bool,  # the person may take back the last choice
        "redo": bool,  # the person may take the last undo back
        "take-back": bool,  # the person may take back the last tile, by the rules
        "hint": bool,  # the person may ask the coach
        "next-round": bool,  # the round is over, and another one follows
        "call": Literal["now", "arm", "armed"]
        | None,  # make the call, prepare it for the next play, or do not
        "catch": list[int],  # the seats that the person may catch
        "beside": list[Beside],  # the moves out of turn of the other people at this screen
    },
)
"""What the person at the viewer may do now."""


class Patch(TypedDict):
    """The changes of the table since the last scene, as markup for the layers of game/table/drawing.py."""

    clear: bool  # remove all tiles first
    remove: list[Tile]  # tiles that are gone
    move: list[list[str]]  # [tile, new style] of each tile that lies elsewhere
    add: list[list[str]]  # [tile, markup] of each new tile
    ground: list[list[str]]  # [layer, markup] of the layers under the tiles; empty if no tile changed
    set: list[
        list[str]
    ]  # [layer, markup] of the layers that every scene replaces (to set, not a set of dominoes)
    last: list[float] | None  # the middle [x, y] (u) of the newest play, if it is new to the page
    box: Box  # the rectangle around the tiles, and those that the viewer could lay now
    corners: Corners  # where the layout leaves room for the seats


class Step(TypedDict):
    """An event, for motion and sound."""

    seat: int  # who acts
    do: Action
    why: Why
    target: int  # the seat that is caught, else -1
    tile: NotRequired[Tile]  # only if the viewer may see the tile
    double: NotRequired[bool]  # whether a double was played, other than the centre; with `tile`
    call: NotRequired[Message]  # the words that announce a played double, with which its foot begins


class VisibleEvent(TypedDict):
    """An event as the page shows it: a bubble, and sometimes a banner."""

    event: EventKind
    seat: int  # who acts, -1 for nobody
    text: Message  # the sentence in the bubble
    banner: Message | None  # the sentence in the banner: something is done to the person


class Card(TypedDict):
    """The card that announces a new round."""

    number: int  # the round, from 1
    of: int  # number of rounds of the match
    centre: Tile  # the double in the centre
    seat: int  # the seat that begins
    lines: list[Message]  # who begins, and why
    blank: NotRequired[int]  # the points of the double blank; an older host sends none


class Curtain(TypedDict):
    """The person who takes a shared screen next."""

    seat: int  # the person's seat
    name: str  # the person's name


class LessonData(TypedDict):
    """The step of the course on the table."""

    step: int  # its number, from 1
    of: int  # number of steps
    title: Message
    text: Message  # what to do now
    done: bool  # the step is finished
    free: bool  # the learner may play any move; otherwise the step has a script
    draws: bool  # the script expects a draw, also where a tile fits


class PuzzleData(TypedDict):
    """The puzzle on the table."""

    said: bool  # the person has chosen


class PostTable(TypedDict):
    """A match by post on the table."""

    id: str
    to: list[str]  # the names of the people to whom the next link goes; empty while bots must play first
    unsent: bool  # something waits to be sent
    mine: bool  # it is the turn of a person at this device
    over: bool  # the match is over
    fair: bool  # this device has checked that nobody chose the deal


class CommonScene(TypedDict):
    """What every scene has. In a replay nobody can act, and nothing is shown event by event."""

    version: int  # grows with every change; in a replay, the index of the stop
    turn: int  # the seat on turn
    you: int  # the seat whose hand the viewer shows, or whom the messages address; -1 for nobody
    set: int  # the highest number on the tiles
    round: RoundFacts
    seats: list[SeatData]  # by seat
    yard: int  # number of tiles in the yard
    foot: list[Message]  # the pending foot or opening; empty if none is pending
    pending: PendingKind | None  # what `foot` is about
    dead: bool  # the pending foot can never be completed
    ends: list[End]  # the open ends, by number
    patch: Patch
    calls: bool  # the rules have a call for the last tile
    call_costs: bool  # the rules have a penalty for a forgotten call; read by guests of version 1.0.0
    steps: list[Step]  # the events since the last scene
    said: list[Message]  # the same events in words, for the log and the announcer
    by: list[int]  # the seat of each event in `said`; further messages in `said` have no seat
    anew: bool  # `said` holds the round so far, and replaces the log
    whole_round: bool  # the round is new to the page: the log and the recap begin with `said`
    since: list[tuple[Step, Message]]  # after a curtain, the recap: every event since the viewer's last turn
    seen: list[VisibleEvent]  # the events to show; empty if a round is resumed, and in a replay
    curtain: Curtain | None
    hand: list[HandTile]  # in the order of the tile indices; the page sorts it. Empty in a replay
    points: int  # of the hand
    prompt: list[Message]  # the lines above the hand; after a round: how it ended, and why
    can: Can
    moves: list[str]  # every legal move of the person, as codes
    grace: bool  # a person has not called yet, and the next event could cost them points: the page waits a little
    next: bool  # another seat moves next: the page asks for the next event
    storage_problem: StorageFailure
    again: bool  # the match is a second try with its deal
    sheet: NotRequired[Sheet]  # missing if it is unchanged
    card: NotRequired[Card]  # announces a new round; a resumed round has none
    story: NotRequired[Story]  # only of a finished match
    lesson: NotRequired[LessonData]  # only in a lesson


class Scene(CommonScene):
    """The scene of a match, a lesson or a puzzle."""

    phase: MatchPhase
    sealed: str | None  # the hash of the commitment to the seed, None without one
    compare: Comparison | None  # None during a round, and without an accepted challenge
    to_beat: NotRequired[
        int
    ]  # the points to beat in an accepted challenge that is not over; missing without any
    marks: NotRequired[
        list[HelpKind]
    ]  # the help that the result of this daily deal or challenge would name, and does not name yet
    day: str  # the date of the daily deal, or empty
    day_preset: str | None  # the rule-book of the daily deal
    post: NotRequired[PostTable]  # only in a match by post
    puzzle: NotRequired[PuzzleData]  # only in a puzzle


class OpenHand(TypedDict):
    """A hand in a replay."""

    seat: int  # the seat
    name: str  # the player's name
    points: int  # of the hand
    tiles: list[HandTile]


class StopFacts(TypedDict):
    """Where a replay is. A stop is a state of the match that the replay can show."""

    index: int  # the current stop, from 0
    last: int  # the last stop
    round: int  # the round, from 1
    starts: list[int]  # the first stop of each round


class ComparedWords(TypedDict):
    """A reviewed choice in words."""

    chosen: object  # the move that the person chose: a value of a message
    better: object  # the move that the coach prefers: a value of a message


_ReplayScene = TypedDict(
    "_ReplayScene", {"from": int | None}
)  # the seat whose hand is shown, None for all hands


class ReplayScene(CommonScene, _ReplayScene):
    """The scene of one stop of a replay."""

    phase: Literal["replay"]
    hands: list[OpenHand]  # the open hands
    at: StopFacts
    open: bool  # the round is over; until then hidden hands stay hidden
    on: bool  # a person can play on from this stop
    compared: NotRequired[
        ComparedWords
    ]  # only at a stop opened from a review: the marks on the table in words


AnyScene = Scene | ReplayScene
