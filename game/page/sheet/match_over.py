"""The last screen of a match: the podium, how the match was decided, and luck and skill."""

from game.for_types import TYPE_CHECKING
from game.narration.localization.texts import is_nameless
from game.page.kernel.dom import counts_up_to, one, show_when_unfolded
from game.page.kernel.room import updated
from game.page.kernel.words import paragraph, say, unbroken, words
from game.page.people.portraits import face_of, portrait
from game.page.sheet import room
from game.page.sheet.score_sheet_view import chart, held_rows, names_of

if TYPE_CHECKING:
    from typing import Any

    from game.contract.score_sheets import Story
    from game.page.kernel.app import App
    from game.page.page_types import Cell, State, TableScene


LOWEST = 4  # all places from this one on have a block of the same height


def title(scene: "TableScene") -> "str":
    """The sentence that names the winners, for the person at the screen; "" if the match is not over.

    Several people at one screen are nobody's "you" after a match.
    """
    winners, names = _winners(scene), names_of(scene)
    if scene["you"] not in winners:
        return title_for_others(scene)
    others = [names[seat] for seat in winners if seat != scene["you"]]
    return say("over.shared.you", {"names": others}) if others else say("over.won.you")


def title_for_others(scene: "TableScene") -> "str":
    """The sentence that names the winners, with the name of the person at the screen, if they gave one."""
    names, winners = names_of(scene), _winners(scene)
    if winners == [scene["you"]] and is_nameless(scene["sheet"]["names"][winners[0]]):
        return say("over.won.you")
    if len(winners) < 2:
        return say("over.won", {"name": names[winners[0]]}) if winners else ""
    return say("over.shared", {"names": [names[seat] for seat in winners]})


def _winners(scene: "TableScene") -> "list[int]":
    return [seat for seat, place in enumerate(scene["sheet"]["places"]) if place == 1]


def _has_person_won(scene: "TableScene") -> "bool":
    """Whether a person is among the winners: at this screen, or at another one of the table."""
    return any(scene["seats"][seat]["level"] is None for seat in _winners(scene))


def signed(scene: "TableScene", name: "str") -> "TableScene":
    """The scene with this name, unless it is empty, for the person at the screen."""
    if not name or scene["you"] < 0:
        return scene
    names = [name if seat == scene["you"] else other for seat, other in enumerate(scene["sheet"]["names"])]
    return updated(scene, sheet=updated(scene["sheet"], names=names))


@room.view("sheet_scene")
def view(state: "State") -> "list[Cell]":
    """The winner, the sentences about the result, all seats by place, and the turning point with the chart."""
    scene = state["sheet_scene"]
    if not scene or scene["phase"] != "match-over":
        return []
    sheet, names = scene["sheet"], names_of(scene)
    by_place = sorted(range(len(names)), key=lambda seat: (sheet["places"][seat], seat))
    spots = podium_spots([sheet["places"][seat] for seat in by_place])
    placings = zip(by_place, spots)
    return [
        ("#over-title", "text", title(scene)),
        ("#over-note", "text", unbroken(_note(scene))),
        (
            "#placings",
            "rows",
            [(seat, "t-place-row", _placing(seat, spot, scene, names)) for seat, spot in placings],
        ),
        ("#placings", "data-least", counts_up_to(len(names))),
        ("#placings", "data-won", "true" if _has_person_won(scene) else None),  # there is confetti then
        ("#over-held-title", "text", _held_title(scene)),
        ("#over-held-how", "text", unbroken(words(scene["prompt"][0]))),  # who has won the last round
        ("#over-held-rows", "rows", held_rows(scene)),
        ("#over-chart", "hidden", not sheet["chart"]),
        ("#over-chart-picture", "html", chart(sheet)),
    ] + _turning_point(scene.get("story"))


@room.on("attach")
def watch_more(app: "App") -> "None":
    """Scroll to what "More" opens."""
    show_when_unfolded(one("#over-more"))


def _note(scene: "TableScene") -> "str":
    """The sentences of the result, and whether this match was a second try."""
    story = scene.get("story")
    sentences: list[Any] = story["note"] if story else []
    if scene.get("again"):
        sentences = sentences + [["over.second", {}]]
    return paragraph(sentences)


def _held_title(scene: "TableScene") -> "str":
    """The title of what was left: with the number of the last round if there were several."""
    number = scene["round"]["number"]
    return say("over.held", {"number": number}) if number > 1 else say("ui.held")


def _turning_point(story: "Story | None") -> "list[Cell]":
    """The title and the sentences of the turning point."""
    if not story:
        return [("#turning", "hidden", True)]
    turning = story["turning"]
    return [
        ("#turning", "hidden", False),
        ("#turning-title", "text", unbroken(words(turning["title"]))),
        ("#turning-lines", "text", unbroken(paragraph(turning["lines"]))),
        ("#turning-replay", "aria-label", say("turning.replay-label", turning)),
        ("#turning-replay", "data-number", turning["number"]),
        ("#turning-replay", "data-at", turning["events"]),
    ]


def podium_spots(places: "list[int]") -> "list[str]":
    """Where each seat stands, for places in order: a number from the left of the podium, or "rest" for a row below it.

    The first stands between the second and the third. Two that share the first place stand in the middle. Of five
    seats and more only the first three stand on the podium.
    """
    spots = ["2", "1", "3", "4"] if len(places) < 2 or places[1] > 1 else ["2", "3", "1", "4"]
    if len(places) > len(spots):
        spots = spots[:3] + ["rest"] * (len(places) - 3)
    return spots[: len(places)]


def _placing(seat: "int", spot: "str", scene: "TableScene", names: "list[str]") -> "list[Cell]":
    sheet = scene["sheet"]
    is_own = seat == scene["you"]
    return [
        ("", "class", "placing s{}".format(seat)),
        ("", "data-own", "true" if is_own else None),
        ("", "data-spot", spot),
        ("", "data-place", min(sheet["places"][seat], LOWEST)),
        (".avatar", "html", portrait(face_of(scene["seats"][seat]), seat, _mood(sheet["places"], seat))),
        (".rank", "text", say("place.{}".format(sheet["places"][seat]))),
        (".placing-name", "text", names[seat]),
        (".placing-points", "text", sheet["totals"][seat]),
    ]


def _mood(places: "list[int]", seat: "int") -> "str":
    """Winners are pleased, the last ones look caught."""
    if places[seat] == 1:
        return "pleased"
    return "caught" if places[seat] == max(places) else "waiting"
