"""The words about a match by post: whose turn it is, and what to do next."""

from game.for_types import TYPE_CHECKING
from game.narration.localization.texts import isolate
from game.page.history.match_list import rules_source
from game.page.kernel.words import say, words, written_date

if TYPE_CHECKING:
    from game.contract.answers.list_answers import OptionsSummary
    from game.contract.answers.post_answers import PostRow

DAY = {"weekday": "short", "day": "numeric", "month": "short"}  # options of Intl.DateTimeFormat


def others(row: "PostRow") -> "str":
    """The names of the people at other devices, as a list in words."""
    names = [isolate(row["names"][seat]) for seat in row["people"] if seat not in row["here"]]
    return words(names)


def receivers(row: "PostRow") -> "str":
    """The names of the people to whom the next link goes."""
    return isolate(row["names"][row["turn"]]) if row["turn"] >= 0 else others(row)


def wants_bots(row: "PostRow") -> "bool":
    """Whether a bot is next. It plays when the link is made, so nobody knows yet who comes after it."""
    return row["turn"] >= 0 and row["turn"] not in row["people"]


def state(row: "PostRow") -> "str":
    """Whose turn it is, or what waits to be sent."""
    if row["over"]:
        return say("post.state.send-over" if row["unsent"] else "post.state.over", {"names": others(row)})
    if row["turn"] in row["here"]:
        return say("post.state.yours")
    if wants_bots(row):
        return say("post.state.send-on")
    name = receivers(row)
    if row["unsent"]:
        is_first = not row["round"] and row["turn"] == row["people"][1]
        return say("post.state.invite" if is_first else "post.state.send", {"name": name})
    return say("post.state.waits", {"name": name, "when": written_date(row["when"], **DAY)})


def may_send(row: "PostRow") -> "bool":
    """Whether there is a link to send, for the first time or again."""
    return row["turn"] not in row["here"] and bool(row["here"]) and len(row["here"]) < len(row["people"])


def send_words(row: "PostRow") -> "str":
    """The text of the button that sends the link."""
    if wants_bots(row):
        return say("post.send")
    return say("post.send-to" if row["unsent"] else "post.send-again", {"name": receivers(row)})


def about(row: "PostRow") -> "str":
    """The last move, and the round."""
    parts = [words(row["said"])] if row["said"] else []
    if row["round"]:
        parts.append(say("post.round", {"n": row["round"], "of": row["of"]}))
    return " ".join(parts)


def rules(preset: "str | None", summary: "OptionsSummary") -> "str":
    """A sentence about the rules."""
    values = {
        "rules": rules_source(preset),
        "set": summary["set"],
        "rounds": ["count.rounds", {"n": summary["rounds"]}],
    }
    return say("opened.rules", values)
