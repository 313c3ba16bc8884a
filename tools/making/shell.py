"""Draw the parts of index.html that the build makes, in place of `<!-- tiles -->`, `<!-- portraits -->`, `<!-- round -->`."""

import re
from collections.abc import Iterable

from game.commands.measure.layout_quality import bot_rounds, lay_out
from game.players.bots import parse_spec
from game.rules.options.presets import resolve
from game.rules.tiles import Tile, parse_tile
from game.table.drawing import PoseLike, pose_attributes, pose_style, underlay_markup
from game.table.faces import CORNER_RADIUS, U, defs_markup, tile_markup
from game.table.geometry import Pose
from tools.common import provision

PORTRAITS = provision.ROOT / "assets" / "portraits.svg"

# The picture on the welcome page: a double six with its three toes, and the tile on which it was laid. A pose is (x, y,
# angle): x and y in u (half a tile's length), the angle in degrees.
FOOT: tuple[tuple[str, PoseLike], ...] = (
    ("6-5", (0, 1.55, -90)),
    ("6-6", (0, 0, 0)),
    ("6-2", (-1.611, -1.374, 45)),
    ("9-6", (0, -1.55, -90)),
    ("6-4", (1.611, -1.374, 135)),
)

# The pictures that a person sees while a first visit over a slow line is under way: a hand, and a tile at the end that it fits.
WAITING: dict[str, tuple[tuple[str, PoseLike], ...]] = {
    "wait-hand": (
        ("6-5", (-1.8, 0, -90)),
        ("7-4", (-0.6, 0, -90)),
        ("2-1", (0.6, 0, -90)),
        ("3-0", (1.8, 0, -90)),
    ),
    "wait-line": (("9-9", (-2.2, 0, -90)), ("9-4", (-0.65, 0, 180)), ("7-4", (1.5, 0, 0))),
}


def drawings() -> str:
    """SVG markup: definitions of all tiles, a sample tile (#sample), the welcome picture (#foot-picture), and WAITING."""
    sample = f'<g id="sample"><g {pose_attributes((0, 0, 180))}>{tile_markup(parse_tile("6-4"))}</g></g>'
    underlay = underlay_markup(pose for _, pose in FOOT)
    picture = underlay["webs"] + underlay["shadows"] + _laid(FOOT)
    waiting = "".join(f'<g id="{id}">{_laid(tiles)}</g>' for id, tiles in WAITING.items())
    return f'{defs_markup()}\n<defs>{sample}<g id="foot-picture">{picture}</g>{waiting}</defs>'


def _laid(tiles: Iterable[tuple[str, PoseLike]]) -> str:
    """The markup of tiles at their poses."""
    return "".join(tile_markup(parse_tile(name), "at", f'style="{pose_style(pose)}"') for name, pose in tiles)


def packed(id: str, markup: str) -> str:
    """Return the markup as the text of a script, which assets/boot.js unpacks later.

    A browser reads text faster than elements: with 20 kB of drawings as elements, the document was parsed 10 to 20 ms later.
    """
    return f'<script type="text/html" id="{id}">{markup}</script>'


def portraits() -> str:
    """A hidden `<svg>` with the symbols of assets/portraits.svg and their shared parts, without the file's comments."""
    drawn = re.sub(r"<!--.*?-->|</?svg\b[^>]*>", "", PORTRAITS.read_text(), flags=re.DOTALL)
    return f"<svg hidden>{''.join(drawn.splitlines())}</svg>"


# The round on the table of the first screen: the beginning of a round of four bots. After a change of the seed, check by
# eye that the picture looks good.
ROUND_SEED, ROUND_BOTS, ROUND_TILES = "table-58", ("hen", "chick", "rooster", "hen"), 27
ROUND_ASPECT = 1.2  # width / height
ROUND_MARGIN = 0.3  # u
OPENING = 0.12  # seconds between two tiles until the centre has all its arms
PAUSE = 1.2  # seconds between two tiles after that: half as long as in a match


def round_poses() -> dict[Tile, Pose]:
    """The first ROUND_TILES tiles of the round on the first screen and their poses, in the order of play."""
    options = resolve("montgomery", players=len(ROUND_BOTS))
    plays = next(bot_rounds(options, [parse_spec(bot) for bot in ROUND_BOTS], ROUND_SEED, 1))[:ROUND_TILES]
    poses = lay_out(options, plays, ROUND_ASPECT, 0, ROUND_SEED).layout.poses
    return {play.tile: poses[play.tile] for play in plays}


def round_picture() -> str:
    """An `<svg>` of `round_poses`. In assets/styles/screens.css, `--after` is the time in s until a tile appears."""
    poses = round_poses()
    arms = resolve("montgomery", players=len(ROUND_BOTS)).arm_count
    styles = {}
    for number, (tile, pose) in enumerate(poses.items()):
        after = OPENING * min(number, arms) + PAUSE * max(0, number - arms)
        styles[tile] = f'style="{pose_style(pose)};--after:{after:.4g}s"'
    webs = "".join(f'<use href="#web" class="at" {style}/>' for style in styles.values())
    shadows = "".join(f'<use href="#shadow" class="at" {style}/>' for style in styles.values())
    tiles = "".join(tile_markup(tile, "at", style) for tile, style in styles.items())
    ring = f'<use href="#ring" class="at" {list(styles.values())[-1]}/>'
    return (
        f'<svg class="round-picture" viewBox="{_box(list(poses.values()))}" aria-hidden="true">'
        f'<defs><rect id="shadow" class="shade low-shade" x="{-U}" y="{-U / 2:g}" width="{2 * U}" height="{U}"'
        f' rx="{CORNER_RADIUS}"/></defs>'
        f'<g class="round-webs">{webs}</g>{shadows}{tiles}{ring}</svg>'
    )


def _box(poses: list[Pose]) -> str:
    """The value of `viewBox` around these poses, with the table's centre in the middle."""
    reach = 1 + ROUND_MARGIN  # u: from a tile's middle to its end, and the margin
    x, y = max(abs(pose.x) for pose in poses) + reach, max(abs(pose.y) for pose in poses) + reach
    return " ".join(f"{U * side:.0f}" for side in (-x, -y, 2 * x, 2 * y))
