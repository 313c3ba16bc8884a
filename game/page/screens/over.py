"""The end of the match: who won, and everybody's place."""

from game.page.dom import clone, one, put
from game.page.dom import show as shown
from game.page.words import say


def show(scene):
    """Fills the screen of the result from the sheet that came with the scene."""
    sheet = scene["sheet"]
    names = [say("ui.you") if seat == scene["you"] else name for seat, name in enumerate(sheet["names"])]
    first = [seat for seat, place in enumerate(sheet["places"]) if place == 1]
    if first == [scene["you"]]:
        title = say("say.won.you")
    elif len(first) == 1:
        title = say("say.won", {"names": names[first[0]]})
    else:
        title = say("say.shared", {"names": [names[seat] for seat in first]})
    put(one("#over-title"), title.rstrip("."))
    put(
        one("#over-note"),
        say("ui.over-note", {"place": sheet["places"][scene["you"]], "total": sheet["totals"][scene["you"]]}),
    )
    rows = one("#placings")
    rows.replaceChildren()
    for seat in sorted(range(len(names)), key=lambda seat: (sheet["places"][seat], seat)):
        row = clone("t-place-row")
        row.classList.add(f"s{seat}")
        put(one(".rank", row), sheet["places"][seat])
        put(one(".avatar", row), names[seat][:1])
        put(one(".placing-name", row), names[seat])
        put(one(".placing-points", row), sheet["totals"][seat])
        rows.append(row)
    luck_line("")
    one("#over-title").focus()


def luck_line(text):
    """Shows the line of luck and skill, or what stands there until it has come; without either the button to ask for it."""
    put(one("#luck-line"), text)
    shown(one("#luck-line"), text)
    shown(one("#luck-ask"), not text)
