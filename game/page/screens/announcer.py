"""The live region, whose changes screen readers speak."""

from game.page.kernel.room import updated
from game.page.kernel.words import words
from game.page.screens import room


@room.view("announcement")
def announcer(state):
    """The text of the live region."""
    return [("#announcer", "text", state["announcement"])]


def with_announcement(state, text):
    """The state with a text in the live region. An empty text changes nothing."""
    return updated(state, announcement=announced(state, text))


def announced(state, text):
    """The new text of the live region; the old one if `text` is empty.

    A repeated text gets a no-break space at its end, because an unchanged text is not spoken again.
    """
    if not text:
        return state["announcement"]
    return text + "\u00a0" if text == state["announcement"] else text


def announce(app, message):
    """Let screen readers speak a message of the engine."""
    app.set_state(with_announcement(app.state, words(message)))
