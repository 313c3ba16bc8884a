"""The screen of all matches: waiting ones with a picture, finished ones with filters."""

from game.narration.localization.texts import is_nameless
from game.page.words import DATE, display_name, player_names, say, written_date

PICTURE_MARGIN = 60  # the margin of a picture, in hundredths of a u
PORTION = 30  # how many finished matches one request lists


def rules_name(preset):
    """The name of a rule-book, or "house rules"."""
    return say("preset.{}.name".format(preset)) if preset and preset != "house" else say("memory.house")


def waiting(state):
    """The matches that can be resumed."""
    rows = [
        (match["id"], "t-match", _waiting_match(match, state["match_pictures"]))
        for match in state["kept_matches"] or []
        if match["phase"] != "match-over"
    ]
    return [("#waiting", "rows", rows), ("#waiting-none", "hidden", bool(rows))]


def _waiting_match(match, pictures):
    title = match["title"] or player_names(match["names"])
    picture = pictures.get(match["id"])
    cells = [
        (".match-title", "text", title),
        (".match-about", "text", _description(match)),
        (".match-score", "text", _score(match["names"], match["totals"])),
        (".match-open", "data-match", match["id"]),
        (".match-rename", "data-match", match["id"]),
        (".match-rename", "aria-label", say("memory.rename-label", {"which": title})),
        (".match-delete", "data-match", match["id"]),
        (".match-delete", "hidden", match["here"]),
        (".match-delete", "aria-label", say("memory.delete-label", {"which": title})),
    ]
    if picture:
        x0, y0, x1, y1 = [100 * edge for edge in picture["box"]]
        x0, y0, x1, y1 = x0 - PICTURE_MARGIN, y0 - PICTURE_MARGIN, x1 + PICTURE_MARGIN, y1 + PICTURE_MARGIN
        box = "{:.0f} {:.0f} {:.0f} {:.0f}".format(x0, y0, x1 - x0, y1 - y0)
        cells += [(".match-table", "viewBox", box), (".match-table", "html", picture["tiles"])]
    return cells


def _description(match):
    names = player_names(match["names"]) if match["title"] else ""
    parts = [
        names,
        rules_name(match["preset"]),
        say("memory.round", {"number": match["round"], "of": match["of"]}),
        written_date(match["when"]),
    ]
    return " · ".join([part for part in parts if part])


def _score(names, totals):
    scores = zip(names, totals)
    return ", ".join([say("memory.score", {"name": display_name(name, True), "n": n}) for name, n in scores])


def finished(state):
    """The finished matches that pass the filter, as far as they were listed, and the filter's options."""
    history, filter_ = state["history"], state["history_filter"]
    if not history:
        return []
    rows = [(row["id"], "t-finished", _finished_match(row)) for row in history["rows"]]
    rules = [("", say("memory.any-rules"))] + [(code, rules_name(code)) for code in history["rules"]]
    whom = [("", say("memory.any-company"))] + [(code, company(code)) for code in history["companies"]]
    return [
        ("#finished", "rows", rows),
        ("#history-rules", "options", rules),
        ("#history-rules", "typed", filter_["rules"]),
        ("#history-whom", "options", whom),
        ("#history-whom", "typed", filter_["whom"]),
        ("#history-count", "text", say("memory.count", {"n": history["of"], "all": history["all"]})),
        ("#history-count", "hidden", not history["all"]),
        ("#history-filters", "hidden", not history["all"]),
        ("#history-none", "hidden", bool(history["all"])),
        ("#history-more", "hidden", len(history["rows"]) >= history["of"]),
    ]


def company(code):
    """The opponents of a match: the strongest bot's level, or people."""
    return say("memory.people") if code == "people" else say("level.{}.name".format(code))


def _finished_match(row):
    outcome = _winners_sentence([name for name, place in zip(row["names"], row["places"]) if place == 1])
    title = row["title"] or outcome
    about = [outcome] if row["title"] else []
    when = written_date(row["when"], **dict(DATE, hour="numeric", minute="2-digit"))
    about += [rules_name(row["preset"]), say("count.rounds", {"n": row["rounds"]}), when]
    about += [say("memory.second")] if row["again"] else []
    cells = [
        (".match-title", "text", title),
        (".match-about", "text", " · ".join(about)),
        (".match-score", "text", _score(row["names"], row["totals"])),
        (".match-open", "disabled", not row["replay"]),
        (".match-export", "hidden", not row["replay"]),
    ]
    for part, label in (
        (".match-open", ""),
        (".match-rename", "rename"),
        (".match-export", "export"),
        (".match-delete", "delete"),
    ):
        cells.append((part, "data-match", row["id"]))
        if label:
            cells.append((part, "aria-label", say("memory.{}-label".format(label), {"which": title})))
    return cells


def _winners_sentence(winners):
    if len(winners) == 1 and is_nameless(winners[0]):
        return say("memory.won.you")
    return say("memory.won", {"n": len(winners), "names": player_names(winners)})


def restore_offer(state):
    """The offer to restore a deleted match."""
    return [("#match-removed", "hidden", not state["history_can_undo"])]
