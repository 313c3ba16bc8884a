"""The stored form of a sent or received challenge with all known results, `chickenfoot-challenge/1`.

    {"format": "chickenfoot-challenge/1", "id": "…", "when": ms since 1970 of the last change,
     "sent": whether this device sent it, "came": whether this device received it,
     "theirs": "#c…" the challenge with other people's results, "mine": "#c…" the challenge with this device's results}

Unknown keys are ignored.
"""

import json
from hashlib import sha256
from typing import NamedTuple

from game.ledger.summary import LATEST
from game.records import fields
from game.records.links.challenge import Challenge, Result, read_challenge, write_challenge
from game.records.text.names import clean
from game.rules.errors import LinkError

FORMAT = "chickenfoot-challenge/1"
LONGEST = 20_000  # characters


class ChallengeEntry(NamedTuple):
    """A challenge with other people's results (`theirs`) and this device's results (`mine`), kept apart."""

    id: str
    when: int
    theirs: Challenge
    mine: Challenge
    sent: bool = False
    came: bool = False

    @property
    def played(self) -> bool:
        """Whether at least one round was played on this device."""
        return any(result.sheet for result in self.mine.results)

    def is_mine(self, result: Result) -> bool:
        """Whether a result is this device's, or an earlier state of this device's match."""
        return any(_continues(mine, result) and mine.name in ("", result.name) for mine in self.mine.results)

    def with_mine(self, result: Result) -> "ChallengeEntry":
        """Add a result of this device. It replaces earlier results of the same match, and keeps the name of a sent one."""
        result = result._replace(name=clean(result.name))
        same = [mine for mine in self.mine.results if _continues(mine, result) or _continues(result, mine)]
        name = result.name or next((mine.name for mine in same if mine.name), "")
        longest = max([result, *same], key=lambda each: len(each.sheet))._replace(name=name)
        mine = _replace_results(
            [*(other for other in self.mine.results if other not in same), longest], self.mine
        )
        return self._replace(mine=mine)

    def with_theirs(self, results: tuple[Result, ...]) -> "ChallengeEntry":
        """Add the results of a link, except for this device's own."""
        theirs = [result for result in results if not self.is_mine(result)]
        earlier = [known for known in self.theirs.results if not any(_is_later(new, known) for new in theirs)]
        return self._replace(theirs=_replace_results([*earlier, *theirs], self.theirs))


def new_challenge_entry(challenge: Challenge, when: int) -> ChallengeEntry:
    """A new entry for a challenge, without results."""
    bare = challenge._replace(results=())
    id = sha256(write_challenge(bare).encode()).hexdigest()[:12]
    return ChallengeEntry(id, when, bare, bare)


def _replace_results(results: list[Result], challenge: Challenge) -> Challenge:
    challenge = challenge._replace(results=())
    for result in results:
        challenge = challenge.with_result(result)
    return challenge


def _continues(longer: Result, shorter: Result) -> bool:
    """Whether one result may belong to the same match as another one, in the same state or later."""
    begins = longer.sheet[: len(shorter.sheet)] == shorter.sheet
    if not shorter.sheet:  # of a person who only passed the challenge on
        return begins and longer.name == shorter.name
    return begins and longer.again == shorter.again


def _is_later(new: Result, known: Result) -> bool:
    return new.name == known.name and new != known and _continues(new, known)


def write_challenge_entry(exchange: ChallengeEntry) -> str:
    """Write a challenge entry as one line of JSON."""
    told = {
        "format": FORMAT,
        "id": exchange.id,
        "when": exchange.when,
        "sent": exchange.sent,
        "came": exchange.came,
        "theirs": write_challenge(exchange.theirs),
        "mine": write_challenge(exchange.mine),
    }
    return json.dumps(told, separators=(",", ":"))


def read_challenge_entry(text: str) -> ChallengeEntry:
    """Read a challenge entry. Raises RecordError."""
    data = fields.read_document(text, FORMAT, LONGEST)
    sent, came = data.get("sent"), data.get("came")
    if not isinstance(sent, bool) or not isinstance(came, bool):
        raise fields.invalid("sent")
    try:
        theirs = read_challenge(fields.text(data, "theirs", LONGEST))
        mine = read_challenge(fields.text(data, "mine", LONGEST))
    except LinkError:
        raise fields.invalid("theirs") from None
    if not theirs.seats or theirs._replace(results=()) != mine._replace(results=()):
        raise fields.invalid("mine")
    id = fields.text(data, "id", 100)
    return ChallengeEntry(id, fields.number(data, "when", LATEST), theirs, mine, sent, came)
