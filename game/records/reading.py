"""Read a record and verify it: deal every round again, and check every event by the rules."""

from collections.abc import Iterator

from game.records import fields
from game.records.commitment import LONGEST_NONCE, Commitment, is_commitment_to
from game.records.fields import Entry, Json
from game.records.record import FORMAT, Record, Seat, deal_data, end_data, event_data, result_data
from game.rules.errors import IllegalMove, OptionError, RecordError
from game.rules.match import Match, with_round
from game.rules.moves import Do, Move
from game.rules.options.declared import BY_CODE, EARLIER_VALUES, Options, assemble
from game.rules.options.presets import PRESETS
from game.rules.round.deal import Deal, deal_round, dealer_of, find_centre
from game.rules.round.round_state import Round
from game.rules.round.turn import begin_round, play_recorded, settled
from game.rules.tiles import DOUBLE, NAME

LONGEST_SEED = 1_000  # characters
PLAIN_ACTIONS: dict[str, Do] = {"draw": "draw", "pass": "pass", "call": "call", "take-back": "take-back"}
MOST_EVENTS = 5_000  # in one round; ten seats with a double-18 set need a few hundred


class EarlierLaw(RecordError):
    """The fault of a round that follows the rules of an older version, which wrote it.

    Such a round breaks a clause, so `violations` reports it. `read_record` accepts it, and an unfinished one can be
    continued.
    """


class ContinuedBlockedRound(EarlierLaw):
    """A round that continued although a penalty had blocked it (END-2), see `play_recorded`."""


class LowerDrawnDouble(EarlierLaw):
    """A round that began with a lower double than the highest drawn one (START-3), see `find_centre`."""


def read_record(written: str) -> Record:
    """Read a record. Raises RecordError for its first fault that is not of an EarlierLaw."""
    record, problems = _read(written)
    for problem in problems:
        if not isinstance(problem, EarlierLaw):
            raise problem
    return record


def violations(written: str) -> list[RecordError]:
    """The faults of a record, of each round only the first, because later ones may follow from it."""
    try:
        return list(_read(written)[1])
    except RecordError as problem:
        return [problem]


def _read(written: str) -> tuple[Record, list[RecordError]]:
    """Read a record without its faulty rounds, and list the faults.

    The list has the faults of rounds and results, and a commitment that does not fit the seed. Raises RecordError if the
    text is no record, or if another field is invalid.
    """
    data = fields.read_document(written, FORMAT)
    record = _header(data)
    match, problems = record.match, list[RecordError]()
    for index, entry in enumerate(fields.items(data, "rounds", match.options.round_count), 1):
        try:
            state, blocking_event, lower_double = _replay_round(match, index, entry)
            match = _with_round(match, state)
            if lower_double:
                problems.append(LowerDrawnDouble("error.record.lower-double", {"round": index}))
            if blocking_event:
                key = "error.record.played-on"
                problems.append(ContinuedBlockedRound(key, {"round": index, "event": blocking_event}))
        except RecordError as problem:
            problems.append(_problem_of_round(index, problem))
    if all(isinstance(problem, EarlierLaw) for problem in problems):
        problems += _wrong_results(data, match)
    if record.commitment is not None and not is_commitment_to(record.commitment, match.seed):
        problems.append(RecordError("error.record.commitment"))
    return record._replace(match=match), problems


def _header(data: Entry) -> Record:
    """Read everything except the rounds and results."""
    preset = None if data.get("preset") is None else fields.text(data, "preset", 30)
    if preset is not None and preset not in PRESETS:
        raise fields.invalid("preset")
    seats = tuple(_seat(fields.entry(entry, "seats")) for entry in fields.items(data, "seats", 10))
    seed = fields.text(data, "seed", LONGEST_SEED)
    return Record(Match(_options(data, len(seats)), seed, (), None), preset, seats, _commitment(data))


