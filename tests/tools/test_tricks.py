"""Builds without one trick of the start-up, and the tables that compare them."""

import pytest

from tools import build
from tools.benches import trick_bytes, tricks
from tools.making.tricks import LINES, TRICKS


def test_every_trick_can_be_left_out_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        build.main(["--without", "nothing"])
    told = capsys.readouterr().err
    assert all(trick in told for trick in TRICKS)
    assert LINES.keys() <= TRICKS.keys() >= set(trick_bytes.NOT_MEASURED)


def test_the_tables_tell_the_difference_from_the_whole_build() -> None:
    names = (trick_bytes.WHOLE, *(trick for trick in TRICKS if trick not in trick_bytes.NOT_MEASURED))
    measured = {f"without_{name}_bytes": 1000.0 + number for number, name in enumerate(names)}
    lines = trick_bytes.markdown(measured).splitlines()
    assert len(lines) == len(names) + 2
    assert lines[2] == "| whole | 1,000 | +0 | everything is in use |"
    assert lines[4].startswith("| few-exports | 1,002 | +2 |")
    for column in ("cold_ms", "second_ms", "third_ms", "blocked_ms"):
        measured |= {f"without_{name}_{column}": 50.0 - number for number, name in enumerate(names)}
    lines = tricks.markdown(measured).splitlines()
    assert lines[0] == "| without | cold_ms | second_ms | third_ms | blocked_ms | bytes |"
    assert lines[2] == "| whole | 50 | 50 | 50 | 50 | 1,000 |"
    assert lines[3] == "| trimmed-wasm | 49 (-1) | 49 (-1) | 49 (-1) | 49 (-1) | 1,001 (+1) |"
