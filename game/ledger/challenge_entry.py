"""A challenge that was sent or received, with all results that are known here, `chickenfoot-challenge/1`.

    {"format": "chickenfoot-challenge/1", "id": "…", "when": ms since 1970 of the last change,
     "sent": it was sent from here, "came": it came here,
     "theirs": "#c…" the challenge with the results of others, "mine": "#c…" the same with those of this device}

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


class Exchange(NamedTuple):
    """A challenge with the results of others and those of this device; neither of the two holds the other's."""

    id: str
    when: int
    theirs: Challenge
    mine: Challenge
    sent: bool = False
    came: bool = False

    @property
    def played(self) -> bool:
        """Whether a round of it was played on this device."""
        return any(result.sheet for result in self.mine.results)

    def is_mine(self, result: Result) -> bool:
        """Whether a result was made on this device, then or later on in the same match."""
        return any(_goes_on(mine, result) and mine.name in ("", result.name) for mine in self.mine.results)

    def with_mine(self, result: Result) -> "Exchange":
        """With a result of this device, in place of what it goes on from; the name under which that was sent stays."""
        result = result._replace(name=clean(result.name))
        same = [mine for mine in self.mine.results if _goes_on(mine, result) or _goes_on(result, mine)]
        name = result.name or next((mine.name for mine in same if mine.name), "")
        longest = max([result, *same], key=lambda each: len(each.sheet))._replace(name=name)
        mine = _with([*(other for other in self.mine.results if other not in same), longest], self.mine)
        return self._replace(mine=mine)

    def with_theirs(self, results: tuple[Result, ...]) -> "Exchange":
        """With results that came in a link, as far as they are not this device's."""
        theirs = [result for result in results if not self.is_mine(result)]
        earlier = [known for known in self.theirs.results if not any(_is_later(new, known) for new in theirs)]
        return self._replace(theirs=_with([*earlier, *theirs], self.theirs))


def exchange_of(challenge: Challenge, when: int) -> Exchange:
    """A challenge without anybody's results."""
    bare = challenge._replace(results=())
    id = sha256(write_challenge(bare).encode()).hexdigest()[:12]
    return Exchange(id, when, bare, bare)


def _with(results: list[Result], challenge: Challenge) -> Challenge:
    challenge = challenge._replace(results=())
    for result in results:
        challenge = challenge.with_result(result)
    return challenge


def _goes_on(longer: Result, shorter: Result) -> bool:
    """Whether one result may be of the same match as another one, at the same place or later."""
    begins = longer.sheet[: len(shorter.sheet)] == shorter.sheet
    if not shorter.sheet:  # of somebody who only sends it
        return begins and longer.name == shorter.name
    return begins and longer.again == shorter.again


def _is_later(new: Result, known: Result) -> bool:
    return new.name == known.name and new != known and _goes_on(new, known)


def write_exchange(exchange: Exchange) -> str:
    """The challenge as one line of JSON."""
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


def read_exchange(text: str) -> Exchange:
    """The challenge in a text. Raises RecordError."""
    data = fields.document(text, FORMAT, LONGEST)
    sent, came = data.get("sent"), data.get("came")
    if not isinstance(sent, bool) or not isinstance(came, bool):
        raise fields.refused("sent")
    try:
        theirs = read_challenge(fields.text(data, "theirs", LONGEST))
        mine = read_challenge(fields.text(data, "mine", LONGEST))
    except LinkError:
        raise fields.refused("theirs") from None
    if not theirs.seats or theirs._replace(results=()) != mine._replace(results=()):
        raise fields.refused("mine")
    id = fields.text(data, "id", 100)
    return Exchange(id, fields.number(data, "when", LATEST), theirs, mine, sent, came)
