"""The first screen: its buttons, two choices for the next match (the opponents' level, the number of rounds), and the
table of larger windows, with the players of the next match around it.

`setup` is the plain dict with all choices for the next match (new_game/new_game_form.py).
"""

import json

from game.for_types import TYPE_CHECKING
from game.page.kernel.dom import counts_up_to, recall, remember
from game.page.kernel.room import updated
from game.page.kernel.words import say, unbroken, written_date
from game.page.new_game.new_game_form import USUAL_LEVEL, bots_names, changed, has_person, with_option
from game.page.new_game.setup_check import check_setup
from game.page.people.own_faces import face_named
from game.page.people.portraits import portrait
from game.page.settings.settings import has_played_none
from game.page.welcome import room

if TYPE_CHECKING:
    from game.contract.answers.list_answers import Boot
    from game.contract.basics import Value
    from game.page.kernel.app import App
    from game.page.new_game import Setup
    from game.page.page_types import Cell, Element, SceneState, State

LEARNT_KEY = "chickenfoot-learnt"  # a key of localStorage, set when the person finishes the course
LESSON_KEY = "chickenfoot-lesson"  # the same for the step of the course that the person has reached
STEP_COUNT = 7  # as in game/lessons/steps.py
OTHERS_NAMES = 4  # the number of the first name of bots that are no hens, see `with_level`
MATCHES_TO_KNOW = 3  # who has finished so many matches need not take the course
# Levels with a word for their strength. The form offers all levels.
LEVELS_OFFERED = ("chick", "hen", "fox", "farmer")
WHOLE = "all"
LENGTHS = (1, 2, 3, WHOLE)  # the numbers of rounds on offer; "all": a round for each double of the set

# By the number of seats: the places of the left side in per cent of the table's width and height, clockwise from the
# bottom. The first seat is at the bottom, and the places of the right side mirror these.
LEFT_PLACES = {
    2: (),
    3: ((2, 36),),
    4: ((0, 50),),
    5: ((2, 72), (16, 7)),
    6: ((4, 77), (4, 23)),
    7: ((7, 85), (1, 35), (24, 3)),
    8: ((11, 89), (0, 50), (11, 11)),
    9: ((14, 91), (1, 64), (4, 23), (28, 2)),
    10: ((18, 94), (2, 72), (2, 28), (18, 6)),
}
BOTTOM, TOP = (50, 100), (50, 0)
# By the place at the table: the tiles that are left, as after the round in the picture, and the mood.
COUNTS = (5, 4, 6, 5, 3, 7, 4, 6, 5, 4)
MOODS = {2: "thinking", 3: "pleased"}


def shared_level(setup: "Setup") -> "str | None":
    """The level that all bots have, "" if their levels differ, None if there are no bots."""
    levels = [seat["level"] for seat in setup["seats"] if seat["kind"] == "bot"]
    if not levels:
        return None
    return levels[0] if levels.count(levels[0]) == len(levels) else ""


def with_level(setup: "Setup", level: "str") -> "Setup":
    """Give every bot this level. Bots with names of the game get others, too: who knows Hattie as a hen would meet her as a fox."""
    names = bots_names(1 if level == USUAL_LEVEL else OTHERS_NAMES)
    kept = [seat["name"] for seat in setup["seats"] if seat["kind"] != "bot" or seat["name"] not in names]
    free = [
        name for name in names if name not in kept
    ] + names  # of ten seats a person may have the name of a bot
    seats = [
        updated(seat, level=level, name=seat["name"] if seat["name"] in kept else free.pop(0))
        if seat["kind"] == "bot"
        else seat
        for seat in setup["seats"]
    ]
    return changed(setup, seats=seats)


def chosen_rounds(setup: "Setup") -> "Value":
    """The chosen number of rounds, or "all"."""
    values = dict(setup["summary"]["values"]) if setup["summary"] else setup["changes"]
    return values.get("rounds", WHOLE)


