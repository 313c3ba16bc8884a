"""The dialog of an opened link: a challenge, a match, a puzzle or house rules. The person accepts or declines it.

A fifth kind of link, the answer to a challenge, has a dialog of its own (challenge_list.results_dialog).
"""

from game.for_types import TYPE_CHECKING
from game.narration.localization.texts import is_nameless, isolate
from game.page.history.match_list import plain_rules
from game.page.kernel.words import counted_levels, say
from game.page.sharing import house_card, room

if TYPE_CHECKING:
    from typing import Any

    from game.contract.answers.sharing_answers import ChallengeContent
    from game.contract.score_sheets import ChallengeResult
    from game.page.page_types import Cell, State
    from game.page.sharing import LinkToAccept


@room.view("opened_link", "scene", "learnt")
def view(state: "State") -> "list[Cell]":
    """The dialog of the opened link."""
    opened = state["opened_link"]
    if not opened or opened["kind"] == "answer":
        return []
    kind = opened["kind"]
    results = opened["results"] if opened["kind"] == "challenge" else []
    played = [result for result in results if result["rounds"]]
    rows = [(number, "t-result", result_row(result)) for number, result in enumerate(played)]
    in_match = state["scene"] and state["scene"]["phase"] != "match-over"
    title = house_card.title(opened) if opened["kind"] == "house" else say("opened." + kind + ".title")
    return [
        ("#opened-title", "text", title),
        ("#opened-text", "text", _text(opened, played)),
        ("#opened-results", "hidden", len(played) < 2),
        ("#opened-results", "rows", rows),
        ("#opened-rules", "hidden", kind != "challenge"),
        ("#opened-rules", "text", _rules(opened) if opened["kind"] == "challenge" else ""),
        ("#opened-kept", "hidden", not in_match),
        ("#opened-learn", "hidden", kind != "challenge" or state["learnt"]),
        ("#opened-go", "text", say("opened." + kind + ".go")),
    ]


def _text(opened: "LinkToAccept", played: "list[ChallengeResult]") -> "str":
    if opened["kind"] == "challenge":
        return challenge_text(opened["results"], played)
    if opened["kind"] == "house":
        return house_card.summary(opened)
    # In a link the nameless person is its sender: neither "you" nor anybody whom the reader could name.
    names = [isolate(name) for name in opened["names"] if not is_nameless(name)]
    values = {"names": names, "round": opened["round"], "of": opened["of"]}
    is_somebodys = opened["kind"] != "puzzle" and len(names) < len(opened["names"])
    return say("opened." + opened["kind"] + (".text-somebody" if is_somebodys else ".text"), values)


def challenge_text(results: "list[ChallengeResult]", played: "list[ChallengeResult]") -> "str":
    """A sentence about the best of the `played` results, or about the sender if nobody has played."""
    if played:
        best = played[0]
        values = {
            "name": isolate(best["name"]),
            "points": ["count.points", {"n": best["total"]}],
            "rounds": result_note(best),
        }
        return say("opened.played" if best["name"] else "opened.played-somebody", values)
    name = results[0]["name"] if results else ""
    return say("opened.sent", {"name": isolate(name)}) if name else say("opened.sent-somebody")


def _rules(opened: "ChallengeContent") -> "str":
    summary = opened["summary"]
    levels = counted_levels([seat["level"] for seat in opened["seats"] if seat["kind"] == "bot"])
    values = {
        "rules": plain_rules(opened["preset"]),
        "set": summary["set"],
        "rounds": ["count.rounds", {"n": summary["rounds"]}],
    }
    sentences = [say("opened.plain-rules", values)]
    if levels:
        sentences.append(say("opened.against", {"levels": levels}))
    if opened["again"]:
        sentences.append(say("opened.again"))
    return " ".join(sentences)


def result_row(result: "ChallengeResult") -> "list[Cell]":
    """The cells of one result in a list: name, note and points."""
    return [
        ("", "data-mine", "true" if result["mine"] else None),
        (".result-name", "text", owner_name(result)),
        (".result-note", "text", result_note(result)),
        (".result-points", "text", result["total"]),
    ]


def owner_name(result: "ChallengeResult") -> "str":
    """The name of the person whose result it is."""
    return say("ui.you") if result["mine"] else result["name"] or say("opened.somebody")


def owner_with_remarks(result: "ChallengeResult") -> "str":
    """The name, with a remark if the person used Undo or hints, and another on a second try."""
    name = owner_name(result)
    if result["used"]:
        name = say("compare.helped", {"name": name, "used": _help_used(result)})
    return say("compare.second", {"name": name}) if result["again"] else name


def _help_used(result: "ChallengeResult") -> "list[Any]":
    """The used help as a value for `say`."""
    return ["used." + result["used"], {}]


def result_note(result: "ChallengeResult") -> "str":
    """A text: the number of rounds, with a remark on Undo or hints if they were used, and another on a second try."""
    text = say("count.rounds", {"n": result["rounds"]})
    if result["used"]:
        text = say("opened.helped", {"rounds": text, "used": _help_used(result)})
    return say("opened.second", {"rounds": text}) if result["again"] else text
