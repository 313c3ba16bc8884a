"""The rows of the hand on an upright phone, computed from the styles: a smaller hand has larger tiles, and none is needlessly small."""

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest

from tests.page.conftest import ROOT

STYLES = re.sub(r"/\*.*?\*/", "", (ROOT / "assets" / "styles" / "table.css").read_text(), flags=re.DOTALL)
LENGTH = re.compile(r"([\d.]+)(px|rem|em|vw|vmin|dvh)\b")
LEAST = r'(:not\()?\[data-least~="(\d+)"\]'
HAND = re.compile(rf"(?:\.tray > )?\.hand(?P<counts>(?:{LEAST}\)?)*)")
TEXTS = ((16, 100), (20, 100), (24, 100), (16, 115), (16, 130))  # the browser's px, the setting's %
Window = tuple[int, int]
Text = tuple[int, int]


def rules(styles: str, within: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str, str]]:
    """Each rule: the at-rules around it, its selector, its declarations."""
    start = 0
    while (opening := styles.find("{", start)) >= 0:
        end, depth = opening + 1, 1
        while depth:
            depth += {"{": 1, "}": -1}.get(styles[end], 0)
            end += 1
        head, body = styles[start:opening].rpartition(";")[2].strip(), styles[opening + 1 : end - 1]
        if head.startswith(("@media", "@container", "@supports")):
            yield from rules(body, (*within, head))
        elif not head.startswith("@"):
            yield within, head, body
        start = end


RULES = [rule for rule in rules(STYLES) if re.search(r"\.hand(?![-\w])[^ ]*$", rule[1]) or rule[1] == "#play"]


def lengths(window: Window, text: Text) -> dict[str, float]:
    """What a unit is in px."""
    return {
        "px": 1,
        "em": text[0],
        "rem": text[0] * text[1] / 100,
        "vw": window[0] / 100,
        "vmin": min(window) / 100,
        "dvh": window[1] / 100,
    }


def applies(rule: str, window: Window, text: Text) -> bool:
    """Whether the contents of an at-rule hold for that window."""
    if rule.startswith("@supports"):
        return False  # of a hand that scrolls
    px, holds = lengths(window, text), []
    for feature, sign, number, unit in re.findall(r"\((width|height) (<|>=) ([\d.]+)(\w+)\)", rule):
        size, limit = window[feature == "height"], float(number) * px[unit]
        holds.append(size < limit if sign == "<" else size >= limit)
    if "orientation" in rule:
        holds.append(window[0] > window[1])
    assert holds and len(holds) == rule.count("("), rule
    return all(holds)


def half_and_across(count: int, window: Window, text: Text) -> tuple[float, int]:
    """Half the length of a tile in px, and the tiles in a row, of a hand of `count` tiles with four seats."""
    ranked = []
    for order, (within, selectors, body) in enumerate(RULES):
        if not all(applies(rule, window, text) for rule in within):
            continue
        for selector in selectors.split(","):
            hand = HAND.fullmatch(selector.strip())
            if not hand and selector != "#play":
                continue
            counts = re.findall(LEAST, hand["counts"]) if hand else []
            if all((count >= int(least)) != bool(negated) for negated, least in counts):
                weight = selector.count(".") + selector.count("[") if hand else -1
                ranked.append((weight, order, body))
    values: dict[str, str] = {}
    for _, _, body in sorted(ranked):
        values.update(re.findall(r"(--[\w-]+): ([^;]+?)\s*(?:;|$)", body))
    px = lengths(window, text)

    def number(name: str) -> float:
        told = values[name]
        while variable := re.search(r"var\((--[\w-]+)\)", told):
            told = told.replace(variable[0], f"({values[variable[1]]})")
        told = LENGTH.sub(lambda length: str(float(length[1]) * px[length[2]]), told).replace("calc", "")
        return float(eval(told, {"__builtins__": {}, "min": min, "max": max}))

    return number("--h"), int(number("--across"))


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("window", [(320, 568), (360, 640), (375, 667), (390, 844), (412, 915), (430, 932)])
def test_a_tile_played_never_makes_the_others_smaller(window: Window, text: Text) -> None:
    halves = [half_and_across(count, window, text)[0] for count in range(1, 21)]
    for count, (smaller_hand, larger_hand) in enumerate(pairwise(halves), 1):
        assert larger_hand <= smaller_hand + 0.01, f"{count + 1} tiles are larger than {count}: {halves}"


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("window", [(360, 640), (390, 844)])
def test_thirteen_tiles_and_more_are_as_large_as_rows_allow(window: Window, text: Text) -> None:
    for count in (13, 14, 15):
        half, across = half_and_across(count, window, text)
        assert half >= min(half_and_across(12, window, text)[0], (window[0] - 24) / 10 - 3), half
        assert -(-count // across) in (3, 4)


def test_larger_text_makes_a_hand_of_fourteen_larger() -> None:
    sizes = [half_and_across(14, (390, 844), text) for text in ((16, 100), (16, 130), (24, 100))]
    assert [(round(half, 1), across) for half, across in sizes] == [(32.0, 5), (41.6, 4), (35.2, 5)]
