"""The verbs (requests of the page) for sent and received challenges: list them with their results, open their links.

A challenge's link also carries results. If this device has a result of the same challenge, the page shows the link as
an *answer*: it compares the results, instead of offering the deal to play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.engine.sharing.opened_link import challenge_parts, own_result, result_data
from game.engine.starting.known_deals import find_finished, is_known_deal
from game.engine.verb_group import verb
from game.ledger.challenge_entry import ChallengeEntry, new_challenge_entry, write_challenge_entry
from game.ledger.summary import Summary
from game.records.links.challenge import Challenge, Result, challenge_of, read_challenge, write_challenge
from game.rules.errors import LinkError, Refusal
from game.rules.match import start_match
from game.session.saving import session_record
from game.session.session import Session
from game.store.entries import CHALLENGE
from game.store.match_store import MatchStore

if TYPE_CHECKING:
    from game.contract.answers.sharing_answers import ChallengeList, ChallengeRow, LinkContent
    from game.contract.score_sheets import ChallengeResult


class Challenges:
    """The verbs for challenges in the match store."""

    def __init__(self, store: MatchStore) -> None:
        self._store = store

    @verb
    async def challenges(self) -> ChallengeList:
        """List the sent and the received challenges, newest first."""
        await self._store.refresh()
        stored = [entry for entry in self._store.entries(CHALLENGE).values() if entry.sent or entry.accepted]
        stored.sort(key=lambda entry: (-entry.when, entry.id))
        await self._store.flush()
        return {"challenges": [_list_row(entry) for entry in stored]}

    @verb
    async def open_challenge(self, id: str) -> LinkContent:
        """Describe a stored challenge as `open_link` describes a link.

        Raises Refusal for an unknown id.
        """
        stored = self._store.entry(CHALLENGE, id)
        if stored is None:
            raise Refusal("error.no-match", {})
        return self._describe(stored, (), write_challenge(stored.challenge))

    @verb
    async def forget_challenge(self, id: str) -> ChallengeList:
        """Delete a challenge. Until something else is deleted, the verb `undelete_match` can restore it.

        Returns the list of `challenges`. Raises Refusal for an unknown id.
        """
        self._store.remove(CHALLENGE.prefix + id)
        await self._store.flush()
        return await self.challenges()

    @verb
    async def challenge_sent(self, code: str) -> bool:
        """Mark the challenge of a link code as sent. Returns True. Raises LinkError."""
        stored = self._entry_of(read_challenge(code))
        store_challenge_entry(self._store, stored._replace(sent=True))
        await self._store.flush()
        return True

    async def open_received(self, challenge: Challenge, code: str) -> LinkContent:
        """Describe a challenge from the link `code`, see `_describe`. If the link is an answer, also store its results."""
        before = self._entry_of(challenge)
        after = before.with_results_of_link(challenge.results)
        known = before.challenge.results
        new_results = tuple(result for result in after.challenge.results if result not in known)
        if after.played:
            # If this device did not accept the challenge, it played the deal first. Then take the link for an answer to
            # a challenge of this device. Mark that challenge as sent, in case its sending was not noticed: only then
            # does the list show it.
            store_challenge_entry(self._store, after if after.accepted else after._replace(sent=True))
            await self._store.flush()
        return self._describe(after, new_results, code)

    def mark_accepted(self, challenge: Challenge) -> None:
        """Store that this device received a challenge and plays it."""
        entry = self._entry_of(challenge).with_results_of_link(challenge.results)
        store_challenge_entry(self._store, entry._replace(accepted=True))

    def store_own_result(self, challenge: Challenge, result: Result) -> None:
        """Store this device's result in the challenge, when the person makes a link of it.

        `challenge_sent` later marks the challenge as sent.
        """
        entry = self._entry_of(challenge, with_finished=False)
        if result.name or result.sheet:
            entry = entry.with_own_result(result)
        store_challenge_entry(self._store, entry.with_results_of_link(challenge.results))

    def _entry_of(self, challenge: Challenge, with_finished: bool = True) -> ChallengeEntry:
        """The stored entry of a challenge. If there is none, a new entry.

        If a finished match had the same deal, rule-book and opponents, a new entry contains the result of that match.
        Without `with_finished`, a new entry contains no result.
        """
        entry = new_challenge_entry(challenge, self._store.clock())
        stored = self._store.entry(CHALLENGE, entry.id)
        if stored is not None:
            return stored
        if with_finished:
            summary = find_finished(self._store, start_match(challenge.options, challenge.seed))
            if summary and _same_table(summary, challenge):
                return entry.with_own_result(_result_of_summary(summary, challenge))
        return entry

    def _describe(self, stored: ChallengeEntry, new_results: tuple[Result, ...], code: str) -> LinkContent:
        """Describe a challenge to the page: to compare its results if this device has one, else to play it.

        A challenge to play would be a second try if this device has another match with the same tiles, for example against
        other opponents.
        """
        challenge = stored.challenge
        content = challenge_parts(challenge)
        if not stored.played:
            match = start_match(challenge.options, challenge.seed)
            again = is_known_deal(self._store, match)
            return {**content, "kind": "challenge", "again": again, "code": code}
        results = _ranked_results(stored)
        others = [result for result in results if not result["mine"]]
        new = [result_data(challenge, result) for result in new_results if result.sheet]
        return {
            **content,
            "kind": "answer",
            "id": stored.id,
            "sent": not stored.accepted,
            "results": results,
            "fresh": new or others[:1],
            "code": code,
        }


def store_challenge_result(store: MatchStore, session: Session) -> None:
    """Add the result of a finished match to the stored challenge with the same deal, if there is one.

    Does nothing for a match of several people, and for one whose seed no challenge can hold.
    """
    if not session.alone:
        return
    try:
        challenge = read_challenge(session.link) if session.link else challenge_of(session_record(session))
        id = new_challenge_entry(challenge, 0).id
    except LinkError:
        return
    stored = store.entry(CHALLENGE, id)
    if stored is not None:
        store_challenge_entry(store, stored.with_own_result(own_result(session)))


def store_challenge_entry(store: MatchStore, entry: ChallengeEntry) -> None:
    """Store a challenge entry with the present time. Does nothing if the entry is unchanged."""
    before = store.entry(CHALLENGE, entry.id)
    if entry != before:
        store.put_entry(CHALLENGE, entry.id, write_challenge_entry(entry._replace(when=store.clock())))


def _same_table(summary: Summary, challenge: Challenge) -> bool:
    """Whether a finished match had the challenge's rule-book and opponents."""
    seats = [(seat.kind, seat.level) for seat in summary.seats]
    return summary.preset == challenge.preset and seats == [
        (seat.kind, seat.level) for seat in challenge.seats
    ]


