"""The verbs for links and for the proof of a deal."""

from collections.abc import Iterator
from typing import Any

from game.engine.history.known_deals import is_known_deal
from game.engine.history.replays import Replays
from game.engine.match.current import CurrentMatch
from game.engine.match.thinking import Thinking
from game.engine.scene import Scene
from game.engine.sharing.challenges import Challenges
from game.engine.sharing.deal_proof import check_commitment, with_commitment
from game.engine.sharing.opened_link import compare_results, link_content
from game.engine.sharing.puzzle_session import PuzzleSession, add_puzzle
from game.engine.sharing.seating import name_seats, playable_seat
from game.narration import messages
from game.players.coach import hints as coach
from game.records.links.any_link import ContinuableMatch, read_any_code, write_position
from game.records.links.challenge import Challenge, Result, challenge_of, read_challenge, write_challenge
from game.records.links.puzzle import Puzzle
from game.records.links.replay_link import LinkedMatch, write_replay
from game.records.record import Seat
from game.rules.errors import LinkError, Refusal
from game.rules.match import start_match
from game.rules.rng import Rng
from game.session.saving import session_record
from game.session.session import Session
from game.session.slices import in_slices
from game.store.match_store import MatchStore


class Sharing:
    """The verbs that make links of the match on the table, and that open links."""

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

    # --- making links

    async def share(self, what: str = "", name: str = "", looked_at: bool = False) -> dict[str, Any]:
        """Make a link of the match on the table: {"what", "whats", "code", "said": a message to send with it,
        "notes": messages for the sender}.

        `what` is challenge, replay (of the finished rounds), position (to continue elsewhere) or puzzle (one's turn). `whats`
        lists the kinds that are possible now; the first of them replaces an impossible `what`. `name` is the sender's. With
        `looked_at` the link is a replay of the match in the open replay.
        Raises LinkError for values that a link cannot hold, and Refusal when there is no match.
        """
        if looked_at:
            return self._share_replay()
        session = self._match.require_session()
        whats = [kind for kind, can in _shareable(session).items() if can]
        if not session.kept or not whats:
            raise Refusal("error.no-match", {})
        what = what if what in whats else whats[0]
        if what == "challenge":
            result = Result(name, session.match.round_scores, session.marked, session.again)
            challenge = _challenge_of(session, result)
            self._challenges.store_own_result(session, challenge, result)
            await self._store.flush()
            return _share_data(
                what, whats, write_challenge(challenge), _challenge_message(session, challenge)
            )
        record = session_record(session)
        if name and session.alone and what != "position":
            record = record._replace(seats=_with_name(record.seats, session.person, name))
        if what == "puzzle":
            code = write_position(Puzzle(record.preset, record.seats, session.view))
        else:
            replay = LinkedMatch(record, session.undone)
            code = write_replay(replay) if what == "replay" else write_position(ContinuableMatch(replay))
        return _share_data(what, whats, code, messages.message(f"share.said.{what}"))

    def _share_replay(self) -> dict[str, Any]:
        looked_at = self._replays.open_replay
        if looked_at is None:
            raise Refusal("error.no-match", {})
        said = messages.message("share.said.replay")
        return _share_data("replay", ["replay"], write_replay(LinkedMatch(looked_at.record)), said)

    # --- opening links

    async def open_link(self, code: str) -> dict[str, Any]:
        """Describe the content of a link without starting anything: see `opened_link.link_content`, and for a challenge with seats
        `Challenges.open_received`. Raises LinkError."""
        link = read_any_code(code)
        if isinstance(link, Challenge) and link.seats:
            return await self._challenges.open_received(link)
        return link_content(link)

    async def take_link(self, code: str, names: list[str], aspect: float) -> Scene:
        """Accept a link: start the challenge with these names by seat, continue the match as a new one, show the puzzle, or open
        the replay (engine/history/replays.py).

        The match on the table stays stored. Raises LinkError, and Refusal for names that a save cannot hold.
        """
        link = read_any_code(code)
        if isinstance(link, Puzzle):
            return self._match.put_unsaved(PuzzleSession(link, aspect))
        if isinstance(link, LinkedMatch):
            return self._replays.show_replay(link.record, aspect)
        if isinstance(link, Challenge) and link.seats:
            session = _accept_challenge(link, names, aspect)
            session.link = code
            session.again = is_known_deal(self._store, session.match)
            self._challenges.mark_accepted(link)
        elif isinstance(link, ContinuableMatch):
            session = _continue_match(link.replay, aspect)
            session.again = is_known_deal(self._store, session.match)
        else:
            raise LinkError("error.link.not-ours")
        return await self._match.put(session, self._store.new_label())

    async def puzzle_answer(self) -> dict[str, Any] | None:
        """Compare the person's choice in a puzzle with the coach's: {"verdict": message, "said": as in a hint}.

        None when the table changed meanwhile. Raises Refusal before the person has chosen.
        """
        session = self._match.require_session()
        if not isinstance(session, PuzzleSession) or session.chosen is None:
            raise Refusal("error.puzzle-first", {})
        found = await self._thinking.result(session, _think_hint(session))
        if found is None:
            return None
        verdict, cost = session.answer(found)
        names = [seat.name for seat in session.seats]
        move = session.board.exact_move(session.asked, found.choice)
        return {
            "verdict": messages.message(
                f"puzzle.{verdict}", **({"n": max(1, round(cost))} if verdict == "worse" else {})
            ),
            "said": messages.hint_data(move, found, session.asked, names)["said"],
        }

    # --- the proof

    async def check_deal(self) -> dict[str, Any]:
        """Check the commitment of the match on the table, see `deal_proof.check_commitment`. Raises Refusal."""
        return check_commitment(self._match.require_session())


