"""The verbs for challenges that were sent and received: who has answered, and an answer that comes home."""

from typing import Any

from game.engine.history.known_deals import finished, is_known
from game.engine.sharing.opened_link import challenge_told, result_told
from game.ledger.challenge_entry import Exchange, exchange_of, write_exchange
from game.ledger.summary import Summary
from game.records.links.challenge import Challenge, Result, challenge_of, read_challenge, write_challenge
from game.rules.errors import Refusal
from game.rules.match import start_match
from game.session.saving import record_made
from game.session.session import Session
from game.store.entries import CHALLENGE
from game.store.match_store import MatchStore


class Challenges:
    """The challenges in the match store."""

    def __init__(self, store: MatchStore) -> None:
        self._store = store

    async def challenges(self) -> dict[str, Any]:
        """{"challenges": [{"id", "when", "sent", "preset", "rounds", "played": here, "results": [result, …] best first}, …]}, the
        newest first; a result is as of `result_told`, without those of somebody who only sends it, but "from" names that one."""
        await self._store.refresh()
        kept = [made for made in self._store.entries(CHALLENGE).values() if made.sent or made.came]
        kept.sort(key=lambda made: (-made.when, made.id))
        await self._store.flush()
        return {"challenges": [_listed(made) for made in kept]}

    async def open_challenge(self, id: str) -> dict[str, Any]:
        """One of these as `open_link` answers it, with its "code". Raises Refusal when it is gone."""
        kept: Exchange | None = self._store.entry(CHALLENGE, id)
        if kept is None:
            raise Refusal("error.no-match", {})
        return {**self._told(kept, ()), "code": write_challenge(kept.theirs)}

    async def forget_challenge(self, id: str) -> dict[str, Any]:
        """Takes one away; `undelete_match` brings it back. Answers as `challenges`. Raises Refusal."""
        self._store.remove(CHALLENGE.prefix + id)
        await self._store.flush()
        return await self.challenges()

    async def challenge_sent(self, code: str) -> bool:
        """Says that the link of a challenge went out. Raises LinkError."""
        kept = self._exchange(read_challenge(code))
        put(self._store, kept._replace(sent=True))
        await self._store.flush()
        return True

    async def opened(self, held: Challenge) -> dict[str, Any]:
        """What a challenge with opponents holds: an answer where the deal was played here, else a challenge; see `opened.told`."""
        before = self._exchange(held)
        after = before.with_theirs(held.results)
        fresh = tuple(result for result in after.theirs.results if result not in before.theirs.results)
        if after.played:
            put(self._store, after if after.came else after._replace(sent=True))
            await self._store.flush()
        return self._told(after, fresh)

    def taken(self, held: Challenge) -> None:
        """The challenge of a link is played from now on."""
        put(self._store, self._exchange(held).with_theirs(held.results)._replace(came=True))

    def shared(self, session: Session, challenge: Challenge, result: Result) -> None:
        """A link was made with this result of the match on the table; whether it goes out is said by `challenge_sent`."""
        kept = self._exchange(challenge, session)
        mine = kept.with_mine(result) if result.name or result.sheet else kept
        put(self._store, mine.with_theirs(challenge.results))

    def _exchange(self, held: Challenge, session: Session | None = None) -> Exchange:
        """What is kept of a challenge; what can be known of it where nothing is."""
        made = exchange_of(held, self._store.clock())
        kept: Exchange | None = self._store.entry(CHALLENGE, made.id)
        if kept is not None:
            return kept
        played = None if session else finished(self._store, start_match(held.options, held.seed))
        return made.with_mine(_result_of(played, held)) if played and _fits(played, held) else made

    def _told(self, kept: Exchange, fresh: tuple[Result, ...]) -> dict[str, Any]:
        """{"kind": "answer", as of a challenge, "id", "sent", "fresh": the results that are new}, and in "results" all of them,
        those of this device marked as "mine"; a challenge that was not played here is told as one, with "again"."""
        told = challenge_told(kept.theirs)
        if not kept.played:
            return {
                **told,
                "again": is_known(self._store, start_match(kept.theirs.options, kept.theirs.seed)),
            }
        results = _ranked(kept)
        others = [result for result in results if not result["mine"]]
        new = [result_told(kept.theirs, result) for result in fresh if result.sheet]
        return {
            **told,
            "kind": "answer",
            "id": kept.id,
            "sent": not kept.came,
            "results": results,
            "fresh": new or others[:1],
        }


def remember_challenge(store: MatchStore, session: Session) -> None:
    """A match that is over brings its result into the challenge of its deal, if there is one."""
    if not session.alone:
        return
    challenge = read_challenge(session.link) if session.link else challenge_of(record_made(session))
    kept: Exchange | None = store.entry(CHALLENGE, exchange_of(challenge, 0).id)
    if kept is not None:
        put(store, kept.with_mine(Result("", session.match.round_scores, session.marked, session.again)))


def put(store: MatchStore, exchange: Exchange) -> None:
    """Keeps a challenge; what has not changed keeps its time."""
    before = store.entry(CHALLENGE, exchange.id)
    if exchange != before:
        store.put_entry(CHALLENGE, exchange.id, write_exchange(exchange._replace(when=store.clock())))


def _fits(played: Summary, held: Challenge) -> bool:
    """Whether a finished match was played by the challenge's rules, against its opponents."""
    seats = [(part.kind, part.level) for part in played.parts]
    return played.preset == held.preset and seats == [(seat.kind, seat.level) for seat in held.seats]


def _result_of(played: Summary, held: Challenge) -> Result:
    """The result of a match that was finished before anything of its challenge was kept: the first with its sheet in the link."""
    sheet = tuple(zip(*(part.points for part in played.parts), strict=True))
    sent = next((result for result in held.results if result.sheet == sheet), None)
    return sent or Result("", sheet, False, played.again)


def _ranked(kept: Exchange) -> list[dict[str, Any]]:
    """All results with a sheet, best first."""
    every = [result for result in (*kept.theirs.results, *kept.mine.results) if result.sheet]
    mine = kept.mine.results
    return [result_told(kept.theirs, result, result in mine) for result in kept.theirs.ranked(every)]


def _listed(kept: Exchange) -> dict[str, Any]:
    senders = [result.name for result in kept.theirs.results]
    return {
        "id": kept.id,
        "when": kept.when,
        "sent": not kept.came,
        "from": senders[0] if senders else "",
        "preset": kept.theirs.preset,
        "rounds": kept.theirs.options.round_count,
        "played": kept.played,
        "results": _ranked(kept),
    }
