"""The desk's verbs for links and for the proof of a deal."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from game.engine.scene import Scene, Shown
from game.engine.sharing.opened import compared, told
from game.engine.sharing.proof import checked, promised
from game.engine.sharing.riddle import Riddle, riddle_of
from game.engine.sharing.seating import called, to_play
from game.players.coach import hints as coach
from game.records.links.challenge import Challenge, Result, challenge_of, read_challenge, write_challenge
from game.records.links.kinds import Carried, read_any, write_position
from game.records.links.puzzle import Puzzle
from game.records.links.replay import Replay, write_replay
from game.records.record import Record, Seat
from game.rules.errors import LinkError, Refusal
from game.rules.match import start_match
from game.rules.rng import Rng
from game.session.heads import Label
from game.session.saving import record_made
from game.session.session import Session
from game.store.shelf import Shelf
from game.telling import messages as says

Found = TypeVar("Found")


class Sharing:
    """The part of the desk that makes links and takes them up."""

    session: Session | None
    shown: Shown
    shelf: Shelf
    _table: Callable[[], Session]
    _save: Callable[[], None]
    _scene: Callable[[], Scene]
    show_replay: Callable[[Record, float], Scene]

    async def _seated(self, session: Session, label: Label) -> Scene:
        raise NotImplementedError

    async def _thought_out(self, session: Session, thinking: Iterator[Found | None]) -> Found | None:
        raise NotImplementedError

    # --- out

    async def share(self, what: str = "", name: str = "") -> dict[str, Any]:
        """The link of the match on the table: {"what", "whats", "code", "said": a message to send with it,
        "notes": messages for who sends it}.

        `what` is challenge, replay (of what is over), position (to go on elsewhere) or puzzle (one's turn); another one than
        those in `whats`, which can be had now, is taken as the first of them. `name` is that of who sends it.
        Raises LinkError for what no link can hold, Refusal where there is no match.
        """
        session = self._table()
        whats = [kind for kind, can in _whats(session).items() if can]
        if not session.kept or not whats:
            raise Refusal("error.no-match", {})
        what = what if what in whats else whats[0]
        if what == "challenge":
            challenge = _challenge_of(session, name)
            notes = ("share.note.by-clock",) if session.by_clock else ()
            return _shared(what, whats, write_challenge(challenge), _sent(session, challenge), notes)
        record = record_made(session)
        if name and session.alone and what != "position":
            record = record._replace(seats=_named(record.seats, session.person, name))
        if what == "puzzle":
            code = write_position(Puzzle(record.preset, record.seats, session.view))
        else:
            replay = Replay(record, session.undone)
            code = write_replay(replay) if what == "replay" else write_position(Carried(replay))
        return _shared(what, whats, code, says.message(f"share.said.{what}"))

    # --- in

    async def open_link(self, code: str) -> dict[str, Any]:
        """What a link of any kind holds, see `opened.told`; nothing changes. Raises LinkError."""
        return told(code)

    async def take_link(self, code: str, names: list[str], aspect: float) -> Scene:
        """Takes up a link: a challenge is dealt, with these names by seat; a match goes on as one of its own; a puzzle is laid;
        a replay is looked at (engine/memory/replays.py).

        Raises LinkError, and RecordError for names that no save could hold. What was on the table waits.
        """
        held = read_any(code)
        if isinstance(held, Puzzle):
            riddle = Riddle(held, aspect)
            self._save()
            self.session = riddle
            self.shown.forget()
            return self._scene()
        if isinstance(held, Replay):
            return self.show_replay(held.record, aspect)
        if isinstance(held, Challenge) and held.seats:
            session = _taken_up(held, names, aspect)
            session.link = code
        elif isinstance(held, Carried):
            session = _gone_on(held.replay, aspect)
        else:
            raise LinkError("error.link.not-ours")
        return await self._seated(session, self.shelf.new_label())

    async def puzzle_answer(self) -> dict[str, Any] | None:
        """What the coach would play in a puzzle: {"verdict": message, "said": as of a hint}; None when the table changed meanwhile.

        Raises Refusal before something was chosen.
        """
        session = self._table()
        if not isinstance(session, Riddle) or session.chosen is None:
            raise Refusal("error.puzzle-first", {})
        found = await self._thought_out(session, _advised(session))
        if found is None:
            return None
        verdict, cost = session.answer(found)
        names = [seat.name for seat in session.seats]
        move = session.board.exact(session.asked, found.choice)
        return {
            "verdict": says.message(
                f"puzzle.{verdict}", **({"n": max(1, round(cost))} if verdict == "worse" else {})
            ),
            "said": says.advice(move, found, session.asked, names)["said"],
        }

    # --- the proof

    async def check_deal(self) -> dict[str, Any]:
        """Opens what was promised before the first tile and deals everything again, see `proof.checked`. Raises Refusal."""
        return checked(self._table())


def shared_scene(made: Scene, session: Session) -> Scene:
    """The scene with what this room has to say of the match: "sealed" (the promise, or null), "compare" (see `compared`),
    "day" (whose deal it is, or empty).

    A puzzle's scene is `riddle_of`.
    """
    made["sealed"] = session.commitment.hash if session.commitment else None
    made["compare"] = compared(session)
    made["day"] = session.day
    if "card" in made and made["sealed"] and made["round"]["number"] == 1:
        made["card"]["lines"] += [says.message("card.sealed", digits=made["sealed"][:12])]
    return riddle_of(made, session) if isinstance(session, Riddle) else made


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


def _shared(
    what: str, whats: list[str], code: str, said: says.Message, notes: Sequence[str] = ()
) -> dict[str, Any]:
    """What `share` answers; to the note of its kind come those under these keys."""
    told = [says.message(key) for key in (f"share.note.{what}", *notes)]
    return {"what": what, "whats": whats, "code": code, "said": said, "notes": told}


def _challenge_of(session: Session, name: str) -> Challenge:
    """The challenge to play this match's deals, with this match's result beside those that it was taken up with."""
    record = record_made(session)
    challenge = read_challenge(session.link) if session.link else challenge_of(record)
    result = Result(name, record.match.round_scores, session.marked)
    return challenge.with_result(result) if name or result.sheet else challenge


def _sent(session: Session, challenge: Challenge) -> says.Message:
    scores = session.match.round_scores
    if not scores:
        return says.message("share.said.challenge")
    total = says.message("count.points", n=sum(line[challenge.person] for line in scores))
    return says.message("share.said.result", total=total, rounds=says.message("count.rounds", n=len(scores)))


def _taken_up(held: Challenge, names: list[str], aspect: float) -> Session:
    seats = tuple(map(to_play, called(held.seats, names)))
    return promised(Session(start_match(held.options, held.seed), held.preset, seats, aspect))


def _gone_on(replay: Replay, aspect: float) -> Session:
    record = replay.record
    if all(seat.kind != "human" for seat in record.seats):
        raise Refusal("error.session.nobody", {})
    if not record.match.rounds and record.match.current is None:
        raise Refusal("error.session.no-round", {})
    seats = tuple(map(to_play, record.seats))
    session = Session(record.match, record.preset, seats, aspect)
    session.undone, session.commitment = replay.undone, record.commitment
    return session


def _advised(riddle: Riddle) -> Iterator[coach.Hint | None]:
    found = yield from coach.hint(riddle.asked, "balanced", Rng("", "puzzle"))
    yield found
