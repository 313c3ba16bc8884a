"""The deal of a new match."""

import secrets

from game.records import fields
from game.records.reading import LONGEST_SEED
from game.rules.match import Match, start_match
from game.rules.options.declared import Options
from game.store.entries import SUMMARY
from game.store.match_store import MatchStore

TRIES = 50  # with two seats and seven tiles of double-9 a quarter of the deals has the double in a hand


def deal_match(store: MatchStore, options: Options, seed: str | None = None) -> Match:
    """Start a match, without `seed` with a random one. Raises RecordError for a seed that a record cannot hold.

    The first match of a device begins with an ordinary round. If nobody holds the double, all draw until somebody does
    (START-2): then a newcomer would have to find their way with fourteen tiles and an empty yard. That says nothing
    about the other tiles, and later matches have any deal.
    """
    if seed:
        return start_match(options, fields.text({"seed": seed}, "seed", LONGEST_SEED))
    match = _random_match(options)
    for _ in range(TRIES if _is_new(store) else 0):
        if not any(event.why == "start" for event in match.round.events):
            break
        match = _random_match(options)
    return match


def _random_match(options: Options) -> Match:
    return start_match(options, secrets.token_hex(5))


def _is_new(store: MatchStore) -> bool:
    """Whether the device has no match, neither saved nor finished."""
    return not store.matches() and not any(key.startswith(SUMMARY.prefix) for key in store.all_entries())
