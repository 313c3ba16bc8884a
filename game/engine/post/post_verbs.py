"""The verbs (requests of the page) for matches by post.

A match by post is an entry of its own in the store, not a stored match. It is on the table as a `PostSession`, which the
function `_keep` stores whenever it has changed. A link may arrive in another tab: the newest tab takes the match over.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from game.engine import menu
from game.engine.history.finished import store_summary
from game.engine.match.current import CurrentMatch
from game.engine.post.post_cards import add_post, card_of, event_said, receivers, row_of, words_to_send
from game.engine.starting.seating import read_seat
from game.engine.verb_group import verb, verbs_of
from game.records.post.merging import HeldMatch, begin, opened
from game.records.post.post_link import read_post, write_post
from game.records.post.posted_match import MOST_PEOPLE, PostedMatch
from game.records.text.names import clean
from game.rules.errors import LinkError, Refusal
from game.session.post.post_session import BOTS_ASPECT, PostSession, with_bots_played
from game.session.post.stored_post import held_match, write_post_entry
from game.session.save_head import Label
from game.session.session import Session
from game.store.entries import POST, SUMMARY
from game.store.match_lock import MatchLock
from game.store.match_store import MatchStore

if TYPE_CHECKING:
    from game.contract.answers.post_answers import (
        PostArrival,
        PostChoice,
        PostContent,
        PostRow,
        PostShown,
        PostToSend,
        PostVerbs,
    )
    from game.contract.basics import Changes, ChosenSeat
    from game.contract.kept import PostFacts

SECRET_BYTES = 16


class PostMatches:
    """The verbs for matches by post, by name."""

    def __init__(self, match: CurrentMatch, store: MatchStore, lock: MatchLock) -> None:
        self._match, self._store, self._lock = match, store, lock
        self._kept: tuple[HeldMatch, int] | None = None  # what `_keep` has stored last
        match.on_save.append(self._keep)
        match.scene_parts.append(add_post)
        post_verbs: PostVerbs = self
        self.by_name = verbs_of(post_verbs)

    # --- lists

    @verb
    async def posts(self) -> list[PostRow]:
        """List the matches by post, those first in which something must be done here, then the newest ones."""
        await self._store.refresh()
        return self._rows()

    def _rows(self) -> list[PostRow]:
        rows = [
            row_of(id, entry.when, cast("PostFacts", entry.facts))
            for id, entry in self._store.entries(POST).items()
        ]
        return sorted(rows, key=lambda row: (not _wants_something(row), -row["when"], row["id"]))

    @verb
    async def forget_post(self, id: str) -> list[PostRow]:
        """Remove a match by post from this device; its link brings it back. Answers like `posts`.

        Raises Refusal for an unknown match.
        """
        await self._store.refresh()
        if self._match.holds(id):
            self._match.clear()
        self._store.remove(POST.prefix + id)
        await self._store.flush()
        return self._rows()

    # --- starting

    @verb
    async def begin_post(
        self, seats: Sequence[ChosenSeat], *, preset: str | None, changes: Changes
    ) -> PostShown:
        """Start a match by post for the person in the first person's seat. Nothing is sent yet.

        Raises OptionError, and Refusal for a bad seat, and for less than two or more than four people.
        """
        options = menu.resolved(preset, changes, len(seats))
        table = tuple(read_seat(choices) for choices in seats)
        table = tuple(seat._replace(name=clean(seat.name)) for seat in table)
        people = [number for number, seat in enumerate(table) if seat.kind == "human"]
        if not 2 <= len(people) <= MOST_PEOPLE:
            raise Refusal("error.post.people", {"most": MOST_PEOPLE})
        if len({seat.name.casefold() for seat in table}) < len(table):
            raise Refusal("error.post.names", {})
        return await self._begin(begin(preset, options, table, people[0], _new_secret()))

    @verb
    async def post_again(self, id: str) -> PostShown:
        """Start another match by post with the same table; the person here invites. Raises Refusal for an unknown match."""
        held, _ = self._read(id)
        starter = held.people[0] if held.people else held.posted.starter
        posted = held.posted
        if posted.is_over and not held.is_unsent:
            self._store.delete_entry(POST, id)  # the match is in the history
        return await self._begin(begin(posted.preset, posted.options, posted.seats, starter, _new_secret()))

    async def _begin(self, held: HeldMatch) -> PostShown:
        self._match.save()
        self._match.clear()
        self._write(held, 0)
        await self._store.flush()
        return {"card": card_of(held, self._when(held.posted.id))}

    # --- links

    @verb
    async def open_post_link(self, code: str) -> PostContent:
        """Say what a link would do on this device, and change nothing. Raises LinkError."""
        link = read_post(code)
        await self._store.refresh()
        kind, held, known = self._arrival(link)
        fork = None if known is None or kind != "fork" else known.fork(link)
        shown = held if known is None or kind != "fork" else known
        return {
            "kind": kind,
            "card": card_of(shown, self._when(link.id)),
            "seat": shown.posted.turn,
            "taken": [
                seat
                for seat in shown.posted.people_in_turn
                if shown.posted.holder(seat) is not None
                and not shown.plays_for(seat)
                and (shown.posted.is_dealt or seat != shown.posted.starter)
            ],
            "mine": None if fork is None else event_said(fork.mine, shown.posted),
            "theirs": None if fork is None else event_said(fork.theirs, shown.posted),
        }

    def _arrival(self, link: PostedMatch) -> tuple[PostArrival, HeldMatch, HeldMatch | None]:
        """What a link would do, the match after it, and the match before it (None: unknown here). Raises LinkError."""
        kind: PostArrival
        known = self._read(link.id)[0] if self._store.entry(POST, link.id) is not None else None
        if known is None:
            if self._store.entry(SUMMARY, link.id) is not None:
                return "finished", opened(link), None
            kind, held = "newer", opened(link)
        else:
            kind, held = known.merged(link)
            if kind in ("fork", "older"):
                return kind, held, known
        posted = held.posted
        if not held.people and not posted.is_over:
            is_free = posted.turn in posted.people_in_turn and posted.holder(posted.turn) is None
            return "invitation" if is_free else "elsewhere", held, known
        return kind, held, known

    @verb
    async def take_post_link(self, code: str, choice: PostChoice, aspect: float, seat: int = -1) -> PostShown:
        """Take a link as the person decides, and show its match.

        `seat` is the seat to take over; a person joins at the seat that is next. Raises LinkError.
        """
        link = read_post(code)
        await self._take(link.id)
        kind, held, known = self._arrival(link)
        if kind == "finished":
            raise LinkError("error.post.finished")
        if kind == "fork" and known is not None:
            held = known.merged(link, choice == "theirs")[1]
        if choice == "join":
            held = held.joined(held.posted.turn, _new_secret())
        elif choice == "take-over":
            held = held.took_over(seat, _new_secret())
        sheets = self._read(link.id)[1] if known is not None else _sheets_before(held)
        self._write(held, sheets, held != known)
        return await self._show(held, sheets, aspect)

    @verb
    async def open_post(self, id: str, aspect: float) -> PostShown:
        """Show a match by post; after the deal it comes to the table. Raises Refusal for an unknown match."""
        await self._take(id)
        held, sheets = self._read(id)
        return await self._show(held, sheets, aspect)

    async def _take(self, id: str) -> None:
        """Take a match by post from any other tab, and off the table of this one, which must not store an earlier state."""
        if self._session(id) is not None:
            self._match.save()
            self._match.clear()
        await self._lock.acquire(id, True)
        await self._store.refresh()

    async def _show(self, held: HeldMatch, sheets: int, aspect: float) -> PostShown:
        card = card_of(held, self._when(held.posted.id))
        if not held.posted.is_dealt:
            self._match.save()
            self._match.clear()
            await self._store.flush()
            return {"card": card}
        session = PostSession(held, sheets, aspect)
        scene = self._match.put_unsaved(session)
        self._kept = held, session.sheets
        await self._store.flush()
        scene["storage_problem"] = self._store.failure
        return {"card": card, "scene": scene}

    # --- sending

    @verb
    async def post_link(self, id: str) -> PostToSend:
        """Write the link to send. Bots that are next play first.

        Raises Refusal for an unknown match, and if it is the turn of a person at this device.
        """
        session = self._session(id)
        held, sheets = (session.held, session.sheets) if session is not None else self._read(id)
        if session is None or session.is_behind:
            played = with_bots_played(held)
            if session is not None and played != held:
                session.play_on(played)
            self._write(played, sheets, played != held)
            held = played
            await self._store.flush()
        if held.posted.turn in held.people:
            raise Refusal("error.post.your-turn", {})
        return {
            "id": id,
            "code": write_post(held.posted),
            "to": receivers(held.posted, held.people),
            "said": words_to_send(held),
        }

    @verb
    async def post_sent(self, id: str) -> PostShown:
        """Note that the link was sent: nothing before it can be undone. Raises Refusal for an unknown match."""
        session = self._session(id)
        if session is None:
            held, sheets = self._read(id)
            held = held.sent()
            self._write(held, sheets)
            await self._store.flush()
            return {"card": card_of(held, self._when(id))}
        session.sent()
        scene = await self._match.commit()
        return {"card": card_of(session.held, self._when(id)), "scene": scene}

    # --- the store

    def _session(self, id: str) -> PostSession | None:
        """The session of a match by post, if it is on the table."""
        session = self._match.session
        return session if isinstance(session, PostSession) and session.kept_id == id else None

    def _read(self, id: str) -> tuple[HeldMatch, int]:
        """A stored match by post, and the number of round ends that were seen. Raises Refusal if there is none."""
        entry = self._store.entry(POST, id)
        if entry is None:
            raise Refusal("error.no-match", {})
        return held_match(entry), entry.sheets

    def _when(self, id: str) -> int:
        entry = self._store.entry(POST, id)
        return self._store.clock() if entry is None else entry.when

    def _write(self, held: HeldMatch, sheets: int, has_changed: bool = True) -> None:
        """Store a match by post, with the present time if it `has_changed`. A finished one also goes to the history."""
        id = held.posted.id
        when = self._store.clock() if has_changed else self._when(id)
        self._store.put_entry(POST, id, write_post_entry(held, sheets, when))
        if held.posted.is_over and held.people and self._store.entry(SUMMARY, id) is None:
            session = PostSession(held, held.posted.options.round_count, BOTS_ASPECT)
            store_summary(self._store, session, Label(id, when))

    def _keep(self, session: Session) -> None:
        """Store the match by post on the table, if it has changed."""
        if isinstance(session, PostSession) and self._kept != (session.held, session.sheets):
            before, self._kept = self._kept, (session.held, session.sheets)
            self._write(session.held, session.sheets, before is None or before[0] != session.held)


def _wants_something(row: PostRow) -> bool:
    """Whether a match waits for this device: for its turn, or for a link to be sent."""
    return row["unsent"] or row["turn"] in row["here"]


def _sheets_before(held: HeldMatch) -> int:
    """The ends of earlier rounds that a new device does not show: all but those of the last round, in a match that is over."""
    played = held.posted.played
    return 0 if played is None else len(played.rounds) - played.over


def _new_secret() -> str:
    return secrets.token_hex(SECRET_BYTES)
