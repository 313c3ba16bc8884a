"""The drawings that index.html carries from the start, in place of its lines `<!-- tiles -->` and `<!-- shades -->`."""

from game.rules.tiles import parse_tile
from game.table.drawing import PoseLike, pose_attributes, pose_style, underlay_markup
from game.table.faces import defs_markup, tile_markup

# the picture on the welcome page: a double six with its three toes, and the line it came from
FOOT: tuple[tuple[str, PoseLike], ...] = (
    ("6-5", (0, 1.55, -90)),
    ("6-6", (0, 0, 0)),
    ("6-2", (-1.611, -1.374, 45)),
    ("9-6", (0, -1.55, -90)),
    ("6-4", (1.611, -1.374, 135)),
)


def drawings() -> str:
    """Definitions of all tiles, a sample tile (#sample) and the welcome picture (#foot-picture)."""
    sample = f'<g id="sample"><g {pose_attributes((0, 0, 180))}>{tile_markup(parse_tile("6-4"))}</g></g>'
    tiles = [(parse_tile(name), pose) for name, pose in FOOT]
    ground = underlay_markup(pose for _, pose in tiles)
    laid = "".join(tile_markup(tile, "at", f'style="{pose_style(pose)}"') for tile, pose in tiles)
    picture = ground["webs"] + ground["shadows"] + laid
    return f'{defs_markup()}\n<defs>{sample}<g id="foot-picture">{picture}</g></defs>'
