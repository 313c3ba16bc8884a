"""The screen of all matches: waiting matches with a picture of the table, finished matches with filters."""

from game.for_types import TYPE_CHECKING
from game.narration.localization.texts import is_nameless
from game.page.history import room
from game.page.kernel.words import DATE, display_name, paragraph, player_names, say, written_date
from game.page.people.own_faces import face_named
from game.page.people.portraits import face_of, portrait

if TYPE_CHECKING:
    from game.contract.answers.list_answers import BroughtIn, HistoryRow, MatchRow
    from game.contract.basics import Picture
    from game.contract.kept import Settings
    from game.page.history import DatedPicture
    from game.page.page_types import Cell, Row, State

PICTURE_MARGIN = 60  # the margin around the tiles of a picture, in hundredths of a u; u: half a tile's length
PORTION = 30  # how many finished matches one request lists


def rules_name(preset: "str | None") -> "str":
    """The name of a rule-book; "house rules" for None and "house"."""
    return say("preset.{}.name".format(preset)) if preset and preset != "house" else say("memory.house")


def rules_source(preset: "str | None") -> "str":
    """Words that say whose rules these are, for a place without a label: a rule-book's name alone reads like a player's."""
    is_book = preset and preset != "house"
    return say("rules.source", {"book": rules_name(preset)}) if is_book else rules_name(preset)


def plain_rules(preset: "str | None") -> "str":
    """What marks a rule-book's rules, in words that need no knowledge of its name. For house rules, their name."""
    is_book = preset and preset != "house"
    return say("preset.{}.plain".format(preset)) if is_book else rules_name(preset)


@room.view("kept_matches", "match_pictures")
def waiting(state: "State") -> "list[Cell]":
    """The waiting matches: saved and not finished, so that a person can resume them."""
    rows = [
        (match["id"], "t-match", _waiting_match(match, state["match_pictures"]))
        for match in state["kept_matches"] or []
        if match["phase"] != "match-over"
    ]
    return [("#waiting", "rows", rows), ("#waiting-none", "hidden", bool(rows))]


def _waiting_match(match: "MatchRow", pictures: "dict[str, DatedPicture]") -> "list[Cell]":
    title = match["title"] or player_names(match["names"])  # the rows of points have the names
    picture = pictures.get(match["id"])
    cells = [
        (".match-title", "text", match["title"] or _stage(match)),
        (".match-about", "text", _description(match)),
        (".match-scores", "rows", _scores(match["names"], match["totals"], [])),
        (".match-open", "data-match", match["id"]),
        (".match-rename", "data-match", match["id"]),
        (".match-rename", "aria-label", say("memory.rename-label", {"which": title})),
        (".match-delete", "data-match", match["id"]),
        (".match-delete", "hidden", match["here"]),  # the match on this page's table
        (".match-delete", "aria-label", say("memory.delete-label", {"which": title})),
    ]
    return cells + (table_picture(".match-table", picture) if picture else [])


def table_picture(selector: "str", picture: "Picture") -> "list[Cell]":
    """The cells of an <svg> that shows a table. `picture` is the engine's {"tiles": markup, "box"}."""
    x0, y0, x1, y1 = [100 * edge for edge in picture["box"]]  # the drawing's unit is a hundredth of a u
    x0, y0, x1, y1 = x0 - PICTURE_MARGIN, y0 - PICTURE_MARGIN, x1 + PICTURE_MARGIN, y1 + PICTURE_MARGIN
    box = "{:.0f} {:.0f} {:.0f} {:.0f}".format(x0, y0, x1 - x0, y1 - y0)
    return [(selector, "viewBox", box), (selector, "html", picture["tiles"])]


def _description(match: "MatchRow") -> "str":
    """A line about a waiting match."""
    parts = [
        _day(match["day"]),
        _stage(match) if match["title"] else "",
        rules_source(match["preset"]),
        written_date(match["when"]),
    ]
    return " · ".join([part for part in parts if part])


def _day(day: "str") -> "str":
    """The name of the daily deal of a date, "" without one."""
    return say("ui.day", {"date": written_date(day, day="numeric", month="long")}) if day else ""


def _stage(match: "MatchRow") -> "str":
    """How far a waiting match is."""
    return say("memory.round", {"number": match["round"], "of": match["of"]})


def _scores(names: "list[str]", totals: "list[int]", faces: "list[str]") -> "list[Row]":
    """A row for each seat: its face, its name and its points. `faces` has the markup of each face, or is empty."""
    return [
        (
            seat,
            "t-match-seat",
            [
                (".avatar", "class", "avatar s{}".format(seat)),
                (".avatar", "html", faces[seat] if faces else ""),
                ("span", "text", display_name(name, True)),
                ("b", "text", total),
            ],
        )
        for seat, (name, total) in enumerate(zip(names, totals))
    ]


