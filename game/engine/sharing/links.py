"""The verbs for links and for the proof of a deal."""

from collections.abc import Iterator
from typing import Any

from game.engine.history.known_deals import is_known
from game.engine.history.replays import Replays
from game.engine.match.current import CurrentMatch
from game.engine.match.thinking import Thinking
from game.engine.scene import Scene
from game.engine.sharing.challenges import Challenges
from game.engine.sharing.deal_proof import checked, promised
from game.engine.sharing.opened_link import compared, told
from game.engine.sharing.puzzle_session import Riddle, add_puzzle
from game.engine.sharing.seating import called, to_play
from game.narration import messages
from game.players.coach import hints as coach
from game.records.links.any_link import Carried, read_any, write_position
from game.records.links.challenge import Challenge, Result, challenge_of, read_challenge, write_challenge
from game.records.links.puzzle import Puzzle
from game.records.links.replay_link import Replay, write_replay
from game.records.record import Seat
from game.rules.errors import LinkError, Refusal
from game.rules.match import start_match
from game.rules.rng import Rng
from game.session.saving import record_made
from game.session.session import Session
from game.session.slices import in_slices
from game.store.match_store import MatchStore


class Sharing:
    """Makes links of the match on the table, and takes links up."""

    def __init__(
        self,
        match: CurrentMatch,
        store: MatchStore,
        thinking: Thinking,
        replays: Replays,
        challenges: Challenges,
    ) -> None:
        self._match = match
        self._challenges = challenges
        self._store = store
        self._thinking = thinking
        self._replays = replays

    # --- out

    async def share(self, what: str = "", name: str = "", looked_at: bool = False) -> dict[str, Any]:
        """The link of the match on the table: {"what", "whats", "code", "said": a message to send with it,
        "notes": messages for who sends it}.

        `what` is challenge, replay (of what is over), position (to go on elsewhere) or puzzle (one's turn); another one than
        those in `whats`, which can be had now, is taken as the first of them. `name` is that of who sends it. With `looked_at` it is the
        match of the replay that is open, to be looked at again.
        Raises LinkError for what no link can hold, Refusal where there is no match.
        """
        if looked_at:
            return self._share_replay()
        session = self._match.table()
        whats = [kind for kind, can in _whats(session).items() if can]
        if not session.kept or not whats:
            raise Refusal("error.no-match", {})
        what = what if what in whats else whats[0]
        if what == "challenge":
            result = Result(name, session.match.round_scores, session.marked, session.again)
            challenge = _challenge_of(session, result)
            self._challenges.shared(session, challenge, result)
            await self._store.flush()
            return _shared(what, whats, write_challenge(challenge), _sent(session, challenge))
        record = record_made(session)
        if name and session.alone and what != "position":
            record = record._replace(seats=_named(record.seats, session.person, name))
        if what == "puzzle":
            code = write_position(Puzzle(record.preset, record.seats, session.view))
        else:
            replay = Replay(record, session.undone)
            code = write_replay(replay) if what == "replay" else write_position(Carried(replay))
        return _shared(what, whats, code, messages.message(f"share.said.{what}"))

    def _share_replay(self) -> dict[str, Any]:
        looked_at = self._replays.looked_at
        if looked_at is None:
            raise Refusal("error.no-match", {})
        said = messages.message("share.said.replay")
        return _shared("replay", ["replay"], write_replay(Replay(looked_at.record)), said)

    # --- in

    async def open_link(self, code: str) -> dict[str, Any]:
        """What a link of any kind holds, see `opened.told`, a challenge's see `Challenges.opened`; nothing is begun. Raises LinkError."""
        held = read_any(code)
        if isinstance(held, Challenge) and held.seats:
            return await self._challenges.opened(held)
        return told(held)

    async def take_link(self, code: str, names: list[str], aspect: float) -> Scene:
        """Takes up a link: a challenge is dealt, with these names by seat; a match goes on as one of its own; a puzzle is laid;
        a replay is looked at (engine/history/replays.py).

        Raises LinkError, and Refusal for names that no save could hold. What was on the table waits.
        """
        held = read_any(code)
        if isinstance(held, Puzzle):
            return self._match.visit(Riddle(held, aspect))
        if isinstance(held, Replay):
            return self._replays.show_replay(held.record, aspect)
        if isinstance(held, Challenge) and held.seats:
            session = _taken_up(held, names, aspect)
            session.link = code
            session.again = is_known(self._store, session.match)
            self._challenges.taken(held)
        elif isinstance(held, Carried):
            session = _gone_on(held.replay, aspect)
            session.again = is_known(self._store, session.match)
        else:
            raise LinkError("error.link.not-ours")
        return await self._match.seat(session, self._store.new_label())

    async def puzzle_answer(self) -> dict[str, Any] | None:
        """What the coach would play in a puzzle: {"verdict": message, "said": as of a hint}; None when the table changed meanwhile.

        Raises Refusal before something was chosen.
        """
        session = self._match.table()
        if not isinstance(session, Riddle) or session.chosen is None:
            raise Refusal("error.puzzle-first", {})
        found = await self._thinking.result(session, _advised(session))
        if found is None:
            return None
        verdict, cost = session.answer(found)
        names = [seat.name for seat in session.seats]
        move = session.board.exact(session.asked, found.choice)
        return {
            "verdict": messages.message(
                f"puzzle.{verdict}", **({"n": max(1, round(cost))} if verdict == "worse" else {})
            ),
            "said": messages.advice(move, found, session.asked, names)["said"],
        }

    # --- the proof

    async def check_deal(self) -> dict[str, Any]:
        """Opens what was promised before the first tile and deals everything again, see `proof.checked`. Raises Refusal."""
        return checked(self._match.table())


