"""Challenges sent and received: their list, and the results of one of them."""

from game.narration.localization.texts import isolate
from game.page.dom import data, one
from game.page.history.match_list import rules_name
from game.page.input import match_actions
from game.page.screens.dialogs import open_dialog
from game.page.sharing import compare_results
from game.page.sharing.link_card import owner_name, result_row
from game.page.words import say, written_date


def view(state):
    """The list."""
    challenges = state["challenges"]
    rows = [(challenge["id"], "t-challenge", _row(challenge)) for challenge in challenges or []]
    return [("#challenge-list", "rows", rows), ("#challenges-none", "hidden", bool(rows))]


def _row(challenge):
    title = _title(challenge)
    about = [
        rules_name(challenge["preset"]),
        say("count.rounds", {"n": challenge["rounds"]}),
        written_date(challenge["when"]),
    ]
    results = [
        say("memory.score", {"name": owner_name(result, bare=False), "n": result["total"]})
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


def _title(challenge):
    if challenge["sent"]:
        return say("challenges.sent")
    if challenge["from"]:
        return say("challenges.came", {"name": isolate(challenge["from"])})
    return say("challenges.came-somebody")


def _state(challenge):
    """The number of answers, or that the person has yet to play."""
    if not challenge["played"]:
        return say("challenges.to-play")
    answers = len([result for result in challenge["results"] if not result["mine"]])
    return say("challenges.answers", {"n": answers}) if answers else say("challenges.waits")


def results_dialog(state):
    """The dialog of a challenge that was played here: new answers, and everybody's sheet beside the person's own."""
    opened = state["opened_link"]
    if not opened or opened["kind"] != "answer":
        return []
    fresh, results, person = opened["fresh"], opened["results"], opened["person"]
    mine = [result for result in results if result["mine"]]
    others = fresh + [result for result in results if not result["mine"] and result not in fresh]
    names = match_actions.seat_names([seat["kind"] for seat in opened["seats"]], say("ui.you"))
    seats = [{"seat": seat, "name": name} for seat, name in enumerate(names)]
    shown = mine[:1] + others + mine[1:]
    sheets = [
        (place, "t-compare", compare_results.sheet(result, seats, person))
        for place, result in enumerate(shown)
    ]
    title = (
        "answer.title" if opened["sent"] and fresh else "answer.yours" if opened["sent"] else "answer.known"
    )
    return [
        ("#answered-title", "text", say(title)),
        ("#answered-text", "text", " ".join(_lines(opened, mine[0]))),
        ("#answered-results", "hidden", len(results) < 3),
        ("#answered-results", "rows", [(n, "t-result", result_row(each)) for n, each in enumerate(results)]),
        ("#answered-sheets", "data-few", len(seats) < 5),
        ("#answered-sheets", "rows", sheets),
    ]


def _lines(opened, mine):
    """A sentence for each new answer. It compares the points of the rounds that both have played."""
    if not opened["fresh"]:
        return [say("challenges.waits-text")]
    lines = []
    for result in opened["fresh"]:
        rounds = min(mine["rounds"], result["rounds"])
        own_points, other_points = [
            sum([line[opened["person"]] for line in each["sheet"][:rounds]]) for each in (mine, result)
        ]
        name = isolate(result["name"] or say("opened.somebody"))
        key = "answer.sent" if opened["sent"] else "answer.came"
        lines.append(say(key, {"name": name, "mine": own_points, "theirs": other_points}))
    return lines


# --- actions of buttons


async def open_challenge(app, button):
    """Open the results of a challenge, or the deal to play."""
    opened = await app.ask("open_challenge", id=data(button, "challenge"))
    if opened:
        show(app, opened)


def show(app, opened):
    """Show a challenge; the engine's answer includes its code."""
    app.update(opened_link=opened)
    open_dialog("answered" if opened["kind"] == "answer" else "opened")


async def forget(app, button):
    """Delete a challenge from the list; it can be restored."""
    answer = await app.ask("forget_challenge", id=data(button, "challenge"))
    if answer:
        app.update(challenges=answer["challenges"], history_can_undo=True)
        one("#match-removed button").focus()


async def link_sent(app):
    """After the link was sent: let the engine list the challenge."""
    shared = app.state["share_sheet"]
    if shared["what"] == "challenge":
        await app.ask("challenge_sent", code=shared["code"])


ACTIONS = {"open-challenge": open_challenge, "forget-challenge": forget}
