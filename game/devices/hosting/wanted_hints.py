"""The hints that guests want. Their search takes time, so the caller answers them later."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from game.devices.hosting.lines.switchboard import Link, Switchboard
from game.devices.hosting.members import Member
from game.rules.errors import Refusal
from game.rules.view import NOBODY

if TYPE_CHECKING:
    from game.contract.device_lines import AnswerLine, TableAnswer


class WantedHint(NamedTuple):
    """A guest's request for a hint."""

    member: Member
    link: Link
    viewer: Any
    number: int


class WantedHints:
    """The hints under way, at most one for each guest."""

    def __init__(self) -> None:
        self._new: list[WantedHint] = []
        self._under_way: list[WantedHint] = []

    def want(self, member: Member, number: int) -> None:
        """Note that a guest wants a hint with this request. Raises Refusal."""
        if member.viewer is None or member.link is None:
            raise Refusal("error.devices.not-now")
        if member.seat == NOBODY:
            raise Refusal("error.devices.looks-on")
        if any(hint.link is member.link for hint in self._under_way):
            raise Refusal("error.devices.too-many")
        hint = WantedHint(member, member.link, member.viewer, number)
        self._new.append(hint)
        self._under_way.append(hint)

    def take(self) -> list[WantedHint]:
        """The hints that are wanted since the last call."""
        new, self._new = self._new, []
        return new

    def answer(self, hint: WantedHint, answer: TableAnswer, lines: Switchboard, now: float) -> None:
        """Send a guest its hint, if its connection is still the same."""
        self._under_way.remove(hint)
        if hint.member.link is hint.link:
            line: AnswerLine = {"do": "answer", "n": hint.number, **answer}
            lines.send(hint.link, now, line)
