"""`daily`: prints the daily deal of a date (UTC)."""

import json

from game.commands.common import Parser, complain, sentence
from game.commands.link import seat_data
from game.records.daily_deal import FIRST_PRESET, daily_deal
from game.records.fields import Entry, tile_names
from game.records.record import deal_data
from game.rules.errors import Refusal
from game.rules.match import start_match


def run(argv: list[str]) -> int:
    """Run the command; see docs/contracts.md, section 1."""
    parser = Parser(prog="daily", description=__doc__)
    parser.add_argument("date", metavar="DATE", help="for example 2026-11-22")
    parser.add_argument("--preset", default=FIRST_PRESET, metavar="RULE-BOOK")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args(argv)
    try:
        data = day_data(arguments.date, arguments.preset)
    except Refusal as problem:
        return complain(sentence(problem))
    if arguments.json:
        print(json.dumps(data, ensure_ascii=False))
        return 0
    for key, value in data.items():
        print(f"{key:10} {value if isinstance(value, str | int) else json.dumps(value)}")
    return 0


def day_data(date: str, preset: str = FIRST_PRESET) -> Entry:
    """The daily deal of a date as plain data, with its first round as dealt.

    Raises Refusal for a text that is no date, and for an unknown rule-book.
    """
    day = daily_deal(date, preset)
    deal = start_match(day.options, day.seed).round.deal
    return {
        "date": day.date,
        "preset": day.preset,
        "options": {**day.options.declared()},
        "seats": [seat_data(seat) for seat in day.seats],
        "seed": day.seed,
        "hands": [tile_names(hand) for hand in deal.hands],
        **deal_data(deal),
    }
