"""Standing notices: problems with storage, the engine or another tab, shown until they are solved or dismissed.

A notice is (kind, text, action, label): its text, and the action and label of the one button that helps.
"""

from pyscript import document

from game.for_types import TYPE_CHECKING
from game.page.kernel.dom import data, listen
from game.page.kernel.words import say
from game.page.notices import room
from game.page.people import party_notices

if TYPE_CHECKING:
    from game.contract.answers.list_answers import Boot
    from game.page.kernel.app import App
    from game.page.page_types import Cell, Element, Standing, State

# The kinds of notices that the person cannot dismiss. They disappear with the problem.
NOT_DISMISSIBLE = (
    "silent",
    "elsewhere",
    "absent",
    "lost",
    "paused",
    "minded",
)


def notices(state: "State") -> "list[Standing]":
    """The current notices, the most urgent first."""
    current = []
    if state["engine_silent"]:
        current.append(("silent", say("ui.standing.silent"), "restart-engine", say("ui.restart-engine")))
    if state["match_elsewhere"]:
        current.append(("elsewhere", say("error.match-elsewhere"), "play-here", say("ui.play-here")))
    if state["storage_problem"]:
        text = say("ui.standing.not-kept", {"why": ["ui.why." + state["storage_problem"], {}]})
        current.append(("not-kept", text, "save-record", say("ui.save-record")))
    if state["storage_problem"] == "full":
        current.append(("full", say("ui.standing.full"), "make-room", say("ui.room")))
    if state["quarantined"]:
        text = say("ui.standing.aside", {"n": len(state["quarantined"])})
        current.append(("aside", text, "save-asides", say("ui.save-aside")))
    current += party_notices.notices(state)
    return [notice for notice in current if notice[0] not in state["dismissed_lines"]]


@room.view(
    "storage_problem",
    "quarantined",
    "match_elsewhere",
    "engine_silent",
    "dismissed_lines",
    "scene",
    "screen",
    "sheet_open",
    "party",
    "party_role",
    "connection",
    "kept_seat",
    "kept_link",
)
def view(state: "State") -> "list[Cell]":
    """The notices, and in the menu a line that says whether matches are saved."""
    rows = []
    for kind, text, action, label in notices(state):
        is_possible = action != "save-record" or bool(state["scene"])
        rows.append(
            (
                kind,
                "t-standing",
                [
                    ("", "data-standing", kind),
                    (".standing-text", "text", text),
                    (".standing-do", "data-action", action),
                    (".standing-do", "text", label),
                    (".standing-do", "hidden", not is_possible),
                    (".standing-close", "aria-label", say("ui.close")),
                    (".standing-close", "hidden", kind in NOT_DISMISSIBLE),
                ],
            )
        )
    problem = state["storage_problem"]
    storage_line = say("ui.why." + problem) if problem else say("ui.kept")
    # While the table is visible, the notices are in an element of the table's screen.
    table_visible = state["screen"] == "play" and not state["sheet_open"]
    return [
        ("#standing", "rows", [] if table_visible else rows),
        ("#standing-play", "rows", rows if table_visible else []),
        ("#play", "data-told", table_visible and bool(rows)),
        ("#kept", "text", storage_line),
        ("#room-kept", "text", storage_line),
        ("#kept", "data-kept", problem or "yes"),
    ]


@room.action("dismiss")
def dismiss(app: "App", button: "Element") -> "None":
    """Dismiss the standing notice of the button."""
    kind = data(button.closest("[data-standing]"), "standing")
    app.update(dismissed_lines=app.state["dismissed_lines"] + (kind,))


@room.reducer("boot")
def take_quarantined(state: "State", boot: "Boot") -> "State":
    """Take over the quarantined entries of the store."""
    return {"quarantined": boot["quarantined"]}


@room.on("attach")
def listen_to_engine(app: "App") -> "None":
    """Notice a silent engine: assets/boot.js fires these events."""
    listen(document, "engine:silent", lambda event: app.update(engine_silent=True))
    listen(document, "engine:heard", lambda event: app.update(engine_silent=False))