def _final_scores(match: "HistoryRow", settings: "Settings") -> "list[Row]":
    """The rows of the seats of a finished match, the best first."""
    faces = [
        portrait(face_named(settings, name) if level is None else face_of({"level": level}), seat)
        for seat, (name, level) in enumerate(zip(match["names"], match["levels"]))
    ]
    rows = _scores(match["names"], match["totals"], faces)
    return [rows[seat] for _, seat in sorted(zip(match["places"], range(len(rows))))]


@room.view("history", "history_filter", "settings")
def finished(state: "State") -> "list[Cell]":
    """The finished matches that were loaded, the two filters, and the button to load more.

    The filters are the rules, and the opponents, named by the strongest of them. `history["of"]` matches pass them.
    """
    history, filter_ = state["history"], state["history_filter"]
    if not history:
        return []
    rows = [
        (match["id"], "t-finished", _finished_match(match, state["settings"])) for match in history["rows"]
    ]
    rules = [("", say("memory.any-rules"))] + [(code, rules_name(code)) for code in history["rules"]]
    opponents = [("", say("memory.any-company"))]
    opponents += [(code, opponents_name(code)) for code in history["companies"]]
    return [
        ("#finished", "rows", rows),
        ("#history-rules", "options", rules),
        ("#history-rules", "typed", filter_["rules"]),
        ("#history-whom", "options", opponents),
        ("#history-whom", "typed", filter_["whom"]),
        ("#history-count", "text", say("memory.count", {"n": history["of"], "all": history["all"]})),
        ("#history-count", "hidden", not history["all"]),
        ("#history-filters", "hidden", not history["all"]),
        ("#history-none", "hidden", bool(history["all"])),
        ("#history-more", "hidden", len(history["rows"]) >= history["of"]),
    ]


def opponents_name(code: "str") -> "str":
    """The opponents of a match in words: the level of the strongest bot, or people if the code is "people"."""
    return say("memory.people") if code == "people" else say("level.{}.name".format(code))


def _finished_match(match: "HistoryRow", settings: "Settings") -> "list[Cell]":
    winners = [name for name, place in zip(match["names"], match["places"]) if place == 1]
    outcome = _winners_sentence(winners)
    title = match["title"] or outcome
    about = [outcome] if match["title"] else []
    about += [
        _day(match["day"]) or say("count.rounds", {"n": match["rounds"]}),
        rules_source(match["preset"]),
    ]
    about += [say("memory.second")] if match["again"] else []
    about += [_finished_when(match)]
    cells = [
        (".match-title", "text", title),
        (".match-about", "text", " · ".join(about)),
        (".match-scores", "rows", _final_scores(match, settings)),
        (".match-open", "disabled", not match["replay"]),
        (".match-export", "hidden", not match["replay"]),
    ]
    for selector, label in (
        (".match-open", ""),
        (".match-rename", "rename"),
        (".match-export", "export"),
        (".match-delete", "delete"),
    ):
        cells.append((selector, "data-match", match["id"]))
        if label:
            cells.append((selector, "aria-label", say("memory.{}-label".format(label), {"which": title})))
    return cells


def _finished_when(match: "HistoryRow") -> "str":
    """When a match was finished. The date of a daily deal is named once, if it was played on its day."""
    time: dict[str, object] = {"hour": "numeric", "minute": "2-digit"}
    is_on_day = match["day"] and written_date(match["day"]) == written_date(match["when"])
    return written_date(match["when"], **(time if is_on_day else dict(DATE, **time)))


def _winners_sentence(winners: "list[str]") -> "str":
    if len(winners) == 1 and is_nameless(winners[0]):
        return say("memory.won.you")
    return say("memory.won", {"n": len(winners), "names": player_names(winners)})


@room.view("history_can_undo")
def restore_offer(state: "State") -> "list[Cell]":
    """The button to restore a deleted match or challenge."""
    return [("#match-removed", "hidden", not state["history_can_undo"])]


def import_summary(answer: "BroughtIn") -> "str":
    """A text on an import: how many entries are new or continue a stored one ("longer"), and how many were known."""
    known = [["memory.known", {"n": answer["known"]}]] if answer["known"] else []
    if not answer["kinds"]:
        return paragraph([["memory.came.nothing", {}]] + known)
    kinds = [["memory.came.kind." + kind, {"n": n}] for kind, n in answer["kinds"]]
    return paragraph([["memory.came", {"n": answer["new"] + answer["longer"], "what": kinds}]] + known)
