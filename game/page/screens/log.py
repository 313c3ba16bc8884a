"""What happened, in words: the polite live region, and the list of the round's events."""

from game.page.dom import clone, one, put
from game.page.words import words

LONGEST = 200  # lines kept


def tell(scene):
    """Announces and lists what a scene says; on your turn the prompt is said too."""
    lines = [words(message) for message in scene["said"]]
    steps = scene["steps"]
    for number, line in enumerate(lines):
        seat = steps[number]["seat"] if number < len(steps) else None
        _list(line, seat, scene)
    if scene["phase"] == "playing" and scene["turn"] == scene["you"] and scene["can"]["hint"]:
        told = scene["prompt"] + ([scene["foot"]] if scene["foot"] else [])
        lines += [words(message) + "." for message in told]
    if lines:
        announce(" ".join(lines))
    if steps and len(scene["said"]) >= len(steps):
        seat = steps[-1]["seat"]
        put(one("#last-text"), words(scene["said"][len(steps) - 1]))
        badge = one("#last .avatar")
        badge.className = f"avatar s{seat}"
        put(badge, scene["seats"][seat]["name"][:1])
        one("#last").hidden = False


def announce(text):
    """Says a text; the same text twice is varied, or it would not be spoken again."""
    region = one("#announcer")
    if region.textContent == text:
        text += "\u00a0"
    region.textContent = text


def _list(line, seat, scene):
    rows = one("#log")
    if scene["patch"]["clear"] and not scene["steps"]:
        rows.replaceChildren()
    item = clone("t-log-line")
    avatar = one(".avatar", item)
    if seat is None:
        avatar.hidden = True
    else:
        item.classList.add(f"s{seat}")
        put(avatar, scene["seats"][seat]["name"][:1])
    put(one(".log-text", item), line)
    rows.append(item)
    while rows.childElementCount > LONGEST:
        rows.firstElementChild.remove()
