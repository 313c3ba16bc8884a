"""The notice: a refusal, a hint or an explanation beside the hand. The next scene or choice removes it."""

from pyscript import document

from game.for_types import TYPE_CHECKING
from game.page.kernel import engine_client
from game.page.kernel.dom import listen, one
from game.page.kernel.room import updated
from game.page.kernel.words import say, unbroken
from game.page.notices import room
from game.page.screens.announcer import with_announcement
from game.page.screens.dialogs import refuse, toast
from game.page.screens.navigation import is_beside, show_menu

if TYPE_CHECKING:
    from game.page.kernel.app import App
    from game.page.kernel.engine_client import Refused
    from game.page.notices import NoticeKind
    from game.page.page_types import Cell, Element, Event, SceneState, State


# The kinds of notices that offer something, each with the button that does it.
OFFERS = (("undone", "#redo-here"), ("order", "#sort-again"), ("tap", "#tap-here"))
LONG = 60  # characters: a longer notice has more than two lines on a phone, and would cover the table


@room.view("notice", "notice_kind", "notice_clause", "notice_lift")
def notice(state: "State") -> "list[Cell]":
    """The notice beside the hand, with "Why?" if a clause of the rules is known, or with the button of what it offers."""
    kind = state["notice_kind"] if state["notice"] else None
    has_why = kind and state["notice_clause"]
    is_long = len(state["notice"]) > LONG
    return [
        (".notice-line", "data-more", "true" if has_why or kind in dict(OFFERS) else None),
        ("#notice", "text", unbroken(state["notice"])),
        ("#notice", "data-kind", kind),
        ("#notice", "style", "--lift:{}px".format(state["notice_lift"]) if state["notice_lift"] else None),
        ("#notice", "data-long", "true" if is_long else None),
        ("#notice", "hidden", not state["notice"]),
        ("#tray", "data-noticed", "long" if is_long else "true" if kind else None),
        ("#why", "hidden", not has_why),
    ] + [(button, "hidden", kind != each) for each, button in OFFERS]


def without_notice(state: "State") -> "State":
    """The state without a notice."""
    return updated(state, notice="", notice_clause=None)


def with_notice(state: "State", sentence: "str", kind: "NoticeKind" = "refused") -> "State":
    """The state with a notice, which screen readers speak."""
    return with_announcement(with_silent_notice(state, sentence, kind), sentence)


def with_silent_notice(state: "State", sentence: "str", kind: "NoticeKind" = "about") -> "State":
    """The state with a notice that screen readers do not speak."""
    return updated(state, notice=sentence, notice_kind=kind, notice_clause=None, notice_lift=0)


@room.reducer("scene")
def remove_notice(state: "SceneState", before: "State") -> "State":
    """A scene removes the notice, and shows that the match is at this tab."""
    return {"notice": "", "notice_clause": None, "match_elsewhere": ""}


@room.reducer("menu")
def remove_notice_at_menu(state: "State") -> "State":
    """Nothing is left of the match before."""
    return {"notice": "", "notice_clause": None}


@room.observer("screen")
def leave_notice(app: "App", screen: "str") -> "None":
    """A side screen removes the notice."""
    if is_beside(screen) and app.state["notice"]:
        app.set_state(without_notice(app.state))


class Shown:
    """Whether a notice is the answer to the press that has not ended yet."""

    def __init__(self, app: "App") -> "None":
        self.in_press = False


@room.on("attach")
def watch_presses(app: "App") -> "None":
    """A new press is no reason for the notice that is there already."""
    listen(document, "pointerdown", lambda event: end_press(app))


def end_press(app: "App") -> "None":
    """The next click does not belong to the press before."""
    app.object(Shown).in_press = False


@room.on("click")
def click_beside(app: "App", button: "Element", event: "Event") -> "None":
    """A tap beside the buttons removes the notice, but not the one that answers this tap: on the table its click comes last."""
    if not button and app.state["notice"] and not app.object(Shown).in_press:
        app.set_state(without_notice(app.state))
    end_press(app)


def show_notice(app: "App", sentence: "str", kind: "NoticeKind" = "refused") -> "None":
    """Show a notice beside the hand."""
    app.object(Shown).in_press = True
    app.set_state(with_notice(app.state, sentence, kind))


def show_refusal(app: "App", sentence: "str") -> "None":
    """Show a refusal beside the hand; near the head of the page if the table is not on screen, or a dialog covers it."""
    if app.scene and app.state["screen"] == "play" and not one("dialog[open]"):
        show_notice(app, sentence)
    elif not app.state["match_elsewhere"]:  # a standing notice already names the other tab
        show = refuse if is_beside(app.state["screen"]) else toast
        show(app, sentence)


@room.on("refused")
def refused(app: "App", refusal: "Refused") -> "None":
    """Show why the engine refused a request."""
    if refusal.key == "error.match-elsewhere":
        show_menu(app, match_elsewhere=str(refusal.values["id"]))
    show_refusal(app, say(refusal.key, refusal.values))
    if refusal.key.startswith("reason.") and not app.guest:  # a guest's engine has no match
        app.run(_find_clause(app, refusal.key, app.state["notice"]))


async def _find_clause(app: "App", reason: "str", notice: "str") -> "None":
    """Ask for the clause of the rules that is the reason of a refusal, so that the button "Why?" can open it."""
    try:
        clause: str | None = await engine_client.call("why", reason=reason)
    except engine_client.Refused:  # the match has left the engine since
        return
    if app.state["notice"] == notice:  # the refusal is still on screen
        app.update(notice_clause=clause)
