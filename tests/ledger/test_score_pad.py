"""Score pads: writing and correcting rounds, refusing invalid input, and reading every version."""

import json
import random
from pathlib import Path

import pytest

from game.ledger.score_pad import (
    Pad,
    PadError,
    correct_line,
    make_line,
    new_pad,
    pad_summary,
    read_pad,
    remove_last_line,
    write_line,
    write_pad,
)
from game.ledger.summary import read_summary, write_summary
from game.narration.localization.language import read_locale
from game.narration.statistics.person import statistics
from game.rules.errors import OptionError, RecordError
from game.rules.options.presets import PRESETS, resolve
from game.rules.tiles import NAME, is_double, parse_tile, tiles_in
from tests.ledger.samples import filled
from tests.session.matches import played, table

GOLDEN = Path(__file__).parents[1] / "golden" / "pads-1"


def tiles(text: str) -> list[int]:
    return [parse_tile(name) for name in text.split()]


def ours(preset: str = "montgomery", seats: int = 3, **changes: object) -> Pad:
    return new_pad(preset, resolve(preset, changes, seats), ["Ann", "Ben", "Cleo", "Dan"][:seats], "p1", 1000)


def test_names_are_written_as_they_are() -> None:
    pad = ours()._replace(names=("Zoë", "鶏", "Bo"))
    assert '"Zoë","鶏","Bo"' in write_pad(pad) and read_pad(write_pad(pad)) == pad


def test_points_are_typed_or_follow_from_the_tiles() -> None:
    pad = ours()
    line = make_line(pad, 0, [7, tiles("0-0 9-4"), 12])
    assert line.points == (0, 63, 12)
    assert make_line(ours("hastings"), -1, [5, tiles("0-0 5-0"), 0]).points == (5, 50 + 30, 0)
    assert make_line(ours(out_bonus_on_double=50), 2, [5, 6, 0], True).points == (5, 6, -50)


def test_a_pad_adds_up_as_a_match_does() -> None:
    session = table(rounds=3)
    played(session, lambda: None, random.Random(1), 3)
    match = session.match
    pad = new_pad(session.preset, match.options, [seat.name for seat in session.seats], "x", 1)
    for state in match.rounds:
        assert state.end is not None
        last = state.board.laid[-1][0]
        told = [tiles_in(hand) or 0 for hand in state.end.hands]
        pad = write_line(pad, make_line(pad, state.end.seat, told, state.end.seat >= 0 and is_double(last)))
    assert (pad.totals, pad.places, pad.over) == (match.totals, match.places, True)
    assert [line.points for line in pad.lines] == list(match.round_scores)


def test_every_round_can_be_corrected_and_the_last_one_removed() -> None:
    pad = ours()
    first, second = make_line(pad, 0, [0, 10, 20]), make_line(pad, 1, [5, 0, 5])
    pad = write_line(write_line(pad, first), second)
    assert pad.totals == (5, 10, 25)
    again = correct_line(pad, 0, make_line(pad, 2, [30, 10, 0]))
    assert (again.totals, pad.totals) == ((35, 10, 5), (5, 10, 25))
    assert remove_last_line(pad).lines == (first,)
    for wrong in (-1, 2):
        with pytest.raises(PadError) as refused:
            correct_line(pad, wrong, first)
        assert (refused.value.key, refused.value.values) == ("pad.no-round", {"round": wrong + 1})
    with pytest.raises(PadError) as refused:
        remove_last_line(ours())
    assert (refused.value.key, refused.value.values) == ("pad.no-round", {"round": 1})


@pytest.mark.parametrize(
    ("out", "told", "key"),
    [
        (0, [0, 1], "pad.seats"),
        (3, [0, 1, 2], "pad.seats"),
        (-2, [0, 1, 2], "pad.seats"),
        (0, [0, -1, 2], "pad.points"),
        (0, [0, 10**9, 2], "pad.points"),
        (0, [0, "9-4", "9-4"], "pad.tile-twice"),
        (0, [0, "9-4 9-4", 1], "pad.tile-twice"),
        (-1, ["9-4", "9-3", "9-4"], "pad.tile-twice"),
        (0, [0, "10-4", 1], "pad.no-such-tile"),
        (0, [0, "", 1], "pad.no-tiles"),
    ],
)
def test_invalid_input_is_refused_in_a_sentence(out: int, told: list[int | str], key: str) -> None:
    with pytest.raises(PadError) as refused:
        make_line(ours(), out, [tiles(said) if isinstance(said, str) else said for said in told])
    assert refused.value.key == key and key in read_locale("en")


