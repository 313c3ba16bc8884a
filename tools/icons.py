"""`python3 tools/icons.py [FOLDER]`: draws the pictures of assets/icons/ anew: a chicken foot of tiles on felt.

icon.svg              as it is, corners rounded          icon-192.png, icon-512.png, icon-180.png (for iOS, square)
icon-maskable-512.png smaller, on felt to the edges: a device cuts its own shape, at least the middle four fifths
icon-mono.svg         one colour, for devices that colour icons themselves
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools.common import provision

FOLDER = provision.ROOT / "assets" / "icons"
SIZE = 512
LEG = (256.0, 391.3, 90)
TOES = ((125.8, 158.9, 45), (256.0, 148.7, 90), (386.2, 158.9, -45))  # middle and turn of each tile
DOUBLE = (256.0, 270.0, 0)
TILES = (LEG, *TOES, DOUBLE)
LONG, WIDE, ROUND = 156.8, 76.0, 13.7
EDGE = 8.1  # how much of a tile's side is seen below it
SHADOW = 20.2  # how far the felt's shade reaches about a tile
MASKED = 0.8  # of the size: what every device leaves of a maskable icon

FELT = (
    '<defs><radialGradient id="f" cx=".5" cy=".42" r=".8"><stop stop-color="#4a7c6c"/>'
    '<stop offset=".65" stop-color="#3f6e5e"/><stop offset="1" stop-color="#355d4f"/></radialGradient></defs>'
    '<rect width="512" height="512" rx="{corner}" fill="url(#f)"/>'
)


def bar(turn: float, colour: str, more: float = 0, place: str = "") -> str:
    """A tile's outline about the origin, `more` wider on every side."""
    long, wide = LONG + 2 * more, WIDE + 2 * more
    where = f"{place}rotate({turn})"
    return (
        f'<rect x="{-long / 2:.1f}" y="{-wide / 2:.1f}" width="{long:.1f}" height="{wide:.1f}" '
        f'rx="{ROUND + more:.1f}" transform="{where}" fill="{colour}"/>'
    )


def foot() -> str:
    """The tiles with their sides, and the shade about them."""
    shades = "".join(bar(turn, "#04150f", SHADOW, f"translate({x} {y}) ") for x, y, turn in TILES)
    parts = [f'<g opacity=".17">{shades}</g>']
    for x, y, turn in TILES:
        face, side = ("#ffcf57", "#bd8a1f") if (x, y, turn) == DOUBLE else ("#fffaf0", "#c9b994")
        drawn = bar(turn, side, place=f"translate(0 {EDGE}) ") + bar(turn, face)
        parts.append(f'<g transform="translate({x} {y})">{drawn}</g>')
    return "".join(parts)


def svg(content: str) -> str:
    """The picture as a file of its own."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}">{content}</svg>\n'


def pictures() -> dict[str, str]:
    """Every picture by its name, as SVG; those for PNG with their size at the end of the name."""
    rounded, square = FELT.format(corner=112), FELT.format(corner=0)
    middle = SIZE * (1 - MASKED) / 2
    smaller = f'<g transform="translate({middle:.1f} {middle:.1f}) scale({MASKED})">{foot()}</g>'
    # one colour: the double stands apart by a gap instead of its own colour
    mono = "".join(
        bar(turn, "#000", -4 if (x, y, turn) == DOUBLE else 0, f"translate({x} {y}) ") for x, y, turn in TILES
    )
    return {
        "icon.svg": svg(rounded + foot()),
        "icon-mono.svg": svg(mono),
        "icon-180.png": svg(square + foot()),
        "icon-192.png": svg(rounded + foot()),
        "icon-512.png": svg(rounded + foot()),
        "icon-maskable-512.png": svg(square + smaller),
    }


def draw(folder: Path) -> None:
    """Writes all of them."""
    from playwright.sync_api import sync_playwright

    from tools.common import drive

    with sync_playwright() as playwright:
        browser = drive.launch_chromium(playwright)
        for name, picture in pictures().items():
            if name.endswith(".svg"):
                (folder / name).write_text(picture)
                continue
            size = int(Path(name).stem.rpartition("-")[2])
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>*{{margin:0;display:block}}</style>{picture}")
            page.screenshot(path=folder / name, omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    provision.go_on_in_venv(__file__)  # a browser draws, by what the tests need
    draw(Path(sys.argv[1]) if sys.argv[1:] else FOLDER)
