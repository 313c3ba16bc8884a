"""The colours of the style sheets: every pair that must be distinguishable has enough contrast, in both themes."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

STYLES = Path(__file__).parents[2] / "assets" / "styles"
THEMES = (0, 1)  # light, dark: the index within light-dark(…)
Colours = dict[str, str]


def block(sheet: str, selector: str) -> Colours:
    """The variables that the rule with exactly this selector declares."""
    text = re.sub(r"/\*.*?\*/", "", (STYLES / sheet).read_text(), flags=re.S)
    found: Colours = {}
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", text):
        if selectors.strip() == selector:
            found |= {name: value.strip() for name, value in re.findall(r"--([\w-]+):\s*([^;]+)", body)}
    assert found, selector
    return found


PALETTE = block("base.css", ":root")
PIPS = block("tiles.css", ":root")
IVORY = PIPS | block("tiles.css", ':root, [data-tiles="ivory"]')
DARK = PIPS | block("tiles.css", '[data-tiles="dark"]')
CONTRAST = PIPS | block("tiles.css", '[data-tiles="contrast"]')


def rgb(value: str, theme: int) -> tuple[float, ...]:
    if found := re.fullmatch(r"light-dark\((.+), *(.+)\)", value):
        value = found[theme + 1]
    digits = value.lstrip("#")
    digits = "".join(2 * d for d in digits) if len(digits) == 3 else digits
    assert re.fullmatch(r"[0-9a-f]{6}", digits), value
    return tuple(int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4))


def luminance(colour: tuple[float, ...]) -> float:
    linear = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour)
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def mixed(colour: tuple[float, ...], mix: str) -> tuple[float, ...]:
    """The result of color-mix(in srgb, colour, MIX), where MIX is a colour with its share."""
    other, share = mix.split()
    part = float(share.rstrip("%")) / 100
    return tuple(a * (1 - part) + b * part for a, b in zip(colour, rgb(other, 0), strict=True))


def pairs(colours: Colours, kind: str, theme: int) -> Iterator[tuple[float, ...]]:
    return (rgb(colours[f"{kind}{number}"], theme) for number in range(19))


@pytest.mark.parametrize(
    ("colours", "kind", "theme", "least"),
    [
        (IVORY, "p", 0, 3.6),
        (IVORY, "p", 1, 3),
        (IVORY, "t", 0, 4.5),
        (IVORY, "t", 1, 4.5),
        (DARK, "p", 0, 3.2),
        (DARK, "t", 0, 4.5),
        (CONTRAST, "t", 0, 15),
    ],
)
def test_pips_and_numerals_stand_out_on_both_ends_of_the_face(
    colours: Any, kind: str, theme: Any, least: float
) -> None:
    face, part = rgb(colours["face"], theme), float(colours.get("shade-part", "0"))
    shade = rgb(colours.get("shade", "#000"), theme)
    shaded = tuple(a * (1 - part) + b * part for a, b in zip(face, shade, strict=True))
    for end in (face, shaded):
        for colour in pairs(colours, kind, theme):
            assert contrast(colour, end) >= least


@pytest.mark.parametrize(("colours", "theme"), [(IVORY, 0), (IVORY, 1), (DARK, 0)])
def test_pips_of_tiles_that_cannot_be_played_keep_three_to_one(colours: Any, theme: str) -> None:
    for number, colour in enumerate(pairs(colours, "t", theme)):
        assert contrast(mixed(colour, colours["off-mix"]), rgb(colours["off"], theme)) >= 3, number


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(
    ("ink", "ground", "least"),
    [
        ("on-felt", "felt-1", 4.5),
        ("on-felt", "felt-3", 4.5),
        ("on-felt", "room-1", 7),
        ("on-felt", "room-2", 7),
        ("wood", "room-1", 1.3),
        ("ink", "paper", 7),
        ("ink", "card", 7),
        ("ink", "well", 7),
        ("ink", "turn", 4.5),
        ("quiet", "paper", 4.5),
        ("quiet", "card", 4.5),
        ("quiet", "turn", 4.5),
        ("quiet", "well", 4.5),
        ("win", "turn", 4.5),
        ("accent", "paper", 4.5),
        ("accent", "card", 4.5),
        ("on-tray", "tray", 7),
        ("on-tray", "tray-button", 4.5),
        ("tray-quiet", "tray", 4.5),
        ("on-yolk", "yolk", 7),
        ("yolk", "tray", 3),
        ("yolk", "felt-1", 3),
    ],
)
def test_text_has_enough_contrast(ink: str, ground: str, least: float, theme: int) -> None:
    assert contrast(rgb(PALETTE[ink], theme), rgb(PALETTE[ground], theme)) >= least


@pytest.mark.parametrize("theme", THEMES)
def test_white_text_has_enough_contrast_on_seats_and_the_main_button(theme: int) -> None:
    white = (1.0, 1.0, 1.0)
    assert contrast(rgb(PALETTE["primary"], theme), white) >= 4.5
    assert all(contrast(rgb(PALETTE[f"s{seat}"], theme), white) >= 5.9 for seat in range(10))


def test_ends_show_their_numbers_readably_on_ivory_chips() -> None:
    sheet = (STYLES / "table.css").read_text()
    chips = dict(re.findall(r'\.end\[data-suit="(\d+)"\] \{ --number: (#\w+) \}', sheet))
    assert set(chips) == {str(number) for number in range(19)}
    for theme, chip in enumerate(("#fffdf6", "#e6dbc3")):
        for number, colour in chips.items():
            assert contrast(rgb(colour, 0), rgb(chip, theme)) >= 4.5, number


def test_no_style_sheet_uses_a_colour_of_tiles_for_something_else() -> None:
    """Drawings inherit these variables: a length under the name of the face made all tiles of the first screen black."""
    colour = re.compile(r"#[0-9a-f]{3,8}|(?:light-dark|color-mix|var)\(.+|transparent|\w+(?:Text|Canvas)")
    for path in STYLES.glob("*.css"):
        text = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S)
        for name, value in re.findall(r"--(face|edge|bar|rim|shade):\s*([^;}]+)", text):
            assert colour.fullmatch(value.strip()), f"{path.name}: --{name}: {value}"


def test_the_arrow_of_a_choice_is_seen_in_every_forced_colour() -> None:
    """It is a picture: forced colours change the ground below it to black or white, and not its own colour."""
    (stroke,) = re.findall(r"--grey-arrow:[^)]+stroke='%23([0-9a-f]{6})'", (STYLES / "base.css").read_text())
    arrow = rgb(f"#{stroke}", 0)
    assert min(contrast(arrow, rgb(ground, 0)) for ground in ("#ffffff", "#000000")) >= 3
