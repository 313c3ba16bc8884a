"""The first screen: its buttons, and two choices for the next match: opponents' strength and length."""

from game.page.screens.new_game_form import with_option
from game.page.words import say

STRENGTHS = ("chick", "hen", "fox", "farmer")  # levels with a one-word name; the form offers all levels
SHORT, WHOLE = 3, "all"


def shared_level(setup):
    """The level that all bots share, "" if they differ, None if there are no bots."""
    levels = [seat["level"] for seat in setup["seats"] if seat["kind"] == "bot"]
    if not levels:
        return None
    return levels[0] if levels.count(levels[0]) == len(levels) else ""


def with_level(setup, level):
    """The choices with every bot at that level."""
    return dict(
        setup,
        seats=[dict(seat, level=level) if seat["kind"] == "bot" else seat for seat in setup["seats"]],
    )


def chosen_rounds(setup):
    """The chosen number of rounds, or "all"."""
    values = dict(setup["summary"]["values"]) if setup["summary"] else setup["changes"]
    return values.get("rounds", WHOLE)


def with_field(setup, field):
    """The choices after a field of the first screen changed."""
    if field.id == "quick-level":
        return with_level(setup, field.value) if field.value else setup
    return with_option(setup, "rounds", field.value)


def view(state):
    """The two fields, in line with the choices."""
    setup, declared = state["setup"], state["declarations"]
    if not declared:
        return []
    level, length = shared_level(setup), chosen_rounds(setup)
    levels = [(code, say("quick.level.{}".format(code))) for code in STRENGTHS if code in declared["levels"]]
    if level and level not in STRENGTHS:
        levels.append((level, say("level.{}.name".format(level))))
    if level == "":
        levels.append(("", say("quick.mixed")))
    lengths = [(str(SHORT), say("count.rounds", {"n": SHORT})), (WHOLE, say("quick.whole"))]
    if length not in (SHORT, WHOLE):
        lengths.append((str(length), say("count.rounds", {"n": length})))
    return [
        ("#quick-others", "hidden", level is None),
        ("#quick-level", "options", levels),
        ("#quick-level", "typed", level or ""),
        ("#quick-length", "options", lengths),
        ("#quick-length", "typed", str(length)),
    ]


def welcome(state):
    """Which buttons show, and which is the main one: resume, or else play. A first visit shows the course."""
    waits = state["resumable"]
    return [
        ("#earlier", "hidden", not state["another_waits"]),
        ("#resume", "hidden", not waits),
        ("#play-now", "data-second", "true" if waits else None),
        ("#play-first", "hidden", waits),
        ("#play-anew", "hidden", not waits),
        ("#learn", "hidden", state["learnt"] or waits),
        ("#learn-again", "hidden", not (state["learnt"] or waits)),
    ]