def with_field(setup: "Setup", field: "Element") -> "Setup":
    """Take over the value of a changed field of the first screen."""
    if field.id == "quick-level":
        return with_level(setup, field.value) if field.value else setup
    return with_option(setup, "rounds", field.value)


@room.view("setup", "declarations", "faces_shown")
def view(state: "State") -> "list[Cell]":
    """The two fields with the present choices. A value from the form that is not on offer is added as an option."""
    setup, declared = state["setup"], state["declarations"]
    if not declared:
        return []
    level, rounds = shared_level(setup), chosen_rounds(setup)
    offered = [code for code in LEVELS_OFFERED if code in declared["levels"]]
    levels = [(code, say("quick.level.{}".format(code))) for code in offered]
    if level and level not in LEVELS_OFFERED:
        levels.append((level, say("level.{}.name".format(level))))
    if level == "":
        levels.append(("", say("quick.mixed")))
    lengths = [_length(each) for each in LENGTHS]
    if rounds not in LENGTHS:
        lengths.append(_length(rounds))
    return [
        ("#quick-others", "hidden", level is None),
        ("#quick-face", "html", portrait(level, 0) if level and state["faces_shown"] else ""),
        ("#quick-level", "options", levels),
        ("#quick-level", "typed", level or ""),
        ("#quick-length", "options", lengths),
        ("#quick-length", "typed", str(rounds)),
    ]


def _length(rounds: "Value") -> "tuple[str, str]":
    """The option for a number of rounds: its value and its text."""
    return str(rounds), say("quick.whole") if rounds == WHOLE else say("count.rounds", {"n": rounds})


def places_round_the_table(count: "int") -> "list[tuple[int, int]]":
    """The places of `count` seats, clockwise from the bottom, as (x, y) in per cent of the table's width and height."""
    left = LEFT_PLACES[count]
    right = [(100 - x, y) for x, y in reversed(left)]
    return [BOTTOM] + list(left) + ([TOP] if count % 2 == 0 else []) + right


@room.view("setup", "settings", "declarations", "faces_shown")
def players_at_table(state: "State") -> "list[Cell]":
    """The players of the next match around the table, the first person at the bottom. They are part of the picture."""
    seats = state["setup"]["seats"]
    if not state["declarations"] or len(seats) not in LEFT_PLACES:
        return []
    kinds = [seat["kind"] for seat in seats]
    first = kinds.index("human") if "human" in kinds else 0
    rows = []
    for place, (x, y) in enumerate(places_round_the_table(len(seats))):
        number = (first + place) % len(seats)
        seat = seats[number]
        level = face_named(state["settings"], seat["name"]) if seat["kind"] == "human" else seat["level"]
        face = portrait(level, number, MOODS.get(place, "waiting")) if state["faces_shown"] else ""
        rows.append(
            (
                number,
                "t-guest",
                [
                    ("", "class", "guest s{}".format(number)),
                    ("", "style", "left:{}%;top:{}%".format(x, y)),
                    (".avatar", "html", face),
                    ("b", "text", seat["name"]),
                    (".guest-count", "text", COUNTS[place]),
                ],
            )
        )
    return [("#company", "rows", rows), ("#company", "data-least", counts_up_to(len(rows)))]


@room.view("another_waits", "resumable", "learnt", "lesson_reached")
def welcome(state: "State") -> "list[Cell]":
    """The buttons. The main button resumes a match if there is one, and starts one otherwise.

    A second match that waits takes the place of the course, which then stands further below.
    """
    resumable, step = state["resumable"], state["lesson_reached"]
    is_low = state["learnt"] or state["another_waits"]
    return [
        ("#earlier", "hidden", not state["another_waits"]),
        ("#resume", "hidden", not resumable),
        ("#play-now", "data-second", "true" if resumable else None),
        ("#play-first", "hidden", resumable),
        ("#play-anew", "hidden", not resumable),
        ("#learn", "hidden", is_low),
        ("#learn-new", "hidden", step > 1),
        ("#learn-on", "hidden", step == 1),
        ("#learn-on", "text", say("ui.learn-on", {"n": step, "of": STEP_COUNT}) if step > 1 else ""),
        ("#learn-again", "hidden", not is_low),
    ]