def _result_of_summary(summary: Summary, challenge: Challenge) -> Result:
    """The result of a match that ended before its challenge was stored.

    If the link contains a result with the same score sheet, it is the result of that match. It is better than one made
    of the summary, because it also has the name, and says whether the person used undo or hints.
    """
    sheet = tuple(zip(*(seat.points for seat in summary.seats), strict=True))
    in_link = next((result for result in challenge.results if result.sheet == sheet), None)
    return in_link or Result("", sheet, False, summary.again)


def _ranked_results(stored: ChallengeEntry) -> list[ChallengeResult]:
    """All results with a score sheet, best first.

    A result without a sheet names somebody who only passed the challenge on.
    """
    challenge, own = stored.challenge, stored.own_results
    results = [result for result in (*challenge.results, *own) if result.sheet]
    return [result_data(challenge, result, result in own) for result in challenge.ranked(results)]


def _list_row(stored: ChallengeEntry) -> ChallengeRow:
    senders = [result.name for result in stored.challenge.results]
    return {
        "id": stored.id,
        "when": stored.when,
        "sent": not stored.accepted,
        "from": senders[0] if senders else "",
        "preset": stored.challenge.preset,
        "rounds": stored.challenge.options.round_count,
        "played": stored.played,
        "results": _ranked_results(stored),
    }
