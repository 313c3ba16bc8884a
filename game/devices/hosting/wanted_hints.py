"""The hints that guests want. Their search takes time, so the caller answers them later."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from game.devices.hosting.guest_places import Place
from game.devices.hosting.lines.switchboard import Link, Switchboard
from game.rules.errors import Refusal
from game.rules.view import NOBODY

if TYPE_CHECKING:
    from game.contract.device_lines import AnswerLine, TableAnswer


class WantedHint(NamedTuple):
    """A guest's request for a hint."""

    place: Place
    link: Link
    viewer: Any
    number: int


class WantedHints:
    """The hints under way, at most one for each guest."""

    def __init__(self) -> None:
        self._new: list[WantedHint] = []
        self._under_way: list[WantedHint] = []

    def want(self, place: Place, number: int) -> None:
        """Note that a guest wants a hint with this request. Raises Refusal."""
        if place.viewer is None or place.link is None:
            raise Refusal("error.devices.not-now")
        if place.seat == NOBODY:
            raise Refusal("error.devices.looks-on")
        if any(hint.link is place.link for hint in self._under_way):
            raise Refusal("error.devices.too-many")
        hint = WantedHint(place, place.link, place.viewer, number)
        self._new.append(hint)
        self._under_way.append(hint)

    def take(self) -> list[WantedHint]:
        """The hints that are wanted since the last call."""
        new, self._new = self._new, []
        return new

    def answer(self, hint: WantedHint, answer: TableAnswer, lines: Switchboard, now: float) -> None:
        """Send a guest its hint, if its connection is still the same."""
        self._under_way.remove(hint)
        if hint.place.link is hint.link:
            line: AnswerLine = {"do": "answer", "n": hint.number, **answer}
            lines.send(hint.link, now, line)
