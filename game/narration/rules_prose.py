"""Write the rules for given options as prose, in the order of play.

Rules without effect under these options are left out.

A paragraph is a message with the key `rules.<section>.<name>`, the clauses of docs/rules.md that it states, and
sometimes a picture. A paragraph is marked as a house rule if the unchanged rule-book has no paragraph with the same
words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, NamedTuple

from game.narration.messages import foot_words, message
from game.narration.tile_pictures import foot_picture, line_picture, opening_picture
from game.rules.errors import OptionError
from game.rules.options.declared import DECLARED, Options, Value, assemble, written
from game.rules.options.presets import differences, resolve
from game.rules.tiles import DOUBLE, NAME

if TYPE_CHECKING:
    from game.contract.basics import Message
    from game.contract.play_answers import RulesParagraph, RulesText

SECTIONS = ("aim", "setup", "start", "turn", "doubles", "drawing", "last", "end", "score", "match")


class Paragraph(NamedTuple):
    """One paragraph. `clauses` are the codes of the clauses that it states. `picture` draws its markup, or is None.

    Most paragraphs are only compared with others, and drawing takes longer than writing.
    """

    section: str
    text: Message
    clauses: tuple[str, ...]
    picture: Callable[[], str] | None = None


def _paragraph(
    section: str, name: str, clauses: str, picture: Callable[[], str] | None = None, **values: object
) -> Paragraph:
    """Make a paragraph. `clauses` are separated by spaces; `values` fill the placeholders of the text."""
    return Paragraph(section, message(f"rules.{section}.{name}", **values), tuple(clauses.split()), picture)


def paragraphs(options: Options, book: str | None = None) -> list[Paragraph]:
    """The rules of a game with these options, in the order of play, in the words of a rule-book."""
    sections = (_aim, _setup, _start, _turn, partial(_doubles, book), _drawing, _last, _end, _score, _match)
    return [paragraph for section in sections for paragraph in section(options)]


def yard_size(options: Options) -> int:
    """The number of tiles that are left for the yard after the deal."""
    return options.tiles.bit_count() - options.players * options.hand - (options.centre_from == "table")


def may_draw(options: Options) -> bool:
    """Whether the yard after the deal has more tiles than the reserve, which nobody may draw (TURN-5)."""
    return yard_size(options) > options.reserve


def _aim(options: Options) -> Iterator[Paragraph]:
    yield _paragraph("aim", "goal", "MATCH-1")


def _setup(options: Options) -> Iterator[Paragraph]:
    tiles = options.tiles.bit_count()
    yield _paragraph("setup", "tiles", "DEAL-1", set=options.set, tiles=tiles, players=options.players)
    yield _paragraph("setup", f"centre-{options.centre_from}", "DEAL-2")
    left = yard_size(options)
    yield _paragraph("setup", "deal" if left else "deal-all", "DEAL-3", n=options.hand, yard=left)
    names = [NAME[DOUBLE[suit]] for suit in options.centres]
    order = ("one", "two", "many")[min(len(names), 3) - 1]
    first, second = names[0], names[min(1, len(names) - 1)]
    yield _paragraph("setup", f"order-{order}", "DEAL-4", first=first, second=second, last=names[-1])


def _start(options: Options) -> Iterator[Paragraph]:
    if options.centre_from == "table":
        yield _paragraph("start", options.first_seat, "START-5")
    else:
        yield _paragraph("start", "holder", "START-1")
        if yard_size(options):
            yield _missing_double(options)
    picture = partial(opening_picture, options.arm_count)
    yield _paragraph("start", "arms", "TURN-1 FOOT-5", picture, n=options.arm_count)


def _missing_double(options: Options) -> Paragraph:
    """The rule for a round in which no seat holds the centre's double."""
    if options.missing_double == "next-lower":
        return _paragraph("start", "next-lower", "START-3")
    if options.missing_double == "redeal" or not may_draw(options):
        return _paragraph("start", "redeal", "START-4")
    if options.reserve:  # when only the reserve is left in the yard, all tiles are dealt again (START-2)
        return _paragraph("start", "all-draw-reserve", "START-2 START-4", n=options.reserve)
    return _paragraph("start", "all-draw", "START-2")


def _turn(options: Options) -> Iterator[Paragraph]:
    yield _paragraph("turn", "one", "TURN-3")
    yield _paragraph("turn", "match", "TURN-2", line_picture)
    yield _paragraph("turn", "anywhere", "TURN-1")
    yield _paragraph("turn", "hold-back" if options.may_hold_back and may_draw(options) else "must", "TURN-4")
    if options.take_back:
        yield _paragraph("turn", "take-back", "TURN-8")


def _doubles(book: str | None, options: Options) -> Iterator[Paragraph]:
    picture = partial(foot_picture, options.toes)
    yield _paragraph("doubles", "foot", "FOOT-1 TURN-1", picture, n=options.toes)
    yield _paragraph("doubles", "say", "FOOT-2", call=foot_words(book, DOUBLE[4]))
    short = "FOOT-4" if options.short_foot == "closes" else "FOOT-3"
    yield _paragraph("doubles", options.short_foot, f"{short} FOOT-5")


def _drawing(options: Options) -> Iterator[Paragraph]:
    if not may_draw(options):
        if options.reserve:
            yield _paragraph("drawing", "reserve", "TURN-5", n=options.reserve)
        yield _paragraph("drawing", "none", "TURN-7")
        return
    suffix = "-hold-back" if options.may_hold_back else ""
    yield _paragraph("drawing", options.draw + suffix, "TURN-5 TURN-6")
    yield _paragraph("drawing", options.drawn_tile, "TURN-6")
    if options.reserve:
        yield _paragraph("drawing", "reserve", "TURN-5", n=options.reserve)
    yield _paragraph("drawing", "pass-kept" if options.drawn_tile == "may-play" else "pass", "TURN-7")


