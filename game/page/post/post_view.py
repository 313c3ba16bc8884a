"""The views of matches by post: their list, the form, an opened link, a match before the deal, and what is sent from the table."""

from game.for_types import TYPE_CHECKING
from game.narration.localization.texts import isolate
from game.page.events.advancing import event_is_due
from game.page.kernel.words import say, words
from game.page.post import post_words, room

if TYPE_CHECKING:
    from typing import Any

    from game.contract.answers.post_answers import PostRow
    from game.page.page_types import Cell, State
    from game.page.post import OpenedPost


@room.view("posts")
def lists(state: "State") -> "list[Cell]":
    """The matches by post on the first screen, and on their own screen."""
    rows = [(row["id"], "t-post", _row(row)) for row in state["posts"]]
    open_rows = [
        (row["id"], "t-post", _row(row)) for row in state["posts"] if row["unsent"] or not row["over"]
    ]
    return [
        ("#post-waiting", "rows", open_rows),
        ("#post-waiting", "hidden", not open_rows),
        ("#post-list", "rows", rows),
        ("#post-has", "hidden", not rows),
    ]


def _row(row: "PostRow") -> "list[Cell]":
    is_mine = row["unsent"] or row["turn"] in row["here"]
    return [
        ("", "data-mine", "true" if is_mine else None),
        (".post-open", "data-id", row["id"]),
        (".post-names", "text", say("post.with", {"names": post_words.opponents(row)})),
        (".post-state", "text", post_words.state(row)),
        (".post-about", "text", post_words.about(row)),
        (".post-row-send", "data-id", row["id"]),
        (".post-row-send", "hidden", not post_words.may_send(row)),
        (".post-row-send", "class", "post-row-send " + ("yolk" if row["unsent"] else "paper-button")),
        (".post-row-send span", "text", post_words.send_words(row)),
    ]


@room.view("post_link", "post_card", "setup")
def sections(state: "State") -> "list[Cell]":
    """Which part of the screen is shown: an opened link, a match before the deal, or the list and the form."""
    link, card, setup = state["post_link"], state["post_card"], state["setup"]
    summary = setup["summary"]
    return [
        ("#post-link", "hidden", not link),
        ("#post-card", "hidden", bool(link) or not card),
        ("#post-lists", "hidden", bool(link or card)),
        ("#post-rules-line", "text", post_words.rules(setup["preset"], summary) if summary else ""),
    ]


@room.view("post_link")
def opened(state: "State") -> "list[Cell]":
    """An opened link: an invitation, a seat on another device, or two moves for one turn."""
    link = state["post_link"]
    if not link:
        return []
    kind, card = link["kind"], link["card"]
    taken = link["taken"] if kind == "elsewhere" else []
    next_one = [seat for seat in taken if seat == link["seat"]]
    others = [seat for seat in taken if seat != link["seat"]]
    return [
        ("#post-link-title", "text", _title(link)),
        ("#post-link-text", "text", _text(link)),
        ("#post-link-rules", "text", post_words.rules(card["preset"], card["summary"])),
        ("#post-link-secret", "hidden", kind == "fork"),
        ("#post-join", "hidden", kind != "invitation"),
        ("#post-join", "text", _join_words(link)),
        ("#post-take", "rows", [(seat, "t-post-take", _take(link, seat)) for seat in next_one]),
        ("#post-take-others", "rows", [(seat, "t-post-take", _take(link, seat)) for seat in others]),
        ("#post-others", "hidden", not others),
        ("#post-fork", "hidden", kind != "fork"),
        ("#post-mine", "text", words(link["mine"]) if link["mine"] else ""),
        ("#post-theirs", "text", words(link["theirs"]) if link["theirs"] else ""),
    ]


def _title(link: "OpenedPost") -> "str":
    card = link["card"]
    if link["kind"] == "invitation":
        return say("post.invited.title", {"name": isolate(card["names"][card["people"][0]])})
    if link["kind"] == "elsewhere":
        return say("post.{}.title".format(_elsewhere(link)), {"name": _next_name(link)})
    return say("post.fork.title")


def _text(link: "OpenedPost") -> "str":
    card, seat = link["card"], link["seat"]
    if link["kind"] == "invitation":
        names = post_words.at_table(card)
        return say("post.invited.text", {"name": isolate(card["names"][seat]), "names": names})
    if link["kind"] == "elsewhere":
        return say("post.{}.text".format(_elsewhere(link)), {"name": _next_name(link)})
    people = words([isolate(card["names"][number]) for number in card["people"]])
    return say("post.fork.text", {"names": people})


def _elsewhere(link: "OpenedPost") -> "str":
    """Whether the link asks its receiver to go on here ("elsewhere"), or this device can only look on ("looks-on")."""
    return "elsewhere" if link["seat"] in link["taken"] else "looks-on"


