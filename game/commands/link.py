"""`link`: prints the content of link codes, or makes a code from a record."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import assert_never

from game.commands.common import Parser, complain, read_text, sentence
from game.records.fields import Entry, Json, tile_names
from game.records.links.any_link import ContinuableMatch, DailyDealLink, LinkContent, SentRules, read_any_code
from game.records.links.challenge import Challenge, challenge_of, write_challenge
from game.records.links.comparisons.comparison_link import (
    ONE,
    LinkedComparison,
    LinkedTable,
    read_comparison,
)
from game.records.links.puzzle import Puzzle
from game.records.links.replay_link import LinkedMatch, write_replay
from game.records.post.post_link import read_post
from game.records.post.posted_match import PostedMatch
from game.records.reading import read_record
from game.records.record import Record, Seat, event_data, record_data
from game.records.text.code_finder import find_code
from game.rules.errors import LinkError, Refusal
from game.rules.moves import Move, move_text
from game.rules.tiles import NAME

KINDS = "crphdlm"  # of codes; those that connect two devices hold no game
_READERS: dict[str, Callable[[str], LinkContent | LinkedComparison | PostedMatch]] = {
    "#l": read_comparison,
    "#m": read_post,
}


def run(argv: list[str]) -> int:
    """Run the command; see docs/contracts.md, section 1."""
    parser = Parser(prog="link", description=__doc__)
    parser.add_argument(
        "codes",
        nargs="*",
        metavar="CODE",
        help="a code, or a text that holds one; - reads from standard input, one per line",
    )
    parser.add_argument("--json", action="store_true", help="no effect: the output is always JSON")
    making = parser.add_mutually_exclusive_group()
    making.add_argument("--replay", type=Path, metavar="RECORD", help="make a replay from a record file")
    making.add_argument(
        "--challenge", type=Path, metavar="RECORD", help="make a challenge from a record file"
    )
    parser.add_argument(
        "--from",
        dest="sender",
        metavar="NAME",
        help="the sender of the challenge, which then also contains the result of the record",
    )
    arguments = parser.parse_args(argv)
    record = arguments.replay or arguments.challenge
    if bool(record) == bool(arguments.codes):
        return complain("link: give either codes or a record")
    if arguments.sender is not None and not arguments.challenge:
        return complain("link: --from goes with --challenge")
    return (
        _print_code(record, arguments.challenge is not None, arguments.sender)
        if record
        else _print_contents(arguments.codes)
    )


def _print_code(path: Path, challenge: bool, sender: str | None) -> int:
    """Print a challenge code or, if not `challenge`, a replay code, made from a record file. Return the exit code."""
    try:
        record = read_record(read_text(path))
        code = (
            write_challenge(challenge_of(record, sender)) if challenge else write_replay(LinkedMatch(record))
        )
    except OSError as problem:
        return complain(f"{path} cannot be read: {problem.strerror}.")
    except Refusal as problem:
        print(sentence(problem), file=sys.stderr)
        return 1
    print(code)
    return 0


def _print_contents(codes: list[str]) -> int:
    """Print a line of JSON for each code. Return 1 if a code is invalid, else 0."""
    exit_code = 0
    for code in _expand_stdin(codes):
        try:
            data: Entry = code_data(code)
        except LinkError as problem:
            data = {"error": sentence(problem)}
            exit_code = 1
        print(json.dumps(data, ensure_ascii=False))
    return exit_code


def _expand_stdin(codes: list[str]) -> Iterator[str]:
    """Yield the codes. In place of `-`, yield the lines of standard input."""
    for code in codes:
        if code == "-":
            for line in sys.stdin.buffer:
                yield line.decode("utf-8", "replace").rstrip("\r\n")
        else:
            yield code


def code_data(code: str) -> Entry:
    """The content of a link code as plain data. Raises LinkError.

    The code may be a whole link, or stand in a message.
    """
    code = find_code(code, KINDS)
    # read_any_code leaves out comparisons and matches by post, which on the page other verbs read.
    content = _READERS.get(code[:2], read_any_code)(code)
    version = int(code[2])  # a code is #, a letter for the kind, the version, and the content
    if isinstance(content, Challenge):
        return {"kind": "challenge", "version": version, **_challenge_data(content)}
    if isinstance(content, SentRules):
        house = content.rules
        rules: Entry = {"preset": house.preset, "options": {**house.options.declared()}}
        names: Entry = {"name": house.name, "sender": content.sender}
        return {"kind": "house", "version": version, **names, **rules}
    if isinstance(content, DailyDealLink):
        book: Entry = {"preset": content.preset} if version > 1 else {}  # version 1 has no rule-book
        return {"kind": "day", "version": version, "date": content.date, **book}
    if isinstance(content, LinkedMatch):
        return {"kind": "replay", "version": version, **_replay_data(content)}
    if isinstance(content, ContinuableMatch):
        return {"kind": "position", "version": version, "goes_on": True, **_replay_data(content.replay)}
    if isinstance(content, LinkedComparison):
        return {"kind": "comparison", "version": version, **_comparison_data(content)}
    if isinstance(content, PostedMatch):
        return {"kind": "post", "version": version, **_post_data(content)}
    if isinstance(content, Puzzle):
        return {"kind": "position", "version": version, "goes_on": False, **_puzzle_data(content)}
    assert_never(content)


def seat_data(seat: Seat) -> Entry:
    """A seat without its name."""
    return {"kind": seat.kind, "level": seat.level, "style": seat.style}


def _challenge_data(challenge: Challenge) -> Entry:
    """A challenge as plain data. `marks_second_tries`: whether its link code marks the results of second tries."""
    results: list[Json] = [
        {
            "name": result.name,
            "total": challenge.total(result),
            "sheet": [[*points] for points in result.sheet],
            "marked": result.marked,  # played with undo or hints
            "again": result.again,
        }
        for result in challenge.results
    ]
    return {
        "preset": challenge.preset,
        "options": {**challenge.options.declared()},
        "seats": [seat_data(seat) for seat in challenge.seats],
        "seed": challenge.seed,
        "results": results,
    }


def _replay_data(replay: LinkedMatch) -> Entry:
    """A match from a link as plain data."""
    styles: list[Json] = [seat.style for seat in replay.record.seats]
    return {"undone": replay.undone, "styles": styles, "record": record_data(replay.record)}


def _puzzle_data(puzzle: Puzzle) -> Entry:
    """A puzzle as plain data, with the facts that its seat knows."""
    view = puzzle.view
    events: list[Json] = [
        {"seat": event.seat, "do": "draw", "why": event.why}  # another seat's draw: the tile is hidden
        if event.do == "draw" and event.tile < 0
        else event_data(event)
        for event in view.events
    ]
    return {
        "preset": puzzle.preset,
        "options": {**view.options.declared()},
        "seats": [{"name": seat.name, **seat_data(seat)} for seat in puzzle.seats],
        "seat": view.seat,
        "round": view.number,
        "hand": tile_names(view.hand),
        "counts": [*view.counts],
        "yard": view.yard,
        # The text of a move does not name the seat, so any seat will do.
        "laid": [move_text(Move(0, "play", tile, on)) for tile, on in view.laid],
        "drawn": NAME[view.drawn] if view.drawn >= 0 else None,
        "events": events,
        "totals": [*view.totals],
    }


def _post_data(posted: PostedMatch) -> Entry:
    """A match by post as plain data."""
    seats: list[Json] = [{"name": seat.name, **seat_data(seat)} for seat in posted.seats]
    return {
        "preset": posted.preset,
        "options": {**posted.options.declared()},
        "seats": seats,
        "starter": posted.starter,
        "seal": posted.seal,
        "parts": [*posted.parts],
        "holders": [[*holder] for holder in posted.holders],
        "turn": posted.turn,
        "record": None
        if posted.played is None
        else record_data(Record(posted.played, posted.preset, posted.seats)),
    }


def _comparison_data(content: LinkedComparison) -> Entry:
    """A comparison from a link as plain data."""

    def table_data(table: LinkedTable) -> Entry:
        return {"name": table.name, "preset": table.preset, "options": {**table.options.declared()}}

    def values(numbers: Iterable[int]) -> list[Json]:
        return [number / ONE for number in numbers]  # a link has whole numbers, in units of 1/ONE

    return {
        "a": table_data(content.a),
        "b": table_data(content.b),
        "bots": content.level,
        "seed": content.seed,
        "trials": content.trials,
        "deals": content.deals,
        "alike": content.alike,
        "figures": [None if figure is None else values(figure) for figure in content.figures],
        "noted": values(content.noted),
        "lengths": values(content.lengths),
    }
