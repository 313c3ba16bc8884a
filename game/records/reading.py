"""Reading a record back: every deal is dealt again and every event judged again, so what is accepted was legal."""

from collections.abc import Iterator

from game.records import fields
from game.records.commitment import LONGEST_NONCE, Commitment, keeps
from game.records.fields import Entry, Json
from game.records.record import FORMAT, Record, Seat, deal_data, end_data, event_data, result_data
from game.rules.errors import IllegalMove, OptionError, RecordError
from game.rules.match import Match, with_round
from game.rules.moves import Move
from game.rules.options.declared import BEFORE, BY_CODE, Options, assemble
from game.rules.options.presets import PRESETS
from game.rules.round.deal import Deal, deal_round, dealer_of, find_centre
from game.rules.round.round_state import Round
from game.rules.round.turn import begin_round, play_recorded, settled
from game.rules.tiles import DOUBLE

LONGEST_SEED = 1_000  # characters
MOST_EVENTS = 5_000  # of a round; ten seats with a double-18 need a few hundred


class PlayedOn(RecordError):
    """A round that went on though a penalty had left the seat on turn stuck, as `play_recorded` says.

    Older versions wrote such rounds. They break END-2, so `violations` names them; they are read all the same, as they
    were played, and one that is not over goes on from where it stands.
    """


def read_record(written: str) -> Record:
    """The record in a text; raises RecordError with the first thing that is wrong, but for what older versions allowed."""
    record, problems = _read(written)
    for problem in problems:
        if not isinstance(problem, PlayedOn):
            raise problem
    return record


def violations(written: str) -> list[RecordError]:
    """All that is wrong with a record, at most one thing in each round, since what follows hangs on it."""
    try:
        return list(_read(written)[1])
    except RecordError as problem:
        return [problem]


def _read(written: str) -> tuple[Record, list[RecordError]]:
    """The record as far as it holds, and what is wrong with its rounds and results; raises if it has none."""
    data = fields.document(written, FORMAT)
    record = _head(data)
    match, problems = record.match, list[RecordError]()
    for index, entry in enumerate(fields.items(data, "rounds", match.options.round_count), 1):
        try:
            state, late = _replayed(match, index, entry)
            match = _with_round(match, state)
            if late:
                problems.append(PlayedOn("error.record.played-on", {"round": index, "event": late}))
        except RecordError as problem:
            problems.append(_in_round(index, problem))
    if all(isinstance(problem, PlayedOn) for problem in problems):
        problems += _wrong_results(data, match)
    if record.commitment is not None and not keeps(record.commitment, match.seed):
        problems.append(RecordError("error.record.commitment"))
    return record._replace(match=match), problems


def _head(data: Entry) -> Record:
    """Everything but the rounds."""
    preset = None if data.get("preset") is None else fields.text(data, "preset", 30)
    if preset is not None and preset not in PRESETS:
        raise fields.refused("preset")
    seats = tuple(_seat(fields.entry(entry, "seats")) for entry in fields.items(data, "seats", 10))
    seed = fields.text(data, "seed", LONGEST_SEED)
    return Record(Match(_options(data, len(seats)), seed, (), None), preset, seats, _commitment(data))


def _commitment(data: Entry) -> Commitment | None:
    """What was promised before the first tile, where there is something."""
    if data.get("commitment") is None:
        return None
    entry = fields.entry(data["commitment"], "commitment")
    return Commitment(fields.text(entry, "hash", 64), fields.text(entry, "nonce", LONGEST_NONCE))


def _seat(entry: Entry) -> Seat:
    kind = fields.text(entry, "kind", 10)
    if kind not in ("human", "bot"):
        raise fields.refused("kind")
    level = None if entry.get("level") is None else fields.text(entry, "level", 30)
    return Seat(fields.text(entry, "name", 100), kind, level)


def _options(data: Entry, seats: int) -> Options:
    """The options told; those that came later than the record are what they were before (docs/contracts.md)."""
    entry: Entry = {"players": seats, **BEFORE, **fields.entry(data.get("options"), "options")}
    for code in BY_CODE:
        if code not in entry:
            raise fields.refused(code)
    try:
        options = assemble({code: entry[code] for code in BY_CODE})
    except OptionError as problem:
        raise RecordError("error.record.options") from problem
    if options.players != seats:
        raise RecordError("error.record.seats", {"found": seats, "players": options.players})
    return options


def _with_round(match: Match, state: Round) -> Match:
    """The match with one more round; only its last may be unfinished."""
    if match.current is not None:
        raise RecordError("error.record.unfinished")
    return with_round(match, state)


def _in_round(index: int, problem: RecordError) -> RecordError:
    """A problem, said of a round."""
    key = problem.key.replace("error.record.field", "error.record.round-field")
    said = RecordError(key, {"round": index, **problem.values})
    said.__cause__ = problem.__cause__
    return said


