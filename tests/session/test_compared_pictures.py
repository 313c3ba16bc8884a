"""The two moves that a review compares are drawn on the table as it lies: no tile on a number that it does not match."""

import re
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from game.engine.history.compared_moves import _placed, compared_moves
from game.players.coach.review import Verdict
from game.records.reading import read_record
from game.rules.errors import Reason
from game.rules.moves import Move
from game.rules.tiles import NAME, Tile
from game.rules.view import SeatView, moves_of, view
from game.session.replay import Replay
from game.session.saving import record_text
from game.table.layout import Layout
from game.table.overlap_check import TOUCHING, check_attachment, overlapping_pairs
from tests.session.matches import played, table

POSE = re.compile(r'<g class="at" style="--x:([-.\d]+);--y:([-.\d]+);--a:([-.\d]+)deg')
RING = re.compile(r'<circle class="(?:outline|spot) at" style="--x:([-.\d]+);--y:([-.\d]+)"')
SETS = [{"seats": 4}, {"seats": 6, "set": 12}]
IDS = ["double-9", "double-12"]


def judge(layout: Layout, tile: Tile, on: Tile, suit: int, markup: str) -> bool:
    """Check the picture of one move on this layout. Return whether it shows the tile; else it rings the end."""
    tile_poses, rings = POSE.findall(markup), RING.findall(markup)
    assert len(tile_poses) + len(rings) == 1
    if rings:
        spots = {
            (round(x, 3), round(y, 3))
            for end, end_suit, x, y, _ in layout.open_spots()
            if end == on and end_suit == suit
        }
        assert tuple(map(float, rings[0])) in spots
        return False
    x, y, angle = map(float, tile_poses[0])
    check = check_attachment(NAME[tile], (x, y, angle), NAME[on], layout.poses[on], suit)
    assert check.match and check.separation <= TOUCHING, (NAME[tile], NAME[on], check)
    pairs = overlapping_pairs({**layout.poses, tile: (x, y, angle)}, 1e-3)
    assert not [pair for pair in pairs if tile in pair], (NAME[tile], NAME[on])
    return True


def suit_of(seen: SeatView, move: Move) -> int:
    """The number that joins the two tiles of a move of the view's seat."""
    return next(
        choice.suit for choice in seen.choices if choice.do == "play" and move in moves_of(seen, choice)
    )


@pytest.mark.parametrize("seeds", [2, pytest.param(6, marks=pytest.mark.long)])
@pytest.mark.parametrize("changes", SETS, ids=IDS)
def test_each_compared_move_touches_its_own_end_and_no_other_tile(
    changes: dict[str, int], seeds: int
) -> None:
    shown = ringed = 0
    for seed in range(seeds):
        session = table(f"compared {seed}", **cast(Any, changes), rounds=1)
        played(session, lambda: None, Random(seed), 1)
        replay, lots = Replay(read_record(record_text(session)), 0.7), Random(seed)
        for index in range(replay.last):
            replay.go(index)
            seen, events = view(replay.match, replay.match.round.turn), replay.rounds[0].events
            at = len(replay.match.round.events)
            plays = [choice for choice in seen.choices if choice.do == "play"]
            if not seen.laid or not plays or events[at].do != "play":
                continue
            made = Move(seen.turn, "play", events[at].tile, events[at].on)
            better = lots.choice(plays)
            verdict = cast(
                Verdict,
                SimpleNamespace(
                    events=at, hint=SimpleNamespace(choice=better), line=Reason("", {}), when=Reason("", {})
                ),
            )
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(
                    "game.narration.coach.sentences.coach_sentence",
                    lambda *_: ("", {"played": "", "better": ""}),
                )
                markup = compared_moves(replay, verdict, list("abcdef")).markup
            chosen, advised = re.findall(r'(?s)<g class="compared \w+">.*?(?=<g class="compared|$)', markup)
            layout = replay.board.layout
            is_shown = judge(layout, made.tile, made.on, suit_of(seen, made), chosen)
            shown, ringed = shown + is_shown, ringed + (not is_shown)
            placed = _placed(replay, seen, better)
            assert placed
            judge(layout, *placed, better.suit, advised)
    assert shown > 8 * seeds and ringed
