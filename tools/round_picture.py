"""`python3 tools/round_picture.py`: write assets/screenshots/round.svg, the moving picture of README.md.

Bots play a round, and each tile appears on the table in the order of play. After a pause the picture begins again. The
drawing is an SVG with CSS animations, so it needs no script and no browser to make.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from game.laboratory.runner import play_round
from game.players.bots import Bot, parse_spec
from game.rules.match import start_match
from game.rules.options.presets import resolve
from game.rules.rng import Rng
from game.rules.tiles import HIGH, LOW, Tile, is_double
from game.session.board_layout import BoardLayout
from game.table.faces import CORNER_RADIUS, U, pips
from game.table.geometry import Pose

FILE = Path(__file__).resolve().parents[1] / "assets" / "screenshots" / "round.svg"
SEED = "readme-4"
ASPECT = 2.1  # width of the picture divided by its height
MARGIN = 1.1  # u, between the tiles and the picture's edge
SECONDS_A_TILE, SECONDS_AT_END = 0.32, 4.0
# The colours of the page's light theme: felt (middle, edge), wood, tile, its edge, bar, and the pips by number.
FELT, WOOD, IVORY, EDGE, BAR = ("#4a7c6c", "#2f5a4d"), "#8a5b38", "#fbf4e4", "#cdbf9f", "#b9a988"
PIPS = [
    "#000",
    "#b3402e",
    "#2c6a8f",
    "#2f7d4f",
    "#8a4f9e",
    "#b06a12",
    "#3b4a9b",
    "#8c2f5b",
    "#4f6b1f",
    "#1f6f72",
]


def tile_svg(tile: Tile, pose: Pose, number: int) -> str:
    """A tile at its pose, which is laid as the play of this number."""
    x, y, angle = pose
    halves = []
    for value, middle in ((HIGH[tile], U / 2), (LOW[tile], -U / 2)):
        radius, centres = pips(value)
        halves += [
            f'<circle cx="{middle - b:g}" cy="{a:g}" r="{radius:g}" fill="{PIPS[value]}"/>'
            for a, b in centres
        ]
    body = f'<rect x="{-U}" y="{-U / 2:g}" width="{2 * U}" height="{U}" rx="{CORNER_RADIUS}"/>'
    return (
        f'<g transform="translate({x * U:.0f} {y * U:.0f}) rotate({angle:g})">'
        f'<g class="tile{" double" if is_double(tile) else ""}" style="--n:{number}">'
        f'{body}<path d="M0-36V36"/>{"".join(halves)}</g></g>'
    )


def styles(count: int) -> str:
    """The animation of `count` tiles: each is dropped at its turn, stays, and fades with all others at the end."""
    turn, whole = SECONDS_A_TILE, count * SECONDS_A_TILE + SECONDS_AT_END
    drops = "".join(
        f"@keyframes t{n}{{0%,{100 * n * turn / whole:.2f}%{{opacity:0;transform:translateY(-60px) scale(1.3)}}"
        f"{100 * (n * turn + 0.3) / whole:.2f}%,97%{{opacity:1;transform:none}}100%{{opacity:0}}}}"
        f'.tile[style$=":{n}"]{{animation-name:t{n}}}'
        for n in range(count)
    )
    return (
        f"<style>.tile{{animation:{whole:.2f}s ease-out infinite both}}"
        f".tile rect{{fill:{IVORY};stroke:{EDGE};stroke-width:6}}.double rect{{stroke:#d9a441;stroke-width:9}}"
        f".tile path{{stroke:{BAR};stroke-width:5;stroke-linecap:round}}{drops}"
        "@media (prefers-reduced-motion:reduce){.tile{animation:none}}</style>"
    )


def draw(seed: str) -> str:
    """The picture of the first round of a match with this seed."""
    options = resolve("montgomery", players=4)
    match = start_match(options, seed)
    board = play_round(
        match, [Bot(parse_spec("hen"), Rng(seed, f"bot/{seat}")) for seat in range(4)]
    ).round.board
    layout = BoardLayout(options, ASPECT)
    layout.follow(board.laid)
    left, top, right, bottom = layout.layout.box()
    width, height = right - left + 2 * MARGIN, bottom - top + 2 * MARGIN
    box = [(left + right - width) / 2, (top + bottom - height) / 2, width, height]
    x, y, w, h = (round(side * U) for side in box)
    poses = layout.layout.poses
    tiles = "".join(tile_svg(tile, poses[tile], number) for number, (tile, _) in enumerate(board.laid))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x} {y} {w} {h}" width="{w / 2:.0f}" height="{h / 2:.0f}" role="img">'
        f"<title>A round of Chickenfoot, tile by tile</title>{styles(len(board.laid))}"
        f'<radialGradient id="felt"><stop stop-color="{FELT[0]}"/><stop offset="1" stop-color="{FELT[1]}"/></radialGradient>'
        f'<rect x="{x + 10}" y="{y + 10}" width="{w - 20}" height="{h - 20}" rx="90" fill="url(#felt)" stroke="{WOOD}"'
        f' stroke-width="20"/>{tiles}</svg>\n'
    )


if __name__ == "__main__":
    FILE.write_text(draw(SEED))
