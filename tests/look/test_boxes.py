"""What the comparison of two browser engines excuses, and what it does not (tests/browser/boxes.py)."""

from tests.browser.boxes import apart

PARAGRAPH = {
    "body p": [16.0, 374.0, 40.0],
    "body p lines  0": [1.0, 24.0],
    "body p inline b": [50.0, 90.0, 20.0],
    "body p lines b 0": [0.0],
    "body p inline b text 0": [50.0, 90.0],
}
BROKEN = {"body p lines  0": [1.0, 18.0]}  # the same number of lines, at other words


def near(length: float) -> float:
    return 2


def test_a_part_of_a_paragraph_must_agree() -> None:
    wide = {"body p inline b": [50.0, 99.0, 20.0]}
    assert apart(PARAGRAPH, PARAGRAPH | wide, near) == [
        "body p inline b: [50.0, 90.0, 20.0] [50.0, 99.0, 20.0]"
    ]
    assert apart(PARAGRAPH, PARAGRAPH | wide | BROKEN, near) == []


def test_a_paragraph_may_break_elsewhere_and_not_grow() -> None:
    high = {"body p": [16.0, 374.0, 60.0]}
    assert apart(PARAGRAPH, PARAGRAPH | high | BROKEN, near, flows=True) != []
    more = high | {"body p lines  0": [1.0, 10.0, 24.0]}
    assert apart(PARAGRAPH, PARAGRAPH | more, near) != []
    assert apart(PARAGRAPH, PARAGRAPH | more, near, flows=True) == []
