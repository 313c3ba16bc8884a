"""Compare the boxes and texts of a kept screen (tests/browser/every_screen.py) in two browser engines, and find covered tiles.

Lengths are in px.
"""

from collections.abc import Callable

Measured = dict[str, list[float]]
# Every visible box, the left and right end of every text of one line, and the lines of every text, by its path. A part of a paragraph has
# " inline " in its path, after that of the paragraph. Lines are [whether the text begins a line in its paragraph, where it breaks ...].
BOXES = """() => {
  const root = document.querySelector("iframe").contentDocument, found = {}, range = root.createRange(), paths = new Map();
  const name = (e) => {
    const own = e.id ? "#" + e.id : e.dataset.action ? `[${e.dataset.action}]` : e.classList[0] ? "." + e.classList[0] : e.localName;
    const same = [...e.parentElement.children].filter((each) => each.localName === e.localName);
    return own + (e.id || same.length < 2 ? "" : ":" + same.indexOf(e));
  };
  const path = (e) => {
    if (!paths.has(e)) paths.set(e, e === root.body ? name(e) : `${path(e.parentElement)} ${name(e)}`);
    return paths.get(e);
  };
  const holderOf = (e) => (getComputedStyle(e).display.startsWith("inline") ? holderOf(e.parentElement) : e);
  const inside = (e) => path(e).slice(path(holderOf(e)).length + 1); // the path from the paragraph on, "" for itself
  const where = (e) => path(holderOf(e)) + (inside(e) && ` inline ${inside(e)}`);
  const isMeasured = (e) => !(e.closest("svg") && e.localName !== "svg") && !e.closest(".unseen, option") &&
    e.checkVisibility({ visibilityProperty: true });
  const top = [...root.querySelectorAll("dialog[data-kept]")].at(-1) ?? root.body;
  for (const e of top.querySelectorAll("*")) {
    const box = e.getBoundingClientRect();
    if (isMeasured(e) && box.width && box.height) found[where(e)] = [box.left, box.right, box.height];
  }
  const numbers = new Map(), bottoms = new Map(); // texts of an element so far; where the last text of a paragraph ended
  const texts = root.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode, e = node.parentElement;
    if (!node.data.trim() || !isMeasured(e)) continue;
    const number = numbers.get(e) ?? 0, lines = [];
    numbers.set(e, number + 1);
    let bottom = bottoms.get(holderOf(e)) ?? -Infinity;
    for (const { index } of node.data.matchAll(/\\S+/g)) {
      range.setStart(node, index);
      range.setEnd(node, index + 1);
      const letter = range.getBoundingClientRect(), isNew = letter.top > bottom - 2;
      if (isNew || !lines.length) lines.push(lines.length ? index : Number(isNew));
      bottom = letter.bottom;
    }
    bottoms.set(holderOf(e), bottom);
    found[`${path(holderOf(e))} lines ${inside(e)} ${number}`] = lines;
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect(), isOneLine = text.height < 1.9 * parseFloat(getComputedStyle(e).fontSize);
    if (text.width && isOneLine) found[`${where(e)} text ${number}`] = [text.left, text.right];
  }
  return found;
}"""
# Firefox has wide scrollbars here, Chromium none; WebKitGTK draws a closed list 3 px taller.
PLAIN = """<style>* { scrollbar-width: none !important }
select:not(.quick *) { block-size: 44px !important }</style></head>"""
# Honest differences: a part of a path, and why.
HONEST = {
    "#seats .seat": "three seats on a phone: browsers share out what a minimum width leaves in two ways, 7 px apart",
    "#rules .fold summary": "each browser draws the triangle of a summary",
    "#prompt-do": "a name in letters that no font of this machine has: each browser draws its own substitute",
    "#lab-sentence": "the line that holds a badge, 2.1 px",
    "#matches .columns section": "it holds finished matches, whose points need one line or two",
}

# What lies under the seats: [seat, tile or "frame"] for each tile that a seat covers, and for a seat that reaches into the frame.
COVERED = """() => {
  const box = (element) => element.getBoundingClientRect();
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const under = [...document.querySelectorAll("#frame, [data-placed]")];
  return [...document.querySelectorAll("#seats .seat")].flatMap((seat) =>
    under.filter((each) => meet(box(seat), box(each))).map((each) => [seat.dataset.seat, each.dataset.placed || "frame"]));
}"""


def apart(here: Measured, there: Measured, near: Callable[[float], float], flows: bool = False) -> list[str]:
    """Where two engines differ: sizes of boxes that no part of them explains, and texts that stand elsewhere in their box.

    A text that is a little longer may keep its left end, its middle or its right end. In a paragraph that breaks at other
    words, its texts and parts may stand anywhere. If texts `flows`, a box may also have another number of lines, and what
    follows a text in the same box may stand anywhere.
    """
    wrong = set()
    changed = [path for path in {*here, *there} if " lines " in path and here.get(path) != there.get(path)]
    reflowed = {path.partition(" lines ")[0] for path in changed}
    taller = {
        path.partition(" lines ")[0]
        for path in changed
        if len(here.get(path, ())) != len(there.get(path, ()))
    }
    for path in {*here, *there}:
        if " lines " in path or (flows and " text " in path and not path.endswith(" text 0")):
            continue
        is_part = " text " in path or " inline " in path
        if is_part and path.partition(" text ")[0].partition(" inline ")[0] in reflowed:
            continue
        if path not in here or path not in there:
            if " text " not in path:  # a text may need a second line
                wrong.add(path)
        elif " text " in path:
            box = path.rpartition(" text ")[0]
            left, right = (
                here[path][end] - here[box][end] - there[path][end] + there[box][end] for end in (0, 1)
            )
            if min(abs(left), abs(right), abs(left + right) / 2) > near(0):
                wrong.add(path)
        else:
            (left, right, height), (other_left, other_right, other_height) = here[path], there[path]
            width = right - left
            if abs(width - other_right + other_left) > near(width) or abs(height - other_height) > near(
                height
            ):
                wrong.add(path)
    return sorted(
        f"{path}: {here.get(path)} {there.get(path)}"
        for path in wrong
        if not any(other.startswith(f"{path} ") for other in wrong)
        and not any(f" {part}" in path for part in HONEST)
        and not (flows and path in taller)
    )