def test_a_full_pad_takes_no_more_and_has_a_summary() -> None:
    pad = ours(rounds=2)
    with pytest.raises(PadError):
        new_pad(None, pad.options, ["Ann"], "x", 1)
    with pytest.raises(ValueError):
        pad_summary(pad)
    line = make_line(pad, 0, [0, tiles("9-9 4-4 3-1"), 12])
    pad = write_line(write_line(pad, line), make_line(pad, -1, [3, tiles("5-5"), tiles("6-1")]))
    with pytest.raises(PadError):
        write_line(pad, line)
    summary = pad_summary(pad)
    assert read_summary(write_summary(summary)) == summary
    assert [seat.doubles for seat in summary.seats] == [None, 3, None]
    told = statistics([summary], "Ann")
    assert (told["wins"], told["out"], told["blocked"], told["doubles"]) == (1, 1, 1, None)


@pytest.mark.parametrize("seed", range(60))
def test_pads_are_read_unchanged(seed: int) -> None:
    pad = filled(
        seed, random.Random(seed).choice([code for code in PRESETS if {2, 3, 4} <= {*PRESETS[code].seats}])
    )
    assert read_pad(write_pad(pad)) == pad


def test_an_altered_pad_is_refused_or_adds_up() -> None:
    lots, refused = random.Random(1), 0
    for seed in range(1500):
        text = write_pad(filled(seed % 40))
        at = lots.randrange(len(text))
        broken = text[:at] + lots.choice(['"', "0", "-", "x", "[", "}", "", ",", "9" * 30]) + text[at + 1 :]
        try:
            pad = read_pad(broken)
        except RecordError:
            refused += 1
        else:
            assert read_pad(write_pad(pad)) == pad
            assert sum(pad.totals) == sum(sum(line.points) for line in pad.lines)
    assert refused > 700
    for text in ("", "null", "[]", "{}", "[" * 60_000, '{"format":"chickenfoot-pad/2"}'):
        with pytest.raises(RecordError):
            read_pad(text)


def test_points_that_do_not_follow_from_the_tiles_are_refused() -> None:
    pad = ours()
    text = write_pad(write_line(pad, make_line(pad, 0, [0, tiles("9-4"), 12])))
    with pytest.raises(RecordError):
        read_pad(text.replace('"points":[0,13,12]', '"points":[0,14,12]'))
    assert read_pad(text.replace('"points":[0,13,12]', '"points":[0,13,99]')).totals == (0, 13, 99)


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.json")), ids=lambda path: path.stem)
def test_pads_of_every_version_are_read(path: Path) -> None:
    meant = json.loads(path.read_text(encoding="utf-8"))
    pad = read_pad(meant["text"])
    assert (
        [*pad.names] == meant["names"]
        and [*pad.totals] == meant["totals"]
        and [*pad.places] == meant["places"]
    )
    assert write_pad(pad) == meant["text"]


def test_there_are_golden_pads() -> None:
    assert len([*GOLDEN.glob("*.json")]) >= 3


def test_every_preset_has_a_pad() -> None:
    for code, preset in PRESETS.items():
        for seats in preset.seats:
            try:
                options = resolve(code, {}, seats)
            except OptionError:
                continue
            pad = new_pad(code, options, [str(seat) for seat in range(seats)], "x", 1)
            hand = tiles_in(options.tiles)[:3]
            told = [hand, *[1] * (seats - 1)]
            assert read_pad(write_pad(write_line(pad, make_line(pad, -1, told)))).totals[0] >= 0
            assert NAME[hand[0]] == "0-0"


def test_the_doubles_of_a_seat_that_went_out_are_those_of_its_other_rounds() -> None:
    pad = ours(rounds=2)
    pad = write_line(pad, make_line(pad, 0, [0, tiles("9-9 4-4"), tiles("3-1")]))
    pad = write_line(pad, make_line(pad, 1, [tiles("5-5 6-1"), 0, tiles("0-0 2-2 8-8")]))
    assert [seat.doubles for seat in pad_summary(pad).seats] == [1, 2, 3]
