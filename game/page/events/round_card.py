"""The card of a round, which lies over the table at its start."""

from game.for_types import TYPE_CHECKING
from game.page.events import room
from game.page.events.waits import Waiting, wait_for_event
from game.page.focus.focus import to_hand
from game.page.kernel.dom import one
from game.page.people import at_the_table
from game.page.settings import settings
from game.page.settings.settings import pace

if TYPE_CHECKING:
    from game.contract.scenes import Card
    from game.page.kernel.app import App
    from game.page.page_types import Element

CARD_SECONDS = 2.6  # at normal pace, where the card does not wait for the person


async def show_card(app: "App", card: "Card") -> "None":
    """Show the card of a round until the person begins, or for some seconds, see `card_waits`."""
    waits = card_waits(app, card)
    seconds = CARD_SECONDS * pace(app.state)
    app.update(round_card=dict(card, seconds=None if waits else seconds), card_waits=waits)  # type: ignore[arg-type]  # a shown card
    if waits:
        one("#card-begin").focus()
        await app.object(Waiting).card_closed.wait()
    else:
        await wait_for_event(app, app.object(Waiting).card_closed, seconds)
        app.object(Waiting).card_closed.set()
    app.update(round_card=None, card_waits=False)


def card_waits(app: "App", card: "Card") -> "bool":
    """Whether a round's card stays until the person begins: in their first match, where a button that counts down would hurry them.

    So does the first of a deal of the day, which can be read once, and that of a round for whose double everybody drew.
    """
    if at_the_table.is_onlooker(app.state):  # nobody taps a television
        return False
    if settings.is_first_match(app.state["settings"]):
        return True
    return bool(app.scene.get("day")) and (card["number"] == 1 or _is_searched(card))


def _is_searched(card: "Card") -> "bool":
    """Whether nobody held the round's double, so that tiles were drawn to find it."""
    return any(line[0] == "card.searched" for line in card["lines"])


@room.action("begin-round")
def close_card(app: "App", button: "Element") -> "None":
    """Begin the round: remove its card. The page counts as busy again at once.

    The button disappears, so the focus moves to the hand, where the arrows work.
    """
    app.update(card_waits=False)
    end_card(app)
    to_hand(app)


def end_card(app: "App") -> "None":
    """Begin the round if its card is shown."""
    app.object(Waiting).card_closed.set()