def _last(options: Options) -> Iterator[Paragraph]:
    rule = options.last_tile_call
    if rule == "none":
        yield _paragraph("last", "none", "LAST-2")
        return
    yield _paragraph("last", "call", "LAST-1")
    yield _paragraph("last", rule, {"courtesy": "LAST-2", "catch": "LAST-3", "automatic": "LAST-4"}[rule])
    if rule != "courtesy":
        yield _paragraph("last", "again", "LAST-5")
        if options.call_again:
            yield _paragraph("last", "call-again", "LAST-7")
        if options.take_back:
            yield _paragraph("last", "stands", "LAST-6")


def _end(options: Options) -> Iterator[Paragraph]:
    yield _paragraph("end", "out", "END-1")
    yield _paragraph("end", options.blocked_when, "END-2")
    yield _paragraph("end", "blocked", "END-4")


def _score(options: Options) -> Iterator[Paragraph]:
    if options.blank_half:
        yield _paragraph(
            "score",
            "blanks",
            "END-3",
            n=options.blank_half,
            both=2 * options.blank_half,
            one=5 + options.blank_half,
        )
    elif options.double_blank:
        yield _paragraph("score", "double-blank", "END-3", n=options.double_blank)
    else:
        yield _paragraph("score", "pips", "END-3")
    if options.out_bonus_on_double:
        yield _paragraph("score", "bonus", "END-5", n=options.out_bonus_on_double)


def _match(options: Options) -> Iterator[Paragraph]:
    all_rounds = options.round_count == options.set + 1
    yield _paragraph("match", "rounds" if all_rounds else "short", "MATCH-3", n=options.round_count)
    yield _paragraph("match", "total", "MATCH-1")
    yield _paragraph("match", options.ties, "MATCH-2")


# --- the rules as the page gets them


def written_rules(options: Options, preset: str | None) -> RulesText:
    """The written rules. For the changes that have an effect, see `house_rules`.

    Without a rule-book (`preset` None) there are no house rules.
    """
    book_words = (
        None
        if preset is None
        else {_words(paragraph) for paragraph in paragraphs(resolve(preset, {}, options.players), preset)}
    )
    all_paragraphs = paragraphs(options, preset)
    return {
        "preset": preset,
        "house": [_change(code, value) for code, value in house_rules(options, preset).items()],
        "sections": [
            {
                "title": message(f"rules.{section}.title"),
                "paragraphs": [
                    _paragraph_data(paragraph, book_words)
                    for paragraph in all_paragraphs
                    if paragraph.section == section
                ],
            }
            for section in SECTIONS
        ],
    }


def _words(paragraph: Paragraph) -> str:
    """The key and values of a paragraph as one text. Equal texts mean equal words."""
    return repr(paragraph.text)


def _paragraph_data(paragraph: Paragraph, book_words: set[str] | None) -> RulesParagraph:
    """A paragraph as the page gets it.

    `book_words` has the words of the rule-book's own paragraphs; None without a rule-book.
    """
    return {
        "text": paragraph.text,
        "clauses": list(paragraph.clauses),
        "picture": paragraph.picture() if paragraph.picture else "",
        "house": book_words is not None and _words(paragraph) not in book_words,
    }


def house_rules(options: Options, preset: str | None) -> dict[str, Value]:
    """The options that differ from the rule-book and have an effect: their values by code. Empty without a rule-book.

    A change has an effect if undoing it alone changes the written rules, or makes the options contradictory.
    """
    if preset is None:
        return {}
    own_values = resolve(preset, {}, options.players).declared()
    words = [_words(paragraph) for paragraph in paragraphs(options)]
    changed: dict[str, Value] = {}
    for code, value in differences(options, preset).items():
        try:
            without_change = paragraphs(assemble({**options.declared(), code: own_values[code]}))
        except OptionError:
            changed[code] = value
            continue
        if [_words(paragraph) for paragraph in without_change] != words:
            changed[code] = value
    return changed


@lru_cache(8)  # each summary of a table asks
def idle_options(options: Options) -> tuple[str, ...]:
    """The codes of the options without effect beside the others: no other value would change the written rules.

    Options that take any number of a range always have one.
    """
    words = [_words(paragraph) for paragraph in paragraphs(options)]
    found = []
    for option in DECLARED:
        others = [value for value in option.values if value != getattr(options, option.code)]
        if not option.numbers and all(_says(options, option.code, value, words) for value in others):
            found.append(option.code)
    return tuple(found)


def _says(options: Options, code: str, value: Value, words: list[str]) -> bool:
    """Whether the written rules have these words if one option has another value."""
    try:
        changed = paragraphs(assemble({**options.declared(), code: value}))
    except OptionError:
        return False
    return [_words(paragraph) for paragraph in changed] == words


def _change(code: str, value: Value) -> Message:
    """Describe a changed option: its label and its value."""
    shown: object = value
    if isinstance(value, bool):
        shown = message(f"option.{written(value)}")
    elif isinstance(value, str):
        shown = message(f"option.{code}.{value}")
    return message("rules.change", label=message(f"option.{code}.label"), value=shown)


# --- the rule that explains a refused move

# The clauses that explain each refusal, by the refusal's key without `reason.`. The page opens the first clause that
# the written rules state. A refusal without a clause does not come from a rule of the game.
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
    "nothing-to-redo": (),
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
    """The code of the clause that explains a refusal with the text key `reason`; None if no rule explains it."""
    stated = {clause for paragraph in paragraphs(options) for clause in paragraph.clauses}
    wanted = CLAUSES_OF.get(reason.removeprefix("reason."), ())
    return next((clause for clause in wanted if clause in stated), None)