def add_shared(made: Scene, session: Session) -> None:
    """Adds to a scene "sealed" (the promise, or null), "compare" (see `compared`) and "day" (whose deal it is, or empty),
    "again" (whether it is a second try).

    To a puzzle's scene also what `add_puzzle` says.
    """
    made["sealed"] = session.commitment.hash if session.commitment else None
    made["compare"] = compared(session)
    made["day"] = session.day
    made["again"] = session.again
    if "card" in made and made["sealed"] and made["round"]["number"] == 1:
        made["card"]["lines"] += [messages.message("card.sealed", digits=made["sealed"][:12])]
    if isinstance(session, Riddle):
        add_puzzle(made, session)


def _whats(session: Session) -> dict[str, bool]:
    """What can be shared now, the likeliest first."""
    over, match = session.phase == "match-over", session.match
    return {
        "challenge": session.alone,
        "replay": match.current is None and bool(match.rounds),
        "position": not over,
        "puzzle": session.my_turn,
    }


def _named(seats: tuple[Seat, ...], person: int, name: str) -> tuple[Seat, ...]:
    """The seats with the person's under the name by which others know them."""
    return tuple(seat._replace(name=name) if place == person else seat for place, seat in enumerate(seats))


def _shared(what: str, whats: list[str], code: str, said: messages.Message) -> dict[str, Any]:
    """What `share` answers."""
    return {
        "what": what,
        "whats": whats,
        "code": code,
        "said": said,
        "notes": [messages.message(f"share.note.{what}")],
    }


def _challenge_of(session: Session, result: Result) -> Challenge:
    """The challenge to play this match's deals, with this match's result beside those that it was taken up with."""
    record = record_made(session)
    challenge = read_challenge(session.link) if session.link else challenge_of(record)
    return challenge.with_result(result) if result.name or result.sheet else challenge


def _sent(session: Session, challenge: Challenge) -> messages.Message:
    scores = session.match.round_scores
    if not scores:
        return messages.message("share.said.challenge")
    total = messages.message("count.points", n=sum(line[challenge.person] for line in scores))
    return messages.message(
        "share.said.result", total=total, rounds=messages.message("count.rounds", n=len(scores))
    )


def _taken_up(held: Challenge, names: list[str], aspect: float) -> Session:
    seats = tuple(map(to_play, called(held.seats, names)))
    return promised(Session(start_match(held.options, held.seed), held.preset, seats, aspect))


def _gone_on(replay: Replay, aspect: float) -> Session:
    record = replay.record
    if all(seat.kind != "human" for seat in record.seats):
        raise Refusal("error.session.nobody", {})
    seats = tuple(map(to_play, record.seats))
    session = Session(record.match, record.preset, seats, aspect)
    session.undone, session.commitment = replay.undone, record.commitment
    return session


def _advised(riddle: Riddle) -> Iterator[coach.Hint | None]:
    found = yield from in_slices(coach.hint(riddle.asked, "balanced", Rng("", "puzzle")))
    yield found