@room.view("next_match", "declarations")
def resume_note(state: "State") -> "list[Cell]":
    """The text on the button that resumes a match: the deal of the day, a challenge, or how far the match is."""
    match = state["next_match"]
    if not match or not state["declarations"]:
        return [("#resume-note", "text", "")]
    if match["day"]:
        text = say("ui.day", {"date": written_date(match["day"], day="numeric", month="long")})
    else:
        stage = say("memory.round", {"number": match["round"], "of": match["of"]})
        text = " · ".join([say("opened.challenge.title"), stage] if match["challenge"] else [stage])
    return [("#resume-note", "text", unbroken(text))]


@room.view("more_shown")
def more(state: "State") -> "list[Cell]":
    """On a phone, whether all entries of the menu are shown, and not only the first four."""
    shown = "true" if state["more_shown"] else "false"
    return [("#welcome", "data-more", shown), ("#home-more", "aria-expanded", shown)]


@room.action("home-more")
def toggle_more(app: "App", button: "Element") -> "None":
    """Show all entries of the menu, or only the first four."""
    app.update(more_shown=not app.state["more_shown"])


@room.view("setup", "declarations", "settings")
def start_note(state: "State") -> "list[Cell]":
    """The text on the buttons that start a match: number of players, set and rounds. Who has played none yet knows no sets."""
    setup = state["setup"]
    summary, seats = setup["summary"], setup["seats"]
    if not state["declarations"] or setup["problem"] or not summary or not has_person(seats):
        return []
    players, rounds = ["count.players", {"n": len(seats)}], ["count.rounds", {"n": summary["rounds"]}]
    values = dict(summary["values"])
    text = say("ui.start-note", {"players": players, "set": values["set"], "rounds": rounds})
    first = say("ui.play-note", {"players": players, "rounds": rounds})
    return [
        ("#start-note", "text", unbroken(text)),
        ("#play-note", "text", unbroken(first if has_played_none(state["settings"]) else text)),
    ]


@room.field("#quick")
def field_changed(app: "App", field: "Element") -> "None":
    """Handle a change of one of the two fields of the first screen."""
    app.update(setup=with_field(app.state["setup"], field))
    app.run(check_setup(app))


@room.reducer("boot")
def take_learnt(state: "State", boot: "Boot") -> "State":
    """Who has finished some matches knows the game; one match is soon played without having learnt it, see `take_finished`."""
    reached = stored_step(recall(LESSON_KEY))
    needed = 1 if reached == STEP_COUNT else MATCHES_TO_KNOW
    return {
        "learnt": boot["finished"] >= needed or bool(recall(LEARNT_KEY)),
        "lesson_reached": reached,
        "posts_wait": bool(boot["posts"]),
    }


@room.reducer("scene")
def take_finished(state: "SceneState", before: "State") -> "State":
    """Who has come to the last step of the course, and finishes a match, knows the game."""
    is_known = state["scene"]["phase"] == "match-over" and before["lesson_reached"] == STEP_COUNT
    return {"learnt": True} if is_known else {}


def stored_step(text: "str | None") -> "int":
    """The step to continue with, from the text in localStorage, which may be None. Anything else gives step 1."""
    try:
        step = json.loads(text or "1")
    except ValueError:
        return 1
    return step if isinstance(step, int) and 1 <= step <= STEP_COUNT else 1


def remember_lesson(app: "App", step: "int") -> "None":
    """Offer to continue the course with this step, on later visits too."""
    app.update(lesson_reached=step)
    remember(LESSON_KEY, str(step))


def remember_learnt(app: "App") -> "None":
    """Offer the course no more on the first screen, on later visits either."""
    app.update(learnt=True)
    remember(LEARNT_KEY, "true")
