"""The two moves of a reviewed choice, marked on the table of a replay: the person's own, and the better one."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from game.narration.coach import sentences
from game.players.coach.review import Verdict
from game.rules.moves import Choice
from game.rules.tiles import SET, Tile
from game.rules.view import SeatView, moves_of, view
from game.session.replay import Replay
from game.session.session import Session
from game.table.drawing import compared_end_markup, compared_move_markup
from game.table.geometry import Pose
from game.table.layout import tile_pose

if TYPE_CHECKING:
    from game.contract.basics import Message
    from game.contract.scenes import ComparedWords, ReplayScene

TILE_REACH = 1.05  # u from the middle of a tile to its farthest edge, and a little more


class ComparedMoves(NamedTuple):
    """The marks of the two moves at one stop of a replay."""

    stop: int
    when: Message  # in which turn the choice was made
    words: ComparedWords
    markup: str
    poses: tuple[Pose, ...]  # one for each mark

    def add_to(self, scene: ReplayScene) -> None:
        """Add the marks and the words to the scene of the stop, and make the table's box contain the marks.

        The prompt says when the choice was made, in place of the move before it.
        """
        scene["compared"], scene["prompt"] = self.words, [self.when]
        patch = scene["patch"]
        patch["set"] = [
            [name, markup + self.markup] if name == "marks" else [name, markup]
            for name, markup in patch["set"]
        ]
        x0, y0, x1, y1 = patch["box"]
        for pose in self.poses:
            x0, y0 = min(x0, pose.x - TILE_REACH), min(y0, pose.y - TILE_REACH)
            x1, y1 = max(x1, pose.x + TILE_REACH), max(y1, pose.y + TILE_REACH)
        patch["box"] = [x0, y0, x1, y1]


def reviewed_choice(session: Session, number: int, events: int, seat: int | None) -> Verdict | None:
    """The verdict on a person's choice in round `number`, `events` events into it; None without a review of it.

    `seat` None means the first person.
    """
    if not session.people:
        return None
    review = session.reviews.get((number, session.first_person if seat is None else seat))
    verdicts = review.verdicts if review else ()
    return next((verdict for verdict in verdicts if verdict.events == events), None)


def compared_moves(replay: Replay, verdict: Verdict, names: list[str]) -> ComparedMoves:
    """Mark the two moves of a verdict at the current stop, which is the one before the choice."""
    seen = view(replay.match, replay.match.round.turn)
    made = replay.rounds[replay.number].events[verdict.events]
    own = (made.tile, made.on) if made.do == "play" else None
    better = _placed(replay, seen, verdict.hint.choice)
    words = sentences.coach_sentence(verdict.line, names)[1]
    markup, poses = "", list[Pose]()
    for kind, move in (("chosen", own), ("better", better)):
        if move and move[1] >= 0:
            pose = _pose(replay, move, poses)
            if pose:
                markup += compared_move_markup(move[0], pose, kind)
            else:
                pose = replay.board.layout.marker(move[1])
                markup += compared_end_markup(pose, kind)
            poses.append(pose)
    return ComparedMoves(
        replay.index,
        sentences.coach_sentence(verdict.when, names),
        {"chosen": words["played"], "better": words["better"]},
        markup,
        tuple(poses),
    )


def _placed(replay: Replay, seen: SeatView, choice: Choice) -> tuple[Tile, Tile] | None:
    """The tile of a choice and the end that the layout would choose for it; None for a draw or a pass."""
    if choice.do != "play":
        return None
    ends = [move.on for move in moves_of(seen, choice)]
    layout = replay.board.layout
    on = ends[0] if len(ends) == 1 else layout.choose_end(choice.tile, ends, _unseen(replay, choice.tile))
    return choice.tile, on


def _pose(replay: Replay, move: tuple[Tile, Tile], taken: list[Pose]) -> Pose | None:
    """The pose of a move on the table as it lies at this stop; None if other tiles made room for it.

    If a mark already lies there, take another missing toe of the same double, if there is one.
    """
    tile, on = move
    layout = replay.board.layout
    pose = layout.free_pose(tile, on, _unseen(replay, tile))
    if pose and any((pose.x, pose.y) == (other.x, other.y) for other in taken):
        for slot in layout.occupancy.reserved.get(on, ()):
            if all((slot.x, slot.y) != (other.x, other.y) for other in taken):
                return tile_pose(layout.occupancy, tile, slot, on)
    return pose


def _unseen(replay: Replay, tile: Tile) -> int:
    """The mask of the tiles that are not on the table once `tile` lies there."""
    unseen = SET[replay.match.options.set] & ~(1 << tile)
    for laid, _ in replay.match.round.laid:
        unseen &= ~(1 << laid)
    return unseen