def _commitment(data: Entry) -> Commitment | None:
    """Read the commitment to the seed, if the record has one."""
    if data.get("commitment") is None:
        return None
    entry = fields.entry(data["commitment"], "commitment")
    return Commitment(fields.text(entry, "hash", 64), fields.text(entry, "nonce", LONGEST_NONCE))


def _seat(entry: Entry) -> Seat:
    kind = fields.text(entry, "kind", 10)
    if kind not in ("human", "bot"):
        raise fields.invalid("kind")
    level = None if entry.get("level") is None else fields.text(entry, "level", 30)
    return Seat(fields.text(entry, "name", 100), kind, level)


def _options(data: Entry, seats: int) -> Options:
    """Read the options.

    An option that is newer than the record gets the value of the earlier behaviour (docs/contracts.md).

    `seats` is the number of seats in the record, which must agree with the options.
    """
    entry: Entry = {"players": seats, **EARLIER_VALUES, **fields.entry(data.get("options"), "options")}
    for code in BY_CODE:
        if code not in entry:
            raise fields.invalid(code)
    try:
        options = assemble({code: entry[code] for code in BY_CODE})
    except OptionError as problem:
        raise RecordError("error.record.options") from problem
    if options.players != seats:
        raise RecordError("error.record.seats", {"found": seats, "players": options.players})
    return options


def _with_round(match: Match, state: Round) -> Match:
    """Add a round to the match. Only the last round may be unfinished."""
    if match.current is not None:
        raise RecordError("error.record.unfinished")
    return with_round(match, state)


def _problem_of_round(index: int, problem: RecordError) -> RecordError:
    """The same error with the number of its round."""
    key = problem.key.replace("error.record.field", "error.record.round-field")
    named = RecordError(key, {"round": index, **problem.values})
    named.__cause__ = problem.__cause__
    return named


def _replay_round(match: Match, index: int, entry: Json) -> tuple[Round, int, bool]:
    """Replay round `index` (from 1) and check every event. Raises RecordError for the first fault.

    Returns the round, the number (from 1) of the event that blocked it if the record continues after that event, else
    0, and whether it began with a LowerDrawnDouble.
    """
    entry = fields.entry(entry, "rounds")
    events = fields.items(entry, "events", MOST_EVENTS)
    over = entry.get("end") is not None
    deal, lower_double = _deal(match, index, entry)
    state, blocking_event = begin_round(match.options, deal), 0
    for number, event in enumerate(events, 1):
        # after a move, the rules add some events, such as a skip: these are in `state` already
        if number > len(state.events):
            state = _play_event(state, number, event, len(events), over)
            # by the rules the round ends here, but `play_recorded` left it going, because the record continues it
            if not blocking_event and settled(state) is not state:
                blocking_event = len(state.events)
        if not fields.contains_all(event, event_data(state.events[number - 1])):
            raise RecordError("error.record.by-itself", {"event": number})  # the rules made another event
    if len(state.events) > len(events):
        raise RecordError("error.record.missing", {"event": len(events) + 1})
    if not _same_end(entry.get("end"), state):
        raise RecordError("error.record.end")
    return state, blocking_event, lower_double


def _deal(match: Match, index: int, entry: Entry) -> tuple[Deal, bool]:
    """The round's deal, from the seed, or from the entry if the seed is empty (a deal that was made by hand).

    Also returns whether the round began with a LowerDrawnDouble.
    """
    seats = match.options.players
    hands = tuple(fields.mask(hand, "hands") for hand in fields.items(entry, "hands", seats))
    deal, lower_double = _dealt(match, index, entry, hands, early=False), False
    if entry.get("centre") != NAME[deal.centre]:
        early = _dealt(match, index, entry, hands, early=True)
        deal, lower_double = early, early.centre != deal.centre
    for field, expected in deal_data(deal).items():
        if not fields.same_json(entry.get(field), expected):
            raise RecordError("error.record.deal", {"field": field})
    if hands != deal.hands:
        raise RecordError("error.record.deal", {"field": "hands"})
    return deal, lower_double


