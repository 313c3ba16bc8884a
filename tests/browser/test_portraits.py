"""The portraits of the levels, and of one to come, are told apart by their outline alone, as small as beside a hand."""

import re
from itertools import combinations

from playwright.sync_api import Browser

from game.players.levels import LEVELS
from tools.making.shell import PORTRAITS

SIZE = 32  # px, of the disc; a drawing sticks out above it and at its sides
MOST_ALIKE = 0.8  # the common part of two outlines, as a part of what both cover
# The face in the mood "waiting", without the disc in the seat's colour.
ONLY_THE_FACE = "<style>.face-ground, .mood-thinking, .mood-pleased, .mood-caught { display: none }</style>"
OUTLINES = """async ([drawings, names, size]) => {
  const masks = [];
  for (const name of names) {
    const image = new Image();
    const box = `viewBox="-10 -13 116 109" width="${size * 116 / 96}" height="${size * 109 / 96}"`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${box}>${drawings}<use href="#face-${name}"/></svg>`;
    image.src = "data:image/svg+xml," + encodeURIComponent(svg);
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height), pen = canvas.getContext("2d");
    pen.drawImage(image, 0, 0);
    const { data } = pen.getImageData(0, 0, image.width, image.height);
    masks.push([...data].filter((_, index) => index % 4 === 3).map((alpha) => alpha > 127));
  }
  return masks;
}"""


def test_each_level_has_an_outline_of_its_own(chromium: Browser) -> None:
    page = chromium.new_page()
    drawings = PORTRAITS.read_text(encoding="utf-8").partition(">")[2].rpartition("</svg>")[0]
    birds = re.findall(r'<symbol id="face-([a-z]+)"', drawings)
    assert {*LEVELS} <= {*birds}
    masks = page.evaluate(OUTLINES, [ONLY_THE_FACE + drawings, birds, SIZE])
    page.close()
    for (name, mask), (other, other_mask) in combinations(zip(birds, masks, strict=True), 2):
        both = sum(a and b for a, b in zip(mask, other_mask, strict=True))
        either = sum(a or b for a, b in zip(mask, other_mask, strict=True))
        assert either > 200, f"{name} or {other} is empty"
        assert both / either < MOST_ALIKE, f"{name} and {other} look alike: {both / either:.2f}"
