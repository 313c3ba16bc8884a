"""The stored form of a sent or received challenge with all known results, `chickenfoot-challenge/1`.

"#c…" is the link code of a challenge (game/records/links/challenge.py). Unknown keys are ignored.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING, Final, NamedTuple

from game.records import fields
from game.records.links.challenge import Challenge, Result, read_challenge, write_challenge
from game.records.text.names import clean
from game.rules.errors import LinkError

if TYPE_CHECKING:
    from game.contract import kept

FORMAT: Final = "chickenfoot-challenge/1"
LONGEST = 20_000  # characters


class ChallengeEntry(NamedTuple):
    """A sent or received challenge, with all known results."""

    id: str
    when: int
    """The time of the last change, in ms since 1970."""
    challenge: Challenge
    """The challenge with the results of other people."""
    own_results: tuple[Result, ...] = ()
    """The results of this device, best first."""
    sent: bool = False
    """Whether this device sent the challenge."""
    accepted: bool = False
    """Whether this device received the challenge from somebody else, and accepted it: the person started to play."""

    @property
    def played(self) -> bool:
        """Whether at least one round was played on this device."""
        return any(result.sheet for result in self.own_results)

    def is_own(self, result: Result) -> bool:
        """Whether a result is one of this device's, or an earlier state of one."""
        return any(_continues(own, result) and own.name in ("", result.name) for own in self.own_results)

    def with_own_result(self, result: Result) -> ChallengeEntry:
        """Add a result of this device. Of all results of one match, only the one with the most rounds stays.

        If `result` has no name, the name of an earlier result of the match stays.
        """
        result = result._replace(name=clean(result.name))
        same_match = [own for own in self.own_results if _continues(own, result) or _continues(result, own)]
        name = result.name or next((own.name for own in same_match if own.name), "")
        longest = max([result, *same_match], key=lambda each: len(each.sheet))._replace(name=name)
        other_matches = [own for own in self.own_results if own not in same_match]
        ranked = _with_results(self.challenge, [*other_matches, longest]).results
        return self._replace(own_results=ranked)

    def with_results_of_link(self, results: tuple[Result, ...]) -> ChallengeEntry:
        """Add the results that a link contains, except those of this device.

        A result of a match that has gone on replaces the earlier result of that match.
        """
        added = [result for result in results if not self.is_own(result)]
        known = [
            result for result in self.challenge.results if not any(_is_later(new, result) for new in added)
        ]
        return self._replace(challenge=_with_results(self.challenge, [*known, *added]))


def new_challenge_entry(challenge: Challenge, when: int) -> ChallengeEntry:
    """A new entry for a challenge, without results. Its id is a hash, the same on every device."""
    without_results = challenge._replace(results=())
    id = sha256(write_challenge(without_results).encode()).hexdigest()[:12]
    return ChallengeEntry(id, when, without_results)


def _with_results(challenge: Challenge, results: list[Result]) -> Challenge:
    """The challenge with only these results."""
    challenge = challenge._replace(results=())
    for result in results:
        challenge = challenge.with_result(result)
    return challenge


def _continues(longer: Result, shorter: Result) -> bool:
    """Whether both may be results of one match: `longer` begins with all rounds of `shorter`, and may have more.

    A first and a second try (`Result.again`) are different matches.
    """
    if not shorter.sheet:  # the result of a person who only passed the challenge on
        return longer.name == shorter.name
    same_rounds = longer.sheet[: len(shorter.sheet)] == shorter.sheet
    return same_rounds and longer.again == shorter.again


def _is_later(new: Result, known: Result) -> bool:
    """Whether `new` is a later state of the result `known`."""
    return new.name == known.name and new != known and _continues(new, known)


def write_challenge_entry(entry: ChallengeEntry) -> str:
    """Write a challenge entry as one line of JSON."""
    data: kept.ChallengeEntry = {
        "format": FORMAT,
        "id": entry.id,
        "when": entry.when,
        "sent": entry.sent,
        "came": entry.accepted,
        "theirs": write_challenge(entry.challenge),
        "mine": write_challenge(entry.challenge._replace(results=entry.own_results)),
    }
    return json.dumps(data, separators=(",", ":"))


def read_challenge_entry(text: str) -> ChallengeEntry:
    """Read a challenge entry. Raises RecordError if it is unreadable."""
    data = fields.read_document(text, FORMAT, LONGEST)
    sent, accepted = data.get("sent"), data.get("came")
    if not isinstance(sent, bool) or not isinstance(accepted, bool):
        raise fields.invalid("sent")
    try:
        challenge = read_challenge(fields.text(data, "theirs", LONGEST))
        with_own_results = read_challenge(fields.text(data, "mine", LONGEST))
    except LinkError:
        raise fields.invalid("theirs") from None
    if not challenge.seats or challenge._replace(results=()) != with_own_results._replace(results=()):
        raise fields.invalid("mine")
    id, when = fields.text(data, "id", 100), fields.number(data, "when", fields.LATEST)
    return ChallengeEntry(id, when, challenge, with_own_results.results, sent, accepted)
