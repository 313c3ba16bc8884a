"""Compare the boxes and texts of a kept screen (tests/browser/every_screen.py) in two browser engines, and find covered tiles.

Lengths are in px.
"""

from collections.abc import Callable

Measured = dict[str, list[float]]
# Every visible box, the left and right end of every text of one line, and the number of lines of every text, by its path.
BOXES = """() => {
  const root = document.querySelector("iframe").contentDocument, found = {}, range = root.createRange();
  const name = (e) => {
    const own = e.id ? "#" + e.id : e.dataset.action ? `[${e.dataset.action}]` : e.classList[0] ? "." + e.classList[0] : e.localName;
    const same = [...e.parentElement.children].filter((each) => each.localName === e.localName);
    return own + (e.id || same.length < 2 ? "" : ":" + same.indexOf(e));
  };
  const path = (e) => e.id || e === root.body ? name(e) : path(e.parentElement) + " " + name(e);
  const blockOf = (e) => (getComputedStyle(e).display === "inline" ? blockOf(e.parentElement) : e);
  const top = [...root.querySelectorAll("dialog[data-kept]")].at(-1) ?? root.body;
  for (const e of top.querySelectorAll("*")) {
    if (e.closest("svg") && e.localName !== "svg" || e.closest(".unseen, option")) continue;
    if (!e.checkVisibility({ visibilityProperty: true })) continue;
    // An inline element flows with its paragraph: its texts count as the paragraph's.
    const isInline = getComputedStyle(e).display === "inline", holder = isInline ? blockOf(e) : e;
    const box = e.getBoundingClientRect();
    if (box.width && box.height && !isInline) found[path(e)] = [box.left, box.right, box.height];
    [...e.childNodes].filter((node) => node.nodeType === 3 && node.data.trim()).forEach((node, number) => {
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect(), part = isInline ? `${path(e)} ${number}` : number;
      found[`${path(holder)} lines ${part}`] = [new Set([...range.getClientRects()].map((line) => Math.round(line.top))).size];
      const oneLine = text.height < 1.9 * parseFloat(getComputedStyle(e).fontSize);
      if (text.width && oneLine && !isInline) found[`${path(e)} text ${number}`] = [text.left, text.right];
    });
  }
  return found;
}"""
# Firefox has wide scrollbars here, Chromium none; WebKitGTK draws a closed list 3 px taller.
PLAIN = """<style>* { scrollbar-width: none !important }
select:not(.quick *) { block-size: 44px !important }</style></head>"""
# Honest differences: the start of a path, and why.
HONEST = {
    "#seats .seat": "three seats on a phone: browsers share out what a minimum width leaves in two ways, 7 px apart",
    "#rules .rules-options summary": "each browser draws the triangle of a summary",
    "#prompt-do": "a name in letters that no font of this machine has: each browser draws its own substitute",
    "#lab-sentence": "the line that holds a badge, 2.1 px",
    "#lab-result": "it holds that line",
    "#sheet .sheet-head div": "it holds the title, which needs one line or two",
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

    A text that is a little longer may keep its left end, its middle or its right end. If it `flows`, it may also break
    elsewhere: its box may have another number of lines, and what follows it in the same box may stand anywhere.
    """
    wrong = set()
    flowing = {path.rpartition(" lines ")[0] for path in {*here, *there} if here.get(path) != there.get(path)}
    for path in {*here, *there}:
        if " lines " in path or (flows and " text " in path and not path.endswith(" text 0")):
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
        and not path.startswith(tuple(HONEST))
        and not (flows and path in flowing)
    )
