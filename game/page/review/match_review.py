"""The coach's review of a match, on its last screen: luck and skill in one line, and the person's best move."""

from game.for_types import TYPE_CHECKING
from game.page.kernel.dom import one
from game.page.kernel.words import say, unbroken, words
from game.page.review import room
from game.page.review.round_review import costly_choice, into_view, person_buttons, reviewed_seat
from game.page.sheet.score_sheet_view import is_shared_screen

if TYPE_CHECKING:
    from typing import TypedDict

    from game.contract.play_answers import BestMove, MatchChoice, MatchReview
    from game.page.kernel.app import App
    from game.page.page_types import Cell, Element, State

    class MatchReviewState(TypedDict, total=False):
        """The types of the values below."""

        luck_line: str
        best_move: BestMove | None
        luck_choices: list[MatchChoice]


room.phase_state(
    luck_line="",  # the sentence about luck and skill in a match, or the progress of computing it
    luck_choices=[],  # the choices that cost the person most in a reviewed match
    best_move=None,  # the person's best move in a reviewed match: {"face", "said"}
)


@room.view("best_move")
def best_move(state: "State") -> "list[Cell]":
    """The person's best move, once the coach has reviewed the match."""
    best = state["best_move"]
    if not best:
        return [("#best-move", "hidden", True)]
    return [
        ("#best-move", "hidden", False),
        ("#best-tile", "html", best["face"]),
        ("#best-text", "text", unbroken(words(best["said"]))),
    ]


@room.view("luck_choices")
def costliest_choices(state: "State") -> "list[Cell]":
    """The choices that cost the person most, each with its round."""
    rows = [(n, "t-review-line", _choice(choice)) for n, choice in enumerate(state["luck_choices"])]
    return [("#luck-choices", "hidden", not rows), ("#luck-choices", "rows", rows)]


def _choice(choice: "MatchChoice") -> "list[Cell]":
    if "number" not in choice:
        return costly_choice(choice)
    values = {"number": choice["number"], "points": say("count.points", {"n": choice["cost"]})}
    return costly_choice(choice) + [
        (".review-cost", "text", say("review.cost-round", values)),
        (".review-show", "data-number", choice["number"]),
    ]


@room.view("luck_line", "sheet_scene", "phase", "reviewed_seat")
def luck_line(state: "State") -> "list[Cell]":
    """The sentence about luck and skill, or the buttons to ask for it."""
    line = state["luck_line"]
    return [
        ("#luck-line", "text", line),
        ("#luck-line", "hidden", not line),
        ("#luck-ask", "hidden", bool(line) or is_shared_screen(state)),
    ] + person_buttons(state, "#luck-whose", "review-match", "felt-button")


@room.action("review-match", slow=True)
async def review_match(app: "App", button: "Element") -> "None":
    """Sum up the finished match in one line: how much was luck, how much skill.

    While the rounds are reviewed, show how many are done.
    """
    seat = reviewed_seat(app, button)
    # like an answer of the engine
    answer: MatchReview | None = {"done": 0, "of": app.scene["round"]["number"], "line": None}  # type: ignore[assignment]  # no "best" yet
    if seat is None:
        one("#over-title").focus()  # the button disappears
    while answer and not answer["line"]:
        app.update(luck_line=say("ui.luck-wait", answer), best_move=None, luck_choices=[])
        into_view("#luck-line")
        answer = await app.ask("review_match", seat=seat)
        if seat != app.state["reviewed_seat"]:
            return  # the person asked for another seat meanwhile
    line: object = answer["line"] if answer else None
    if line and seat is not None:
        line = ["review.to", {"name": app.scene["seats"][seat]["name"], "text": line}]
    app.update(
        luck_line=words(line) if line else "",
        best_move=answer.get("best") if answer else None,
        luck_choices=answer.get("choices", []) if answer else [],
    )
    if app.state["luck_choices"]:
        one("#luck-line").scrollIntoView()  # the choices follow below
    else:
        into_view("#luck-line")


@room.on("language")
def forget_luck(app: "App") -> "None":
    """Forget the sentence in the old language."""
    app.update(luck_line="", luck_choices=[])