def _dealt(match: Match, index: int, entry: Entry, hands: tuple[int, ...], early: bool) -> Deal:
    """The round's deal by the present law, or by that of early versions, see `find_centre`."""
    if match.seed:
        return deal_round(match.options, match.seed, index, early)
    return _manual_deal(match.options, index, entry, hands, early)


def _manual_deal(options: Options, index: int, entry: Entry, hands: tuple[int, ...], early: bool) -> Deal:
    """Read the deal of a match without a seed, which was made by hand. `early`: see `find_centre`.

    Raises RecordError if the options do not allow it.
    """
    own_centre = DOUBLE[options.centres[index - 1]]
    dealer = dealer_of(index, options.players)
    yard = tuple(fields.tile(name, "yard") for name in fields.items(entry, "yard"))
    on_table = 1 << own_centre if options.centre_from == "table" else 0
    all_masks = [*hands, on_table, *(1 << tile for tile in yard)]
    sizes = {hand.bit_count() for hand in hands}
    # both are the mask of the whole set only if each tile occurs once
    if sum(all_masks) != options.tiles or _union(all_masks) != options.tiles:
        raise RecordError("error.record.hands")
    if len(hands) != options.players or sizes != {options.hand}:
        raise RecordError("error.record.hands")
    if on_table:
        first = fields.number(entry, "first_seat", options.players)
        return Deal(index, own_centre, own_centre, dealer, first, hands, yard)
    start = find_centre(options, own_centre, dealer, hands, yard, early)
    if start is None:
        raise RecordError("error.record.no-centre")
    return Deal(index, own_centre, start.centre, dealer, start.seat, hands, yard, start.draws)


def _union(masks: list[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union


def _play_event(state: Round, number: int, entry: Json, event_count: int, over: bool) -> Round:
    """Play event `number` (from 1) of a round with `event_count` events. Raises RecordError if it is illegal.

    `over` says whether the record ends the round. From `event_count` and `over`, `play_recorded` tells whether the record
    continues the round after this event.
    """
    if state.end is not None:
        raise RecordError("error.record.after-end", {"event": number})
    if isinstance(entry, dict) and entry.get("do") == "skip":
        raise RecordError("error.record.by-itself", {"event": number})  # only the rules make a skip
    try:
        move = _move_of_event(fields.entry(entry, "events"))
    except RecordError:
        raise RecordError("error.record.event-field", {"event": number}) from None
    try:
        return play_recorded(state, move, event_count, over)
    except IllegalMove as problem:
        raise RecordError("error.record.illegal", {"event": number, "seat": move.seat}) from problem


def _move_of_event(entry: Entry) -> Move:
    """Read the move of an event. Raises RecordError."""
    seat, do = fields.number(entry, "seat", 10), fields.text(entry, "do", 10)
    if do == "play":
        on = -1 if entry.get("on") is None else fields.tile(entry["on"], "on")
        return Move(seat, "play", fields.tile(entry.get("tile"), "tile"), on)
    if do == "catch":
        return Move(seat, "catch", target=fields.number(entry, "target", 10))
    if do not in PLAIN_ACTIONS:
        raise fields.invalid("do")
    return Move(seat, PLAIN_ACTIONS[do])


def _same_end(entry: Json, state: Round) -> bool:
    """Whether the entry "end" of a record agrees with the round. The tiles of a hand may be in any order."""
    if state.end is None or not isinstance(entry, dict):
        return state.end is None and entry is None
    hands = tuple(fields.mask(hand, "hands") for hand in fields.items(entry, "hands", 10))
    expected = end_data(state.end)
    del expected["hands"]
    return hands == state.end.hands and fields.contains_all(entry, expected)


def _wrong_results(data: Entry, match: Match) -> Iterator[RecordError]:
    """Yield an error for each result in the record that differs from the replayed match."""
    for field, expected in result_data(match).items():
        if not fields.same_json(data.get(field), expected):
            yield RecordError("error.record.results", {"field": field})