def _replayed(match: Match, index: int, entry: Json) -> tuple[Round, int]:
    """Round `index` (from 1) as its entry tells it, every event judged, and the event (from 1, 0 none) after which it should
    have been blocked; raises RecordError."""
    entry = fields.entry(entry, "rounds")
    events = fields.items(entry, "events", MOST_EVENTS)
    over = entry.get("end") is not None
    state, late = begin_round(match.options, _deal(match, index, entry)), 0
    for number, event in enumerate(events, 1):
        if number > len(state.events):
            state = _moved(state, number, event, len(events), over)
            if not late and settled(state) is not state:
                late = len(state.events)
        if not fields.agrees(event, event_data(state.events[number - 1])):
            raise RecordError("error.record.by-itself", {"event": number})
    if len(state.events) > len(events):
        raise RecordError("error.record.missing", {"event": len(events) + 1})
    if not _ends(entry.get("end"), state):
        raise RecordError("error.record.end")
    return state, late


def _deal(match: Match, index: int, entry: Entry) -> Deal:
    """The round's deal: by the seed, or as told where the seed is empty, a deal laid out by hand (ours)."""
    seats = match.options.players
    hands = tuple(fields.mask(hand, "hands") for hand in fields.items(entry, "hands", seats))
    deal = (
        deal_round(match.options, match.seed, index)
        if match.seed
        else _by_hand(match.options, index, entry, hands)
    )
    for field, meant in deal_data(deal).items():
        if not fields.same(entry.get(field), meant):
            raise RecordError("error.record.deal", {"field": field})
    if hands != deal.hands:
        raise RecordError("error.record.deal", {"field": "hands"})
    return deal


def _by_hand(options: Options, index: int, entry: Entry, hands: tuple[int, ...]) -> Deal:
    """A deal that no seed made, if it is one that the options allow."""
    own = DOUBLE[options.centres[index - 1]]
    dealer = dealer_of(index, options.players)
    yard = tuple(fields.tile(name, "yard") for name in fields.items(entry, "yard"))
    on_table = 1 << own if options.centre_from == "table" else 0
    everywhere = [*hands, on_table, *(1 << tile for tile in yard)]
    sizes = {hand.bit_count() for hand in hands}
    if sum(everywhere) != options.tiles or _union(everywhere) != options.tiles:
        raise RecordError("error.record.hands")
    if len(hands) != options.players or sizes != {options.hand}:
        raise RecordError("error.record.hands")
    if on_table:
        first = fields.number(entry, "first_seat", options.players)
        return Deal(index, own, own, dealer, first, hands, yard)
    start = find_centre(options, own, dealer, hands, yard)
    if start is None:
        raise RecordError("error.record.no-centre")
    return Deal(index, own, start.centre, dealer, start.seat, hands, yard, start.draws)


def _union(masks: list[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union


def _moved(state: Round, number: int, entry: Json, events: int, over: bool) -> Round:
    """The round after a move, event `number` (from 1) of so many; `over` tells whether the record ends the round."""
    if state.end is not None:
        raise RecordError("error.record.after-end", {"event": number})
    if isinstance(entry, dict) and entry.get("do") == "skip":
        raise RecordError("error.record.by-itself", {"event": number})
    try:
        move = _move(fields.entry(entry, "events"))
    except RecordError:
        raise RecordError("error.record.event-field", {"event": number}) from None
    try:
        return play_recorded(state, move, events, over)
    except IllegalMove as problem:
        raise RecordError("error.record.illegal", {"event": number, "seat": move.seat}) from problem


def _move(entry: Entry) -> Move:
    """The move that an event tells of."""
    seat, do = fields.number(entry, "seat", 10), fields.text(entry, "do", 10)
    if do == "play":
        on = -1 if entry.get("on") is None else fields.tile(entry["on"], "on")
        return Move(seat, do, fields.tile(entry.get("tile"), "tile"), on)
    if do == "catch":
        return Move(seat, do, target=fields.number(entry, "target", 10))
    if do not in ("draw", "pass", "call", "take-back"):
        raise fields.refused("do")
    return Move(seat, do)


def _ends(entry: Json, state: Round) -> bool:
    """Whether the end told is the round's; the tiles of a hand may come in any order."""
    if state.end is None or not isinstance(entry, dict):
        return state.end is None and entry is None
    hands = tuple(fields.mask(hand, "hands") for hand in fields.items(entry, "hands", 10))
    meant = end_data(state.end)
    del meant["hands"]
    return hands == state.end.hands and fields.agrees(entry, meant)


def _wrong_results(data: Entry, match: Match) -> Iterator[RecordError]:
    for field, meant in result_data(match).items():
        if not fields.same(data.get(field), meant):
            yield RecordError("error.record.results", {"field": field})