def add_sharing_parts(new_scene: Scene, session: Session) -> None:
    """Add "sealed" (the commitment's hash, or null), "compare" (see `compare_results`), "day" (the date of a daily deal, or
    empty) and "again" (whether it is a second try) to a scene.

    A puzzle's scene also gets the keys of `add_puzzle`.
    """
    new_scene["sealed"] = session.commitment.hash if session.commitment else None
    new_scene["compare"] = compare_results(session)
    new_scene["day"] = session.day
    new_scene["again"] = session.again
    if "card" in new_scene and new_scene["sealed"] and new_scene["round"]["number"] == 1:
        new_scene["card"]["lines"] += [messages.message("card.sealed", digits=new_scene["sealed"][:12])]
    if isinstance(session, PuzzleSession):
        add_puzzle(new_scene, session)


def _shareable(session: Session) -> dict[str, bool]:
    """Whether each kind of link is possible now, the likeliest kind first."""
    over, match = session.phase == "match-over", session.match
    return {
        "challenge": session.alone,
        "replay": match.current is None and bool(match.rounds),
        "position": not over,
        "puzzle": session.my_turn,
    }


def _with_name(seats: tuple[Seat, ...], person: int, name: str) -> tuple[Seat, ...]:
    """The seats, with `name` as the person's name."""
    return tuple(seat._replace(name=name) if place == person else seat for place, seat in enumerate(seats))


def _share_data(what: str, whats: list[str], code: str, said: messages.Message) -> dict[str, Any]:
    """The answer of `share`."""
    return {
        "what": what,
        "whats": whats,
        "code": code,
        "said": said,
        "notes": [messages.message(f"share.note.{what}")],
    }


def _challenge_of(session: Session, result: Result) -> Challenge:
    """The challenge to play the same deals, with this match's result. Results from the accepted link stay in it."""
    record = session_record(session)
    challenge = read_challenge(session.link) if session.link else challenge_of(record)
    return challenge.with_result(result) if result.name or result.sheet else challenge


def _challenge_message(session: Session, challenge: Challenge) -> messages.Message:
    scores = session.match.round_scores
    if not scores:
        return messages.message("share.said.challenge")
    total = messages.message("count.points", n=sum(line[challenge.person] for line in scores))
    return messages.message(
        "share.said.result", total=total, rounds=messages.message("count.rounds", n=len(scores))
    )


def _accept_challenge(link: Challenge, names: list[str], aspect: float) -> Session:
    seats = tuple(map(playable_seat, name_seats(link.seats, names)))
    return with_commitment(Session(start_match(link.options, link.seed), link.preset, seats, aspect))


def _continue_match(replay: LinkedMatch, aspect: float) -> Session:
    record = replay.record
    if all(seat.kind != "human" for seat in record.seats):
        raise Refusal("error.session.nobody", {})
    seats = tuple(map(playable_seat, record.seats))
    session = Session(record.match, record.preset, seats, aspect)
    session.undone, session.commitment = replay.undone, record.commitment
    return session


def _think_hint(session: PuzzleSession) -> Iterator[coach.Hint | None]:
    found = yield from in_slices(coach.hint(session.asked, "balanced", Rng("", "puzzle")))
    yield found
