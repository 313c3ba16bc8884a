"""The rules of one table as prose in the order of play, made from its options; what has no effect there is left out.

Each paragraph is a message (`rules.<section>.<what>`), the clauses of rules.md that it states, and for a few a picture.
A paragraph that the rule-book's own table would not have, word for word, is a house rule.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from game.narration.messages import Message, message
from game.narration.tile_pictures import foot_picture, line_picture, opening_picture
from game.rules.errors import OptionError
from game.rules.options.declared import Options, Value, assemble, written
from game.rules.options.presets import differences, resolve
from game.rules.tiles import DOUBLE, NAME

SECTIONS = ("aim", "setup", "start", "turn", "doubles", "drawing", "last", "end", "score", "match")


class Paragraph(NamedTuple):
    """One statement: its section, its words, the codes of the clauses that it states, a picture's markup or nothing."""

    section: str
    text: Message
    clauses: tuple[str, ...]
    picture: str = ""


def _said(section: str, what: str, clauses: str, picture: str = "", **values: Any) -> Paragraph:
    return Paragraph(section, message(f"rules.{section}.{what}", **values), tuple(clauses.split()), picture)


def paragraphs(options: Options) -> list[Paragraph]:
    """All that has to be said of a game with these options, in the order of play."""
    parts = (_aim, _setup, _start, _turn, _doubles, _drawing, _last, _end, _score, _match)
    return [paragraph for part in parts for paragraph in part(options)]


def yard_size(options: Options) -> int:
    """The tiles that the deal leaves over."""
    return options.tiles.bit_count() - options.players * options.hand - (options.centre_from == "table")


def may_draw(options: Options) -> bool:
    """Whether the yard of a fresh deal can be drawn from (TURN-5)."""
    return yard_size(options) > options.reserve


def _aim(options: Options) -> Iterator[Paragraph]:
    yield _said("aim", "goal", "MATCH-1")


def _setup(options: Options) -> Iterator[Paragraph]:
    tiles = options.tiles.bit_count()
    yield _said("setup", "tiles", "DEAL-1", set=options.set, tiles=tiles, players=options.players)
    yield _said("setup", f"centre-{options.centre_from}", "DEAL-2")
    left = yard_size(options)
    yield _said("setup", "deal" if left else "deal-all", "DEAL-3", n=options.hand, yard=left)
    names = [NAME[DOUBLE[suit]] for suit in options.centres]
    order = ("one", "two", "many")[min(len(names), 3) - 1]
    first, second = names[0], names[min(1, len(names) - 1)]
    yield _said("setup", f"order-{order}", "DEAL-4", first=first, second=second, last=names[-1])


def _start(options: Options) -> Iterator[Paragraph]:
    if options.centre_from == "table":
        yield _said("start", options.first_seat, "START-5")
    else:
        yield _said("start", "holder", "START-1")
        if yard_size(options):
            yield _missing_double(options)
    yield _said("start", "arms", "TURN-1 FOOT-5", opening_picture(options.arm_count), n=options.arm_count)


def _missing_double(options: Options) -> Paragraph:
    if options.missing_double == "next-lower":
        return _said("start", "next-lower", "START-3")
    if options.missing_double == "redeal" or not may_draw(options):
        return _said("start", "redeal", "START-4")
    if options.reserve:  # only the yard's last tiles left: all is dealt again (ours)
        return _said("start", "all-draw-reserve", "START-2 START-4", n=options.reserve)
    return _said("start", "all-draw", "START-2")


def _turn(options: Options) -> Iterator[Paragraph]:
    yield _said("turn", "one", "TURN-3")
    yield _said("turn", "match", "TURN-2", line_picture())
    yield _said("turn", "anywhere", "TURN-1")
    yield _said("turn", "hold-back" if options.may_hold_back and may_draw(options) else "must", "TURN-4")
    if options.take_back:
        yield _said("turn", "take-back", "TURN-8")


def _doubles(options: Options) -> Iterator[Paragraph]:
    yield _said("doubles", "foot", "FOOT-1 TURN-1", foot_picture(options.toes), n=options.toes)
    yield _said("doubles", "say", "FOOT-2")
    short = "FOOT-4" if options.short_foot == "closes" else "FOOT-3"
    yield _said("doubles", options.short_foot, f"{short} FOOT-5")


def _drawing(options: Options) -> Iterator[Paragraph]:
    if not may_draw(options):
        if options.reserve:
            yield _said("drawing", "reserve", "TURN-5", n=options.reserve)
        yield _said("drawing", "none", "TURN-7")
        return
    yield _said("drawing", options.draw, "TURN-5 TURN-6")
    yield _said("drawing", options.drawn_tile, "TURN-6")
    if options.reserve:
        yield _said("drawing", "reserve", "TURN-5", n=options.reserve)
    yield _said("drawing", "pass-kept" if options.drawn_tile == "may-play" else "pass", "TURN-7")


def _last(options: Options) -> Iterator[Paragraph]:
    rule = options.last_tile_call
    if rule == "none":
        yield _said("last", "none", "LAST-2")
        return
    yield _said("last", "call", "LAST-1")
    yield _said("last", rule, {"courtesy": "LAST-2", "catch": "LAST-3", "automatic": "LAST-4"}[rule])
    if rule != "courtesy":
        yield _said("last", "again", "LAST-5")
        if options.take_back:
            yield _said("last", "stands", "LAST-6")


