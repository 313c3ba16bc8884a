"""Matches by post: what their links do on this device, their list, and the verbs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NotRequired, Protocol, TypedDict

from game.contract.answers.list_answers import OptionsSummary
from game.contract.basics import Changes, ChosenSeat, Message
from game.contract.kept import PostFacts
from game.contract.scenes import Scene

PostArrival = Literal["invitation", "same", "older", "newer", "fork", "elsewhere", "finished"]
"""What a link would do. "elsewhere": no seat is played at this device, but seats are taken. "finished": the match is in the history."""
PostChoice = Literal["open", "join", "take-over", "mine", "theirs"]
"""What the person decides about a link: open the match, join it, take a seat over, keep the own line, take the link's line."""


class PostRow(PostFacts):
    """A match by post in a list."""

    id: str
    when: int  # the last change, in ms since 1970
    bots: list[int]  # the seats of bots
    said: Message | None  # the last move
    own_said: Message | None  # the last move of a person at this device, if it is another one


class PostCard(PostRow):
    """A match by post on this device, beside the table."""

    preset: str | None  # the code of the rule-book
    summary: OptionsSummary
    dealt: bool  # all parts of the seed are known
    fair: bool  # this device has seen that nobody chose the deal


class PostContent(TypedDict):
    """What a link to a match by post holds, and what it would do on this device."""

    kind: PostArrival
    card: PostCard
    seat: int  # for whom the link is: the seat that must act, -1 after the match
    taken: list[int]  # the seats that can be taken over
    mine: Message | None  # in a fork, the move that this device knows
    theirs: Message | None  # in a fork, the move of the link


class PostShown(TypedDict):
    """A match by post, and its table after the deal."""

    card: PostCard
    scene: NotRequired[Scene]


class PostToSend(TypedDict):
    """A link to send."""

    id: str
    code: str  # the link code
    to: list[str]  # the names of the people for whom it is
    said: Message  # the words to send with it


class PostVerbs(Protocol):
    """Matches by post."""

    async def posts(self) -> list[PostRow]: ...
    async def begin_post(
        self, seats: Sequence[ChosenSeat], *, preset: str | None, changes: Changes
    ) -> PostShown: ...
    async def open_post_link(self, code: str) -> PostContent: ...
    async def take_post_link(
        self, code: str, choice: PostChoice, aspect: float, seat: int = -1
    ) -> PostShown: ...
    async def open_post(self, id: str, aspect: float) -> PostShown: ...
    async def post_link(self, id: str) -> PostToSend: ...
    async def post_sent(self, id: str) -> PostShown: ...
    async def post_again(self, id: str) -> PostShown: ...
    async def forget_post(self, id: str) -> list[PostRow]: ...
