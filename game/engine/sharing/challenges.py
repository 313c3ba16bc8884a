"""The verbs for sent and received challenges: list them with their results, and open answers."""

from typing import Any

from game.engine.history.known_deals import find_finished, is_known_deal
from game.engine.sharing.opened_link import challenge_content, result_data
from game.ledger.challenge_entry import ChallengeEntry, new_challenge_entry, write_challenge_entry
from game.ledger.summary import Summary
from game.records.links.challenge import Challenge, Result, challenge_of, read_challenge, write_challenge
from game.rules.errors import Refusal
from game.rules.match import start_match
from game.session.saving import session_record
from game.session.session import Session
from game.store.entries import CHALLENGE
from game.store.match_store import MatchStore


class Challenges:
    """The verbs for challenges in the match store."""

    def __init__(self, store: MatchStore) -> None:
        self._store = store

    async def challenges(self) -> dict[str, Any]:
        """List the challenges, newest first:
        {"challenges": [{"id", "when", "sent", "from", "preset", "rounds", "played", "results": [result, …], best first}, …]}.

        "played" says whether the deal was played here. A result: see `result_data`; senders without a result are left out.
        "from" is the first sender's name.
        """
        await self._store.refresh()
        stored = [entry for entry in self._store.entries(CHALLENGE).values() if entry.sent or entry.came]
        stored.sort(key=lambda entry: (-entry.when, entry.id))
        await self._store.flush()
        return {"challenges": [_list_row(entry) for entry in stored]}

    async def open_challenge(self, id: str) -> dict[str, Any]:
        """Answer a stored challenge like `open_link`, with its "code". Raises Refusal when it is gone."""
        stored: ChallengeEntry | None = self._store.entry(CHALLENGE, id)
        if stored is None:
            raise Refusal("error.no-match", {})
        return {**self._answer(stored, ()), "code": write_challenge(stored.theirs)}

    async def forget_challenge(self, id: str) -> dict[str, Any]:
        """Delete a challenge; `undelete_match` restores it. Answers like `challenges`. Raises Refusal."""
        self._store.remove(CHALLENGE.prefix + id)
        await self._store.flush()
        return await self.challenges()

    async def challenge_sent(self, code: str) -> bool:
        """Mark a challenge as sent. Raises LinkError."""
        stored = self._entry_of(read_challenge(code))
        store_challenge_entry(self._store, stored._replace(sent=True))
        await self._store.flush()
        return True

    async def open_received(self, challenge: Challenge) -> dict[str, Any]:
        """Answer a challenge link with seats: as an answer if the deal was played here, else as a challenge."""
        before = self._entry_of(challenge)
        after = before.with_theirs(challenge.results)
        fresh = tuple(result for result in after.theirs.results if result not in before.theirs.results)
        if after.played:
            store_challenge_entry(self._store, after if after.came else after._replace(sent=True))
            await self._store.flush()
        return self._answer(after, fresh)

    def mark_accepted(self, challenge: Challenge) -> None:
        """Store that a received challenge is being played."""
        store_challenge_entry(
            self._store, self._entry_of(challenge).with_theirs(challenge.results)._replace(came=True)
        )

    def store_own_result(self, session: Session, challenge: Challenge, result: Result) -> None:
        """Store this device's result when a link with it is made. `challenge_sent` marks it as sent later."""
        stored = self._entry_of(challenge, session)
        mine = stored.with_mine(result) if result.name or result.sheet else stored
        store_challenge_entry(self._store, mine.with_theirs(challenge.results))

    def _entry_of(self, challenge: Challenge, session: Session | None = None) -> ChallengeEntry:
        """The stored entry of a challenge. If there is none, a new one, with the result of a finished match of the same deal."""
        entry = new_challenge_entry(challenge, self._store.clock())
        stored: ChallengeEntry | None = self._store.entry(CHALLENGE, entry.id)
        if stored is not None:
            return stored
        played = (
            None if session else find_finished(self._store, start_match(challenge.options, challenge.seed))
        )
        return (
            entry.with_mine(_result_of_summary(played, challenge))
            if played and _same_table(played, challenge)
            else entry
        )

    def _answer(self, stored: ChallengeEntry, fresh: tuple[Result, ...]) -> dict[str, Any]:
        """The answer for the page: {"kind": "answer", the other keys of `challenge_content`, "id", "sent", "fresh": new results}.

        "results" holds all results; those of this device have "mine". If the deal was not played here, the answer is
        `challenge_content` with "again".
        """
        content = challenge_content(stored.theirs)
        if not stored.played:
            return {
                **content,
                "again": is_known_deal(self._store, start_match(stored.theirs.options, stored.theirs.seed)),
            }
        results = _ranked_results(stored)
        others = [result for result in results if not result["mine"]]
        new = [result_data(stored.theirs, result) for result in fresh if result.sheet]
        return {
            **content,
            "kind": "answer",
            "id": stored.id,
            "sent": not stored.came,
            "results": results,
            "fresh": new or others[:1],
        }


def store_challenge_result(store: MatchStore, session: Session) -> None:
    """Add the result of a finished match to the stored challenge with the same deal, if there is one."""
    if not session.alone:
        return
    challenge = read_challenge(session.link) if session.link else challenge_of(session_record(session))
    stored: ChallengeEntry | None = store.entry(CHALLENGE, new_challenge_entry(challenge, 0).id)
    if stored is not None:
        store_challenge_entry(
            store, stored.with_mine(Result("", session.match.round_scores, session.marked, session.again))
        )


def store_challenge_entry(store: MatchStore, entry: ChallengeEntry) -> None:
    """Store a challenge. An unchanged one keeps its time."""
    before = store.entry(CHALLENGE, entry.id)
    if entry != before:
        store.put_entry(CHALLENGE, entry.id, write_challenge_entry(entry._replace(when=store.clock())))


def _same_table(played: Summary, challenge: Challenge) -> bool:
    """Whether a finished match had the challenge's rule-book and opponents."""
    seats = [(part.kind, part.level) for part in played.parts]
    return played.preset == challenge.preset and seats == [
        (seat.kind, seat.level) for seat in challenge.seats
    ]


def _result_of_summary(played: Summary, challenge: Challenge) -> Result:
    """The result of a match that ended before its challenge was stored. A result in the link with the same sheet is the same."""
    sheet = tuple(zip(*(part.points for part in played.parts), strict=True))
    sent = next((result for result in challenge.results if result.sheet == sheet), None)
    return sent or Result("", sheet, False, played.again)


def _ranked_results(stored: ChallengeEntry) -> list[dict[str, Any]]:
    """All results that have a score sheet, best first."""
    every = [result for result in (*stored.theirs.results, *stored.mine.results) if result.sheet]
    mine = stored.mine.results
    return [result_data(stored.theirs, result, result in mine) for result in stored.theirs.ranked(every)]


def _list_row(stored: ChallengeEntry) -> dict[str, Any]:
    senders = [result.name for result in stored.theirs.results]
    return {
        "id": stored.id,
        "when": stored.when,
        "sent": not stored.came,
        "from": senders[0] if senders else "",
        "preset": stored.theirs.preset,
        "rounds": stored.theirs.options.round_count,
        "played": stored.played,
        "results": _ranked_results(stored),
    }