def _end(options: Options) -> Iterator[Paragraph]:
    yield _said("end", "out", "END-1")
    yield _said("end", options.blocked_when, "END-2")
    yield _said("end", "blocked", "END-4")


def _score(options: Options) -> Iterator[Paragraph]:
    if options.blank_half:
        yield _said(
            "score",
            "blanks",
            "END-3",
            n=options.blank_half,
            both=2 * options.blank_half,
            one=5 + options.blank_half,
        )
    elif options.double_blank:
        yield _said("score", "double-blank", "END-3", n=options.double_blank)
    else:
        yield _said("score", "pips", "END-3")
    if options.out_bonus_on_double:
        yield _said("score", "bonus", "END-5", n=options.out_bonus_on_double)


def _match(options: Options) -> Iterator[Paragraph]:
    whole = options.round_count == options.set + 1
    yield _said("match", "rounds" if whole else "short", "MATCH-3", n=options.round_count)
    yield _said("match", "total", "MATCH-1")
    yield _said("match", options.ties, "MATCH-2")


# --- the page's form of it


def written_rules(options: Options, preset: str | None) -> dict[str, Any]:
    """{"preset", "house": [message, …], "sections": [{"title": message, "paragraphs": […]}]}.

    A paragraph is {"text": message, "clauses": [codes], "picture": markup, "house": bool}. `house` lists what was changed
    in the rule-book and has effect; without a rule-book (None) nothing is marked.
    """
    own = (
        None
        if preset is None
        else {_plain(each) for each in paragraphs(resolve(preset, {}, options.players))}
    )
    said = paragraphs(options)
    return {
        "preset": preset,
        "house": [_change(code, value) for code, value in house_rules(options, preset).items()],
        "sections": [
            {
                "title": message(f"rules.{section}.title"),
                "paragraphs": [_shown(each, own) for each in said if each.section == section],
            }
            for section in SECTIONS
        ],
    }


def _plain(paragraph: Paragraph) -> str:
    return repr(paragraph.text)


def _shown(paragraph: Paragraph, own: set[str] | None) -> dict[str, Any]:
    return {
        "text": paragraph.text,
        "clauses": list(paragraph.clauses),
        "picture": paragraph.picture,
        "house": own is not None and _plain(paragraph) not in own,
    }


def house_rules(options: Options, preset: str | None) -> dict[str, Value]:
    """What `options` changes in the rule-book's own rules and makes a difference in play, by code; none without a rule-book."""
    if preset is None:
        return {}
    own = resolve(preset, {}, options.players).declared()
    said = [_plain(each) for each in paragraphs(options)]
    changed: dict[str, Value] = {}
    for code, value in differences(options, preset).items():
        try:
            without = paragraphs(assemble({**options.declared(), code: own[code]}))
        except OptionError:  # it cannot even be played without it
            changed[code] = value
            continue
        if [_plain(each) for each in without] != said:
            changed[code] = value
    return changed


def _change(code: str, value: Value) -> Message:
    shown: Any = value
    if isinstance(value, bool):
        shown = message(f"option.{written(value)}")
    elif isinstance(value, str):
        shown = message(f"option.{code}.{value}")
    return message("rules.change", label=message(f"option.{code}.label"), value=shown)


# --- what a refusal opens

# The clauses that speak of a refusal, the first that is stated at the table is opened. None: no rule, but a slip.
CLAUSES_OF: dict[str, Sequence[str]] = {
    "call-too-late": ("LAST-1",),
    "can-play": ("TURN-4",),
    "catch-too-early": ("LAST-3",),
    "catch-yourself": ("LAST-3",),
    "centre-first": ("START-1",),
    "curtain": (),
    "draw-first": ("TURN-7",),
    "draw-on": ("TURN-6",),
    "drawn-fits": ("TURN-6",),
    "drew-already": ("TURN-6",),
    "fits-nowhere": ("TURN-2",),
    "foot-first": ("FOOT-1",),
    "no-calls": ("LAST-2",),
    "no-catches": ("LAST-2", "LAST-4"),
    "no-curtain": (),
    "no-match": ("TURN-2",),
    "no-open-end": ("TURN-2",),
    "no-such-end": ("TURN-2",),
    "no-such-seat": (),
    "no-take-back": (),
    "not-on-the-table": ("TURN-2",),
    "not-your-turn": ("TURN-3",),
    "not-yours": (),
    "nothing-to-call": ("LAST-1",),
    "nothing-to-catch": ("LAST-3",),
    "nothing-to-take-back": ("TURN-8",),
    "nothing-to-undo": (),
    "only-drawn": ("TURN-6",),
    "opening": ("TURN-1",),
    "penalty-tile": ("LAST-3", "LAST-4"),
    "play-drawn": ("TURN-6",),
    "round-over": ("END-1",),
    "say-which": (),
    "where": ("START-1", "START-5"),
    "yard-empty": ("TURN-5", "TURN-7"),
    "yard-reserve": ("TURN-5",),
}


def clause_of(reason: str, options: Options) -> str | None:
    """The clause whose paragraph answers "why?" to a refusal (`reason.<key>`); None when no rule stands behind it."""
    stated = {clause for paragraph in paragraphs(options) for clause in paragraph.clauses}
    wanted = CLAUSES_OF.get(reason.removeprefix("reason."), ())
    return next((clause for clause in wanted if clause in stated), None)
