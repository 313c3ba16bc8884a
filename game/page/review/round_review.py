"""The coach's review of a round, on the score sheet: the choices that mattered, and their cost."""

from pyscript import ffi

from game.for_types import TYPE_CHECKING
from game.page.kernel.dom import data, one
from game.page.kernel.words import paragraph, say, unbroken, words
from game.page.review import room
from game.page.screens import OVER
from game.page.sheet.score_sheet_view import is_shared_screen, names_of

if TYPE_CHECKING:
    from typing import Any, TypedDict

    from game.contract.play_answers import ReviewData, ReviewedChoice
    from game.page.kernel.app import App
    from game.page.page_types import Cell, Element, State

    class RoundReviewState(TypedDict, total=False):
        """The types of the values below."""

        round_review: ReviewData | None
        reviewed_seat: int | None
        review_waits: bool


room.phase_state(
    round_review=None,  # the coach's review of the round
    reviewed_seat=None,  # the reviewed seat, if several persons share the screen
)


room.state(
    review_waits=False,  # the engine is reviewing a round
)


@room.view("round_review")
def body(state: "State") -> "list[Cell]":
    """Whether the review is open, for the styles."""
    return [("body", "data-review", "open" if state["round_review"] else None)]


@room.view("round_review", "review_waits", "phase", "sheet_scene", "reviewed_seat")
def review(state: "State") -> "list[Cell]":
    """The coach's review of the round: the sentence about luck and skill, and the choices that cost the most points."""
    shown = state["round_review"]
    cells = [
        ("#review", "hidden", not shown),
        ("#review-wait", "hidden", not state["review_waits"]),
        (
            "#review-ask",
            "hidden",
            bool(shown) or state["review_waits"] or state["phase"] not in OVER or is_shared_screen(state),
        ),
    ]
    cells += person_buttons(state, "#review-whose", "review", "paper-button")
    if not shown:
        return cells
    sentence: object = shown["line"]
    title = say("ui.review")
    if state["reviewed_seat"] is not None:
        scene: Any = state["sheet_scene"]  # a finished round has one
        name = names_of(scene)[state["reviewed_seat"]]
        sentence, title = ["review.to", {"name": name, "text": sentence}], say("review.of", {"name": name})
    rows = [(n, "t-review-line", costly_choice(choice)) for n, choice in enumerate(shown["choices"])]
    return cells + [
        ("#review-title", "text", title),
        ("#review-line", "text", unbroken(words(sentence))),
        ("#review-lines", "rows", rows),
    ]


def costly_choice(choice: "ReviewedChoice") -> "list[Cell]":
    """The cells of a reviewed choice, {"cost": points, "said": messages, "at": number of events before it}."""
    return [
        (".review-cost", "text", say("review.cost", {"points": say("count.points", {"n": choice["cost"]})})),
        (".review-text", "text", unbroken(paragraph(choice["said"]))),
        (".review-show", "data-at", choice.get("at")),
        (".review-show", "hidden", "at" not in choice),
    ]


def person_buttons(state: "State", part: "str", action: "str", css_class: "str") -> "list[Cell]":
    """Buttons to choose the person whose play is reviewed. They are needed only if several persons share the screen.

    `part` selects the element that gets the buttons, `action` is their `data-action`.
    """
    scene: Any = state["sheet_scene"]  # not None at a shared screen
    seats = scene["seats"] if is_shared_screen(state) and state["phase"] in OVER else []
    rows = [
        (
            seat["seat"],
            "t-whose",
            [
                ("", "class", css_class),
                ("", "data-action", action),
                ("", "data-whose", seat["seat"]),
                ("", "aria-pressed", "true" if seat["seat"] == state["reviewed_seat"] else "false"),
                ("", "text", seat["name"]),
            ],
        )
        for seat in seats
        if seat["level"] is None  # a person's seat
    ]
    return [(part, "hidden", not rows), (part, "rows", rows)]


@room.action("review", slow=True)
async def ask_for_review(app: "App", button: "Element") -> "None":
    """Show the coach's review of the finished round: the choices that mattered, and their cost."""
    seat = reviewed_seat(app, button)
    button.disabled = True
    app.update(review_waits=True)
    into_view("#review-wait")
    answer: ReviewData | None = await app.ask("review", seat=seat)
    button.disabled = False
    app.update(review_waits=False)
    if answer and seat == app.state["reviewed_seat"]:
        app.update(round_review=answer)
        # The button lost the focus while it was disabled. Now it is hidden, unless several persons share the screen.
        (one("#review-title") if seat is None else button).focus()
        for part in ("#review", "#review-title"):  # of a long one the beginning
            into_view(part)


def into_view(selector: "str") -> "None":
    """Scroll an element into view, if it is outside."""
    one(selector).scrollIntoView(ffi.to_js({"block": "nearest"}))


def reviewed_seat(app: "App", button: "Element") -> "int | None":
    """Put the seat that the button names into the state, if it names one.

    Return the seat to review: None for the only person here.
    """
    seat = data(button, "whose")
    if seat is not None:
        app.update(reviewed_seat=int(seat))
    return app.state["reviewed_seat"]