def _next_name(link: "OpenedPost") -> "str":
    return isolate(link["card"]["names"][link["seat"]]) if link["seat"] >= 0 else ""


def _join_words(link: "OpenedPost") -> "str":
    if link["kind"] != "invitation":
        return ""
    return say("post.join", {"name": isolate(link["card"]["names"][link["seat"]])})


def _take(link: "OpenedPost", seat: "int") -> "list[Cell]":
    """A seat that may be taken over: the next person's first and large, and who loses it."""
    is_next = seat == link["seat"]
    name = {"name": isolate(link["card"]["names"][seat])}
    return [
        ("button", "data-seat", seat),
        ("button", "text", say("post.go-on-as" if is_next else "post.take-over", name)),
        ("button", "class", "primary" if is_next else "paper-button"),
        ("small", "text", say("post.elsewhere.only" if is_next else "post.elsewhere.loses", name)),
    ]


@room.view("post_card", "learnt")
def before_the_deal(state: "State") -> "list[Cell]":
    """A match before the deal: the link goes around once, and each device adds its part of the draw."""
    card = state["post_card"]
    if not card:
        return []
    others, name = post_words.opponents(card), post_words.receivers(card)
    key = "post.card." + (post_words.stage(card) if card["unsent"] else "waits")
    # Another person may play at this device too, as long as one is left to send the links to.
    is_open = card["turn"] != card["people"][0] and card["turn"] not in card["here"] and bool(card["here"])
    may_share = is_open and card["unsent"] and len(card["people"]) - len(card["here"]) > 1
    return [
        ("#post-card-title", "text", say("post.with", {"names": others})),
        ("#post-card-text", "text", say(key, {"name": name})),
        ("#post-card-rules", "text", post_words.rules(card["preset"], card["summary"])),
        ("#post-card-send", "data-id", card["id"]),
        ("#post-card-send", "hidden", not post_words.may_send(card)),
        ("#post-card-send", "class", "huge " + ("primary" if card["unsent"] else "paper-button")),
        ("#post-card-send span", "text", post_words.send_words(card)),
        ("#post-here", "hidden", not may_share),
        ("#post-here", "data-id", card["id"]),
        ("#post-here", "text", say("post.here", {"name": name})),
        ("#post-learn", "hidden", state["learnt"]),
        ("#post-forget", "data-id", card["id"]),
    ]


@room.view("back_to")
def rules_form(state: "State") -> "list[Cell]":
    """The form for a new match, while it only chooses the rules of a match by post: without players, and without its start."""
    back_to = state["back_to"]
    is_for_post = back_to is not None and back_to[0] == "post"
    return [
        ("#setup", "data-post", "true" if is_for_post else None),  # for the styles
        ("#setup-for-post", "hidden", not is_for_post),
    ]


@room.view("scene", "nobody_next")
def table(state: "State") -> "list[Cell]":
    """At the table and after the match: the button that sends the turn, and the sentence that it is done only then."""
    scene = state["scene"]
    post: Any = scene.get("post") if scene else None  # only the scene of a match has it
    if not scene or not post:
        return [
            ("#play", "data-post", None),
            ("#post-send", "hidden", True),
            ("#over-post", "hidden", True),
            ("#menu-post-send", "hidden", True),
            ('#menu [data-action="share"]', "hidden", False),
        ]
    names = words([isolate(name) for name in post["to"]])
    key = "post.send-to" if post["unsent"] else "post.send-again"
    text = say(key, {"name": names}) if names else say("post.send")
    # While a turn waits to be sent or for its answer, there is nothing else to share.
    may_send = scene["phase"] == "playing" and not post["mine"] and not event_is_due(state)
    return [
        ("#play", "data-post", "true"),  # for the styles
        ("#menu-post-send", "hidden", not may_send),
        ("#menu-post-send", "data-id", post["id"]),
        ("#menu-post-send span", "text", text),
        ('#menu [data-action="share"]', "hidden", may_send),
        ("#post-send", "hidden", not may_send),
        ("#post-send", "class", "yolk" if post["unsent"] else "tray-button"),
        ("#post-send", "data-id", post["id"]),
        ("#post-send span", "text", text),
        ("#post-send small", "hidden", not post["unsent"]),
        ("#over-post", "hidden", not post["over"]),
        ("#over-post-fair", "hidden", not post["fair"]),
        ("#over-post-send", "data-id", post["id"]),
        ("#over-post-send", "class", "yolk" if post["unsent"] else "felt-button"),
        ("#over-post-send span", "text", text),
        ("#over-post-again", "data-id", post["id"]),
    ]
