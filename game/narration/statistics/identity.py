"""Decide which names are one person's: a person keeps their statistics when they change their name.

Matches keep the names under which they were played. `Names` says whose they are now. Two names that sat at this device in
one match are two persons.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from game.ledger.summary import Summary
from game.narration.localization.texts import NAMELESS, is_nameless

MOST_RENAMED = 500  # names; more are from a damaged entry
NONE: Mapping[str, str] = MappingProxyType({})


class Names(NamedTuple):
    """The names of the people at this device."""

    own: str = ""  # of the person at this device, in the settings; empty if they gave none
    renamed: Mapping[str, str] = NONE  # the present name by earlier name; NAMELESS stands for no name

    def person(self, name: str) -> str:
        """The present name of the person who was called `name`; NAMELESS for a person without one.

        Matches from before the person at this device gave a name are theirs.
        """
        present = self.renamed.get(name, name)
        if is_nameless(present):
            present = self.renamed.get(NAMELESS, self.own or NAMELESS)
            present = self.renamed.get(present, present)
        return present


def people_here(summary: Summary) -> list[int]:
    """The seats of the people who played at this device."""
    seats = enumerate(summary.seats)
    return [number for number, seat in seats if seat.kind == "human" and number not in summary.away]


def played_together(summaries: Iterable[Summary], one: str, other: str, names: Names) -> bool:
    """Whether two persons, by their present names, sat at this device in one match."""
    for summary in summaries:
        present = {names.person(summary.seats[seat].name) for seat in people_here(summary)}
        if one in present and other in present:
            return True
    return False


def after_renaming(summaries: Sequence[Summary], names: Names, name: str) -> dict[str, str]:
    """`Names.renamed` after the person at this device has typed another name; it may be empty.

    They stay the same person. But if somebody else who has played here already is called so, that person sits at the
    device now, and the matches from before stay whose they are.
    """
    after = name or NAMELESS
    present, other = names.person(names.own or NAMELESS), names.person(after)
    if present != other:
        is_known = names.own and any(
            names.person(summary.seats[seat].name) == other
            for summary in summaries
            for seat in people_here(summary)
        )
        if is_known or played_together(summaries, present, other, names):
            return {NAMELESS: present, **names.renamed}
    return joined(names, after, present)


def joined(names: Names, name: str, other: str) -> dict[str, str]:
    """`Names.renamed` after the matches of `other` count for `name`."""
    renamed = {earlier: name if present == other else present for earlier, present in names.renamed.items()}
    renamed[other] = name
    renamed.pop(name, None)
    return dict([*renamed.items()][-MOST_RENAMED:])


def parted(names: Names, name: str) -> dict[str, str]:
    """`Names.renamed` after the matches that were played under `name` count for a person of this name."""
    renamed = {earlier: present for earlier, present in names.renamed.items() if earlier != name}
    return {**renamed, NAMELESS: NAMELESS} if is_nameless(name) else renamed


def read_renamed(value: object) -> dict[str, str]:
    """Read `Names.renamed` from a stored value of any type. What is damaged is left out."""
    items = value.items() if isinstance(value, dict) and len(value) <= MOST_RENAMED else ()
    texts = {name: present for name, present in items if isinstance(name, str) and isinstance(present, str)}
    # A chain would make the order of the renamings matter; only the present name is stored.
    return {
        name: present for name, present in texts.items() if texts.get(present, present) in (present, NAMELESS)
    }
