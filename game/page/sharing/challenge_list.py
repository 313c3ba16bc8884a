"""The list of challenges sent and received, and the dialog with the results of one challenge."""

from game.for_types import TYPE_CHECKING
from game.narration.localization.texts import isolate
from game.page.history.match_list import rules_source
from game.page.kernel.dom import data, one
from game.page.kernel.room import required
from game.page.kernel.words import say, written_date
from game.page.new_game.setup_check import seat_names
from game.page.screens.dialogs import open_dialog
from game.page.sharing import compare_results, room
from game.page.sharing.link_card import challenge_text, owner_with_remarks, result_row

if TYPE_CHECKING:
    from game.contract.answers.sharing_answers import AnswerContent, ChallengeList, ChallengeRow, LinkContent
    from game.contract.score_sheets import ChallengeResult
    from game.page.kernel.app import App
    from game.page.page_types import Cell, Element, State
    from game.page.sharing.compare_results import NamedSeat


@room.view("challenges")
def view(state: "State") -> "list[Cell]":
    """The list of challenges."""
    challenges = state["challenges"]
    rows = [(challenge["id"], "t-challenge", _row(challenge)) for challenge in challenges or []]
    return [("#challenge-list", "rows", rows), ("#challenges-none", "hidden", bool(rows))]


def _row(challenge: "ChallengeRow") -> "list[Cell]":
    title = _title(challenge)
    about = [
        rules_source(challenge["preset"]),
        say("count.rounds", {"n": challenge["rounds"]}),
        written_date(challenge["when"]),
    ]
    results = [
        say("memory.score", {"name": owner_with_remarks(result), "n": result["total"]})
        for result in challenge["results"]
    ]
    return [
        (".match-title", "text", title),
        (".match-about", "text", " · ".join(about)),
        (".match-score", "text", ", ".join(results)),
        (".challenge-state", "text", _state(challenge)),
        (".match-open", "data-challenge", challenge["id"]),
        (".match-delete", "data-challenge", challenge["id"]),
        (".match-delete", "aria-label", say("memory.delete-label", {"which": title})),
    ]


def _title(challenge: "ChallengeRow") -> "str":
    if challenge["sent"]:
        return say("challenges.sent")
    if challenge["from"]:
        return say("challenges.came", {"name": isolate(challenge["from"])})
    return say("challenges.came-somebody")


def _state(challenge: "ChallengeRow") -> "str":
    """A text: the number of answers, or the reminder that the person has not played the deal yet."""
    if not challenge["played"]:
        return say("challenges.to-play")
    answers = len([result for result in challenge["results"] if not result["mine"]])
    return say("challenges.answers", {"n": answers}) if answers else say("challenges.waits")


@room.view("opened_link")
def results_dialog(state: "State") -> "list[Cell]":
    """The dialog about a challenge that was played on this device.

    A link or the list of challenges opens it. It has a sentence for each new answer (the result of another person), the
    list of all results, and the score sheets.
    """
    opened = state["opened_link"]
    if not opened or opened["kind"] != "answer":
        return []
    new_answers, results, seat_of_person = opened["fresh"], opened["results"], opened["person"]
    own = [result for result in results if result["mine"]]
    others = new_answers + [result for result in results if not result["mine"] and result not in new_answers]
    names = seat_names([seat["kind"] for seat in opened["seats"]], say("ui.you"))
    seats: list[NamedSeat] = [
        {"seat": seat, "name": name, "level": opened["seats"][seat]["level"]}
        for seat, name in enumerate(names)
    ]
    shown = own[:1] + others + own[1:]  # the person's later tries come last
    sheets = [
        (number, "t-compare", compare_results.sheet(result, seats, seat_of_person))
        for number, result in enumerate(shown)
    ]
    title_if_sent = "answer.title" if new_answers else "answer.yours"
    title = title_if_sent if opened["sent"] else "answer.known"
    rows = [(number, "t-result", result_row(result)) for number, result in enumerate(results)]
    return [
        ("#answered-title", "text", say(title)),
        ("#answered-text", "text", " ".join(_answer_sentences(opened, own[0]))),
        ("#answered-text", "hidden", not new_answers),
        ("#answered-waits", "text", "" if new_answers else _waits(opened)),
        ("#answered-waits", "hidden", bool(new_answers)),
        ("#answered-results", "hidden", len(results) < 3),  # two stand side by side in their sheets
        ("#answered-results", "rows", rows),
        ("#answered-sheets", "data-few", len(seats) < 5),  # so narrow sheets may lie side by side
        ("#answered-sheets", "rows", sheets),
    ]


def _answer_sentences(opened: "AnswerContent", own_result: "ChallengeResult") -> "list[str]":
    """A sentence for each new answer. It compares the points over the rounds that both people have played."""
    sentences = []
    for answer in opened["fresh"]:
        own_points, other_points = compare_results.points_to_compare(own_result, answer, opened["person"])
        name = isolate(answer["name"] or say("opened.somebody"))
        key = "answer.sent" if opened["sent"] else "answer.came"
        sentences.append(say(key, {"name": name, "mine": own_points, "theirs": other_points}))
    return sentences


def _waits(opened: "AnswerContent") -> "str":
    """That nobody has answered, and what the friend will read who opens the link."""
    played = [result for result in opened["results"] if result["rounds"]]
    text = challenge_text(opened["results"], played)
    return say("challenges.waits-text") + " " + say("challenges.friend-reads", {"text": text})


async def link_sent(app: "App") -> "None":
    """Tell the engine that the link in the share dialog was sent. A challenge is listed from then on."""
    shared = required(app.state["share_sheet"])
    if shared["what"] == "challenge":
        await app.ask("challenge_sent", code=shared["code"])


# --- actions of buttons


@room.action("open-challenge")
async def open_challenge(app: "App", button: "Element") -> "None":
    """Open a challenge of the list: its results, or the dialog to start it if the deal was not played yet."""
    opened: LinkContent | None = await app.ask("open_challenge", id=data(button, "challenge"))
    if opened:
        app.update(opened_link=opened)  # type: ignore[arg-type]  # a challenge
        open_dialog("answered" if opened["kind"] == "answer" else "opened")


@room.action("forget-challenge")
async def forget(app: "App", button: "Element") -> "None":
    """Delete a challenge from the list, and offer to restore it."""
    reply: ChallengeList | None = await app.ask("forget_challenge", id=data(button, "challenge"))
    if reply:
        app.update(challenges=reply["challenges"], history_can_undo=True)
        one("#match-removed button").focus()
