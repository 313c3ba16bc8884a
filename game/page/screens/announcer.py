"""The live region, whose changes screen readers speak."""

from game.for_types import TYPE_CHECKING
from game.page.kernel.room import updated
from game.page.kernel.words import words
from game.page.screens import room

if TYPE_CHECKING:
    from game.contract.basics import Message
    from game.page.kernel.app import App
    from game.page.page_types import Cell, State


@room.view("announcement")
def announcer(state: "State") -> "list[Cell]":
    """The text of the live region."""
    return [("#announcer", "text", state["announcement"])]


@room.on("language")
def forget(app: "App") -> "None":
    """Forget the sentence in the old language, which is read on as long as it stands there."""
    app.update(announcement="")


def with_announcement(state: "State", text: "str") -> "State":
    """The state with a text in the live region. An empty text changes nothing."""
    return updated(state, announcement=announced(state, text))


def announced(state: "State", text: "str") -> "str":
    """The new text of the live region; the old one if `text` is empty.

    A repeated text gets a no-break space at its end, because an unchanged text is not spoken again.
    """
    if not text:
        return state["announcement"]
    return text + "\u00a0" if text == state["announcement"] else text


def announce(app: "App", message: "Message") -> "None":
    """Let screen readers speak a message of the engine."""
    app.set_state(with_announcement(app.state, words(message)))
