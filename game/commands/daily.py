"""`daily`: prints the daily deal of a date (UTC)."""

import json

from game.commands.common import Parser, complain, sentence
from game.commands.link import seat_data
from game.records.daily_deal import daily_deal
from game.records.fields import Entry, tile_names
from game.records.record import deal_data
from game.rules.errors import Refusal
from game.rules.match import start_match


def run(argv: list[str]) -> int:
    """Run the command; see docs/contracts.md, section 1."""
    parser = Parser(prog="daily", description=__doc__)
    parser.add_argument("date", metavar="DATE", help="as 2026-11-22")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(argv)
    try:
        day = day_data(given.date)
    except Refusal as problem:
        return complain(sentence(problem))
    if given.json:
        print(json.dumps(day, ensure_ascii=False))
        return 0
    for key, value in day.items():
        print(f"{key:10} {value if isinstance(value, str | int) else json.dumps(value)}")
    return 0


def day_data(day: str) -> Entry:
    """The daily deal of a date as plain data. Raises Refusal."""
    today = daily_deal(day)
    deal = start_match(today.options, today.seed).round.deal
    return {
        "date": today.date,
        "preset": today.preset,
        "options": {**today.options.declared()},
        "seats": [seat_data(seat) for seat in today.seats],
        "seed": today.seed,
        "hands": [tile_names(hand) for hand in deal.hands],
        **deal_data(deal),
    }
