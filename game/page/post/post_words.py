"""The words about a match by post: whose turn it is, and what to do next."""

from game.for_types import TYPE_CHECKING
from game.narration.localization.texts import isolate
from game.page.history.match_list import rules_source
from game.page.kernel.words import say, words, written_date

if TYPE_CHECKING:
    from game.contract.answers.list_answers import OptionsSummary
    from game.contract.answers.post_answers import PostRow

DAY = {"weekday": "short", "day": "numeric", "month": "short"}  # options of Intl.DateTimeFormat


def at_table(row: "PostRow") -> "str":
    """All names at the table, as a list in words; bots are named as such."""
    return words([_with_kind(row, seat) for seat in range(len(row["names"]))])


def opponents(row: "PostRow") -> "str":
    """The names at the table but those of the people here, as a list in words; bots are named as such."""
    return words([_with_kind(row, seat) for seat in range(len(row["names"])) if seat not in row["here"]])


def _with_kind(row: "PostRow", seat: "int") -> "str":
    name = isolate(row["names"][seat])
    return say("post.bot", {"name": name}) if seat in row["bots"] else name


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
        return say("post.state." + (stage(row) or "send"), {"name": name})
    return say("post.state.waits", {"name": name, "when": written_date(row["when"], **DAY)})


def stage(row: "PostRow") -> "str":
    """What the link does before the deal: "invite", "pass-on" (invite one more person) or "answer". Empty after the deal."""
    if row["round"]:
        return ""
    if row["turn"] == row["people"][0]:
        return "answer"
    return "invite" if row["people"][0] in row["here"] else "pass-on"


def may_send(row: "PostRow") -> "bool":
    """Whether there is a link to send, for the first time or again."""
    return row["turn"] not in row["here"] and bool(row["here"]) and len(row["here"]) < len(row["people"])


def send_words(row: "PostRow") -> "str":
    """The text of the button that sends the link."""
    if wants_bots(row):
        return say("post.send")
    return say("post.send-to" if row["unsent"] else "post.send-again", {"name": receivers(row)})


def about(row: "PostRow") -> "str":
    """The last move here, the last one at all, and the round."""
    parts = [words(said) for said in (row["own_said"], row["said"]) if said]
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
