"""The verbs (requests of the page) for links and for the proof of a deal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, assert_never

from game.engine.history.replays import Replays
from game.engine.match.current import CurrentMatch
from game.engine.match.thinking import Thinking
from game.engine.sharing.challenges import Challenges
from game.engine.sharing.opened_link import compare_results, link_content, own_result, points_to_beat
from game.engine.sharing.puzzle_session import PuzzleSession, add_puzzle
from game.engine.starting.deal_proof import check_commitment, with_commitment
from game.engine.starting.known_deals import is_known_deal
from game.engine.starting.seating import name_seats, playable_seat
from game.engine.verb_group import verb
from game.narration import messages
from game.narration.coach import sentences
from game.players.coach import hints as coach
from game.records.links.any_link import (
    ContinuableMatch,
    DailyDealLink,
    SentRules,
    read_any_code,
    write_position,
)
from game.records.links.challenge import Challenge, Result, challenge_of, read_challenge, write_challenge
from game.records.links.puzzle import Puzzle
from game.records.links.replay_link import LinkedMatch, write_replay
from game.records.record import Seat
from game.rules.errors import LinkError, Refusal
from game.rules.match import Match, start_match
from game.rules.rng import Rng
from game.session.saving import session_record
from game.session.session import Session
from game.session.slices import in_slices
from game.session.viewers.viewer import Viewer
from game.store.match_store import MatchStore

if TYPE_CHECKING:
    from game.contract.answers.sharing_answers import LinkContent
    from game.contract.basics import HelpKind, Message
    from game.contract.play_answers import CheckedDeal, PuzzleAnswer, Shared, ShareKind
    from game.contract.scenes import AnyScene, Scene


class Sharing:
    """The verbs that make a link of the match on the table, open a link, and prove a deal."""

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

    @verb
    async def share(self, what: str = "", name: str = "", looked_at: bool = False) -> Shared:
        """Make a link of the match on the table. With `looked_at`, make a link of the open replay.

        `what` is the wanted kind: challenge, replay (of the finished rounds), position (to continue the match on
        another device) or puzzle (of the person's turn). If it is not possible now, make the first possible kind.
        `name` is the sender's name. Only a challenge, and a match that one person plays here against bots, carry it.

        Raises LinkError for values that a link cannot hold, and Refusal when there is no match.
        """
        if looked_at:
            return self._share_replay(name)
        session = self._match.require_session()
        whats = [kind for kind, possible in _shareable(session).items() if possible]
        if session.kept_id and not whats:
            raise Refusal("error.post.share", {})
        if not (session.is_stored or session.kept_id) or not whats:
            raise Refusal("error.no-match", {})
        kind = next((kind for kind in whats if kind == what), whats[0])
        if kind == "challenge":
            result = own_result(session, name)
            challenge = _challenge_of(session, result)
            self._challenges.store_own_result(challenge, result)
            await self._store.flush()
            said = _challenge_message(session, challenge)
            note = "challenge" if result.sheet else "challenge-early"
            code = write_challenge(challenge)
            shared = _share_data(kind, whats, code, said, "share.secret", signed=True, note=note)
            if result.sheet and result.marked:
                shared["notes"].append(messages.message("share.note.helped", used=_help_used(session)))
            return shared
        record = session_record(session)
        signed = session.alone and kind != "position"
        if name and signed:
            record = record._replace(seats=_with_name(record.seats, session.person, name))
        if kind == "puzzle":
            code = write_position(Puzzle(record.preset, record.seats, session.view))
        else:
            replay = LinkedMatch(record, session.help.undone)
            code = write_replay(replay) if kind == "replay" else write_position(ContinuableMatch(replay))
        said, secret = messages.message(f"share.said.{kind}"), _secret_of(kind, session.match)
        return _share_data(kind, whats, code, said, secret, signed)

    def _share_replay(self, name: str) -> Shared:
        """Make a link of the open replay. Raises Refusal when there is none."""
        replay, own_seat = self._replays.open_replay, self._replays.own_seat
        if replay is None:
            raise Refusal("error.no-match", {})
        record = replay.record
        if name and own_seat is not None:
            record = record._replace(seats=_with_name(record.seats, own_seat, name))
        said = messages.message("share.said.replay")
        code = write_replay(LinkedMatch(record))
        secret = _secret_of("replay", record.match)
        return _share_data("replay", ["replay"], code, said, secret, signed=own_seat is not None)

    # --- opening links

    @verb
    async def open_link(self, code: str) -> LinkContent:
        """Describe the content of a link, without starting anything. Raises LinkError.

        See `Challenges.open_received` for a challenge, and `opened_link.link_content` for all other links.
        """
        link = read_any_code(code)
        if isinstance(link, Challenge):
            return await self._challenges.open_received(link, code)
        return link_content(link)

    @verb
    async def take_link(self, code: str, names: list[str], aspect: float) -> AnyScene:
        """Accept a link: start the challenge, continue the match as a new one, show the puzzle, or open the replay.

        A challenge gives the seats these `names`. `aspect` is the width of the board view divided by its height. The
        match that was on the table stays in the store. Raises LinkError, and Refusal for names that a save cannot hold.
        """
        link = read_any_code(code)
        if isinstance(link, Puzzle):
            return self._match.put_unsaved(PuzzleSession(link, aspect))
        if isinstance(link, LinkedMatch):
            return self._replays.show_replay(link.record, aspect)
        if isinstance(link, Challenge):
            session = _accept_challenge(link, names, aspect)
            session.link = code
            session.again = is_known_deal(self._store, session.match)
            self._challenges.mark_accepted(link)
        elif isinstance(link, ContinuableMatch):
            session = _continue_match(link.replay, aspect)
            session.again = is_known_deal(self._store, session.match)
        elif isinstance(link, SentRules | DailyDealLink):  # other verbs take these
            raise LinkError("error.link.not-ours")
        else:
            assert_never(link)
        return await self._match.put(session, self._store.new_label())

    @verb
    async def puzzle_look(self) -> Scene:
        """Show the puzzle on the table again. Raises Refusal if there is none."""
        if not isinstance(self._match.session, PuzzleSession):
            raise Refusal("error.no-match", {})
        return self._match.complete_scene()

    @verb
    async def puzzle_answer(self) -> PuzzleAnswer | None:
        """Compare the person's choice in a puzzle with the coach's choice.

        None if the table changed during the search. Raises Refusal if the person has not chosen.
        """
        session = self._match.require_session()
        if not isinstance(session, PuzzleSession) or session.chosen is None:
            raise Refusal("error.puzzle-first", {})
        hint = await self._thinking.run_in_slices(session, _think_hint(session))
        if hint is None:
            return None
        verdict, cost = session.answer(hint)
        names = [seat.name for seat in session.seats]
        move = session.board.exact_move(session.puzzle_view, hint.choice)
        return {
            "verdict": messages.message(
                f"puzzle.{verdict}", **({"n": max(1, round(cost))} if verdict == "worse" else {})
            ),
            "said": sentences.hint_data(move, hint, session.puzzle_view, names)["said"],
        }

    # --- the proof

    @verb
    async def check_deal(self) -> CheckedDeal:
        """Check the commitment of the match on the table, see `deal_proof.check_commitment`. Raises Refusal."""
        return check_commitment(self._match.require_session())


def add_sharing_parts(new_scene: Scene, session: Session, viewer: Viewer) -> None:
    """Add to a scene the comparison with the challenge, and which help would mark the result; to a puzzle's, `add_puzzle`."""
    new_scene["compare"] = compare_results(session)
    points = points_to_beat(session.link) if session.link and session.phase != "match-over" else None
    if points is not None:
        new_scene["to_beat"] = points
    if session.alone and (session.day or session.link):
        used: dict[HelpKind, int] = {"undo": session.help.undone, "hint": session.help.hints}
        if len(session.view.choices) == 1:
            del used["hint"]  # one about the only possible move helps nobody
        new_scene["marks"] = [kind for kind, times in used.items() if not times]
    if isinstance(session, PuzzleSession):
        add_puzzle(new_scene, session)


def _shareable(session: Session) -> dict[ShareKind, bool]:
    """Whether each kind of link is possible now. The kind that people most likely want comes first."""
    over, match = session.phase == "match-over", session.match
    return {
        "challenge": session.alone,
        "replay": match.current is None and bool(match.rounds),
        "position": not over and not session.kept_id,  # a match by post goes on by its own links
        "puzzle": session.my_turn,
    }


def _with_name(seats: tuple[Seat, ...], person: int, name: str) -> tuple[Seat, ...]:
    """The seats, with `name` at the seat `person`."""
    return tuple(seat._replace(name=name) if number == person else seat for number, seat in enumerate(seats))


def _secret_of(kind: ShareKind, match: Match) -> str:
    """The text about the tiles that a link shows, or hides from all but the skilled; "" if there are none in it."""
    if kind == "puzzle":
        return ""
    if kind == "replay":
        return "share.secret-over" if match.over else "share.secret-rounds"
    return "share.secret"


def _share_data(
    what: ShareKind,
    whats: list[ShareKind],
    code: str,
    said: Message,
    secret: str,
    signed: bool,
    note: str = "",
) -> Shared:
    """The answer of `share`. `note` is the text's name in `share.note`, by default the kind's."""
    return {
        "what": what,
        "whats": whats,
        "code": code,
        "signed": signed,
        "said": said,
        "notes": [messages.message(f"share.note.{note or what}")],
        "secret": messages.message(secret) if secret else None,
    }


def _challenge_of(session: Session, result: Result) -> Challenge:
    """A challenge to play the deals of this match, with its result. It keeps the results of the accepted link."""
    record = session_record(session)
    challenge = read_challenge(session.link) if session.link else challenge_of(record)
    return challenge.with_result(result) if result.name or result.sheet else challenge


def _challenge_message(session: Session, challenge: Challenge) -> Message:
    """The message to send with a challenge. It states the points of this match, and the help, if a round is finished."""
    scores = session.match.round_scores
    if not scores:
        return messages.message("share.said.challenge")
    values: dict[str, object] = {
        "total": messages.message("count.points", n=sum(line[challenge.person] for line in scores))
    }
    if len(scores) < challenge.options.round_count:
        key = "share.said.part"
        values |= {"n": len(scores), "of": challenge.options.round_count}
    else:
        key = "share.said.result"
        values["rounds"] = messages.message("count.rounds", n=len(scores))
    if session.help_told:
        return messages.message(key + "-helped", **values, used=_help_used(session))
    return messages.message(key, **values)


def _help_used(session: Session) -> Message:
    """The help that was used in the rounds that are over, in words."""
    return messages.message(f"used.{session.help_told}")


def _accept_challenge(link: Challenge, names: list[str], aspect: float) -> Session:
    """A new session with the deals of a challenge. Raises Refusal for bad names."""
    seats = tuple(map(playable_seat, name_seats(link.seats, names)))
    return with_commitment(Session(start_match(link.options, link.seed), link.preset, seats, aspect))


def _continue_match(replay: LinkedMatch, aspect: float) -> Session:
    """A new session that continues a match from a link. Raises Refusal if no seat is a person's."""
    record = replay.record
    if all(seat.kind != "human" for seat in record.seats):
        raise Refusal("error.session.nobody", {})
    seats = tuple(map(playable_seat, record.seats))
    session = Session(record.match, record.preset, seats, aspect)
    session.help.undone, session.commitment = replay.undone, record.commitment
    session.help.before = session.help.used  # the link does not say in which round
    return session


def _think_hint(session: PuzzleSession) -> Iterator[coach.Hint | None]:
    """Find the coach's hint for a puzzle: yield None between time slices, and at last the hint."""
    hint = yield from in_slices(coach.hint(session.puzzle_view, "balanced", Rng("", "puzzle")))
    yield hint
