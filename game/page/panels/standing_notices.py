"""Standing notices: storage and engine problems that stay on screen until they are solved or dismissed.

A line is (kind, text, action, label): the text, and the one button that does something about it.
"""

from game.page.words import say

NOT_DISMISSIBLE = ("silent", "elsewhere")  # these cannot be dismissed; they go when the problem is over


def notices(state):
    """The current lines, the most urgent first."""
    lines = []
    if state["engine_silent"]:
        lines.append(("silent", say("ui.standing.silent"), "restart-engine", say("ui.restart-engine")))
    if state["match_elsewhere"]:
        lines.append(("elsewhere", say("error.match-elsewhere"), "play-here", say("ui.play-here")))
    if state["storage_problem"]:
        text = say("ui.standing.not-kept", {"why": ["ui.why." + state["storage_problem"], {}]})
        lines.append(("not-kept", text, "save-record", say("ui.save-record")))
    if state["storage_problem"] == "full":
        lines.append(("full", say("ui.standing.full"), "make-room", say("ui.room")))
    if state["quarantined"]:
        text = say("ui.standing.aside", {"n": len(state["quarantined"])})
        lines.append(("aside", text, "save-asides", say("ui.save-aside")))
    return [line for line in lines if line[0] not in state["dismissed_lines"]]


def view(state):
    """The lines, and in the menu whether matches are saved."""
    rows = []
    for kind, text, action, label in notices(state):
        can = action != "save-record" or bool(state["scene"])
        rows.append(
            (
                kind,
                "t-standing",
                [
                    ("", "data-standing", kind),
                    (".standing-text", "text", text),
                    (".standing-do", "data-action", action),
                    (".standing-do", "text", label),
                    (".standing-do", "hidden", not can),
                    (".standing-close", "aria-label", say("ui.close")),
                    (".standing-close", "hidden", kind in NOT_DISMISSIBLE),
                ],
            )
        )
    kept = say("ui.kept") if not state["storage_problem"] else say("ui.why." + state["storage_problem"])
    # On the table the notices have a place of their own.
    on_felt = state["screen"] == "play" and not state["sheet_open"]
    return [
        ("#standing", "rows", [] if on_felt else rows),
        ("#standing-play", "rows", rows if on_felt else []),
        ("#play", "data-told", on_felt and bool(rows)),
        ("#kept", "text", kept),
        ("#room-kept", "text", kept),
        ("#kept", "data-kept", state["storage_problem"] or "yes"),
    ]
