"""`link`: prints the content of link codes, or makes a code from a record."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from game.commands.common import Parser, complain, sentence
from game.records.fields import Entry, Json, tile_names
from game.records.links.any_link import ContinuableMatch, DailyDealLink, SentRules, read_any_code
from game.records.links.challenge import Challenge, challenge_of, write_challenge
from game.records.links.puzzle import Puzzle
from game.records.links.replay_link import LinkedMatch, write_replay
from game.records.reading import read_record
from game.records.record import Seat, event_data, record_data
from game.rules.errors import LinkError, Refusal
from game.rules.moves import Move, move_text
from game.rules.tiles import NAME


def run(argv: list[str]) -> int:
    """Run the command; see docs/contracts.md, section 1."""
    parser = Parser(prog="link", description=__doc__)
    parser.add_argument(
        "codes", nargs="*", metavar="CODE", help="- reads codes from standard input, one a line"
    )
    parser.add_argument("--json", action="store_true", help="what is printed is JSON in any case")
    making = parser.add_mutually_exclusive_group()
    making.add_argument("--replay", type=Path, metavar="RECORD")
    making.add_argument("--challenge", type=Path, metavar="RECORD")
    parser.add_argument(
        "--from", dest="sender", metavar="NAME", help="who sends the challenge, with their result"
    )
    given = parser.parse_args(argv)
    record = given.replay or given.challenge
    if bool(record) == bool(given.codes):
        return complain("link: give either codes or a record")
    if given.sender is not None and not given.challenge:
        return complain("link: --from goes with --challenge")
    return (
        _print_code(record, given.challenge is not None, given.sender)
        if record
        else _print_contents(given.codes)
    )


def _print_code(path: Path, challenge: bool, sender: str | None) -> int:
    """Print the code for a record file; return the exit code."""
    try:
        record = read_record(path.read_text(encoding="utf-8", errors="replace"))
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
    """Print a line of JSON for each code; return 1 if one of them is invalid, else 0."""
    bad = 0
    for code in _expand_stdin(codes):
        try:
            data: Entry = code_data(code)
        except LinkError as problem:
            data = {"error": sentence(problem)}
            bad = 1
        print(json.dumps(data, ensure_ascii=False))
    return bad


def _expand_stdin(codes: list[str]) -> Iterator[str]:
    for code in codes:
        if code == "-":
            for line in sys.stdin.buffer:
                yield line.decode("utf-8", "replace").rstrip("\r\n")
        else:
            yield code


def code_data(code: str) -> Entry:
    """The content of a code as plain data. Raises LinkError."""
    content = read_any_code(code)
    version = int(code[2])
    if isinstance(content, Challenge):
        return {"kind": "challenge", "version": version, **_challenge_data(content, version > 3)}
    if isinstance(content, SentRules):
        house = content.rules
        rules: Entry = {"preset": house.preset, "options": {**house.options.declared()}}
        sender: Entry = {"sender": content.sender} if version > 1 else {}
        return {"kind": "house", "version": version, "name": house.name, **sender, **rules}
    if isinstance(content, DailyDealLink):
        return {"kind": "day", "version": version, "date": content.date}
    if isinstance(content, LinkedMatch):
        return {"kind": "replay", "version": version, **_replay_data(content)}
    if isinstance(content, ContinuableMatch):
        return {"kind": "position", "version": version, "goes_on": True, **_replay_data(content.replay)}
    return {"kind": "position", "version": version, "goes_on": False, **_puzzle_data(content)}


def seat_data(seat: Seat) -> Entry:
    """A seat without its name."""
    return {"kind": seat.kind, "level": seat.level, "style": seat.style}


def _challenge_data(challenge: Challenge, tries: bool) -> Entry:
    """A challenge as plain data. `tries`: whether this version of the code marks second tries."""
    results: list[Json] = [
        {
            "name": result.name,
            "total": challenge.total(result),
            "sheet": [[*points] for points in result.sheet],
            "marked": result.marked,
            **({"again": result.again} if tries else {}),
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
    styles: list[Json] = [seat.style for seat in replay.record.seats]
    return {"undone": replay.undone, "styles": styles, "record": record_data(replay.record)}


def _puzzle_data(puzzle: Puzzle) -> Entry:
    """A puzzle as plain data, with the facts that its seat sees."""
    seen = puzzle.view
    events: list[Json] = [
        {"seat": event.seat, "do": "draw", "why": event.why}
        if event.do == "draw" and event.tile < 0
        else event_data(event)
        for event in seen.events
    ]
    return {
        "preset": puzzle.preset,
        "options": {**seen.options.declared()},
        "seats": [{"name": seat.name, **seat_data(seat)} for seat in puzzle.seats],
        "seat": seen.seat,
        "round": seen.number,
        "hand": tile_names(seen.hand),
        "counts": [*seen.counts],
        "yard": seen.yard,
        "laid": [move_text(Move(0, "play", tile, on)) for tile, on in seen.laid],
        "drawn": NAME[seen.drawn] if seen.drawn >= 0 else None,
        "events": events,
        "totals": [*seen.totals],
    }
