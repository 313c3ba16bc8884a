"""`python3 tools/icons.py [FOLDER]`: draw the app icons of assets/icons/ again: a chicken foot of tiles on green felt.

icon.svg, icon-192.png, icon-512.png    the foot on a square with rounded corners
icon-180.png                            the same on a full square, for iOS
icon-maskable-512.png                   a smaller foot on a full square. A device cuts its own shape out of a maskable
                                        icon; every shape contains the middle four fifths.
icon-mono.svg                           the foot in one colour, for devices that colour icons themselves
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools.common import provision

FOLDER = provision.ROOT / "assets" / "icons"
# Lengths are in units of the SVG, whose side is SIZE. Each tile is (x, y, angle): its middle, and degrees clockwise.
SIZE = 512
LEG = (256.0, 391.3, 90)  # the tile from which the foot grows
TOES = ((125.8, 158.9, 45), (256.0, 148.7, 90), (386.2, 158.9, -45))
DOUBLE = (256.0, 270.0, 0)
TILES = (LEG, *TOES, DOUBLE)
LENGTH, WIDTH, CORNER = 156.8, 76.0, 13.7  # the size of a tile, and the radius of its corners
THICKNESS = 8.1  # the visible part of a tile's side, below its face
SHADOW = 20.2  # the width of the shadow around a tile
SAFE_SHARE = 0.8  # the share of a maskable icon's side that no device cuts off

BACKGROUND = (
    '<defs><radialGradient id="f" cx=".5" cy=".42" r=".8"><stop stop-color="#4a7c6c"/>'
    '<stop offset=".65" stop-color="#3f6e5e"/><stop offset="1" stop-color="#355d4f"/></radialGradient></defs>'
    '<rect width="512" height="512" rx="{corner}" fill="url(#f)"/>'
)


def tile_rectangle(angle: float, colour: str, margin: float = 0, transform: str = "") -> str:
    """Return the SVG of a tile's outline around the origin, enlarged by `margin` on every side.

    `transform` is an SVG transform that is applied after the rotation.
    """
    length, width = LENGTH + 2 * margin, WIDTH + 2 * margin
    return (
        f'<rect x="{-length / 2:.1f}" y="{-width / 2:.1f}" width="{length:.1f}" height="{width:.1f}" '
        f'rx="{CORNER + margin:.1f}" transform="{transform}rotate({angle})" fill="{colour}"/>'
    )


def foot() -> str:
    """Return the SVG of the foot: the shadow, then each tile with its side."""
    shadows = "".join(
        tile_rectangle(angle, "#04150f", SHADOW, f"translate({x} {y}) ") for x, y, angle in TILES
    )
    parts = [f'<g opacity=".17">{shadows}</g>']
    for x, y, angle in TILES:
        face, side = ("#ffcf57", "#bd8a1f") if (x, y, angle) == DOUBLE else ("#fffaf0", "#c9b994")
        drawn = tile_rectangle(angle, side, transform=f"translate(0 {THICKNESS}) ") + tile_rectangle(
            angle, face
        )
        parts.append(f'<g transform="translate({x} {y})">{drawn}</g>')
    return "".join(parts)


def svg(content: str) -> str:
    """Return a complete SVG file with this content."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}">{content}</svg>\n'


def pictures() -> dict[str, str]:
    """Return each icon as SVG, by file name. A name that ends in .png contains the side of the PNG in pixels."""
    rounded, square = BACKGROUND.format(corner=112), BACKGROUND.format(corner=0)
    inset = SIZE * (1 - SAFE_SHARE) / 2
    smaller = f'<g transform="translate({inset:.1f} {inset:.1f}) scale({SAFE_SHARE})">{foot()}</g>'
    # With only one colour the double cannot be gold. A gap sets it apart: it is drawn smaller.
    mono = "".join(
        tile_rectangle(angle, "#000", -4 if (x, y, angle) == DOUBLE else 0, f"translate({x} {y}) ")
        for x, y, angle in TILES
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
    """Write all icons into a folder. Chromium renders the PNG files."""
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
    provision.rerun_in_venv(__file__)  # Playwright is in tools/requirements.txt
    draw(Path(sys.argv[1]) if sys.argv[1:] else FOLDER)
