"""Check a match after its end: every device verifies by itself that nobody chose the deal, and that the record is true."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.devices.seed_exchange import Share, is_revealed, read_shares, seed_commitment, seed_of
from game.records import fields
from game.records.reading import read_record, violations
from game.records.record import Record
from game.rules.errors import Reason, RecordError
from game.rules.tiles import NAME, tiles_in

if TYPE_CHECKING:
    from game.contract.devices.guest_device import Keepsake, Opened, Witness


def problems_of(opened: Opened) -> list[Reason]:
    """The differences between what the host disclosed and what this device knows; empty for a fair match.

    `opened` is the value of the event "opened" of a Guest.
    """
    try:
        shares = read_shares(opened["shares"])
        faults = violations(fields.text(opened, "record", fields.LONGEST))
    except RecordError as problem:
        return [Reason(problem.key, problem.values)]
    if faults:
        return [Reason(fault.key, fault.values) for fault in faults]
    record = read_record(opened["record"])
    if opened["seat"] >= len(record.seats):
        return [Reason("error.record.field", {"field": "seats"})]
    problems = _wrong_shares(shares, opened["mine"])
    if record.match.seed != seed_of(shares) or record.commitment != seed_commitment(shares):
        problems.append(Reason("opened.seed", {}))
    return problems + _wrong_tiles(record, opened["seat"], opened["witness"])


def is_checked(opened: Opened) -> bool:
    """Whether this device can know that nobody chose the deal: it took part in the draw of the seed."""
    return bool(opened["mine"]["shares"])


def _wrong_shares(shares: tuple[Share, ...], mine: Keepsake) -> list[Reason]:
    """What is wrong with the bytes of the devices."""
    problems = [Reason("opened.reveal", {"who": share.who}) for share in shares if not is_revealed(share)]
    by_name = {share.who: share for share in shares}
    known = [(share["who"], share["hash"]) for share in mine["shares"]]
    if known and known != [(share.who, share.hash) for share in shares]:
        problems.append(Reason("opened.commitments", {}))
    if known and (mine["who"] not in by_name or by_name[mine["who"]].bytes != mine["bytes"]):
        problems.append(Reason("opened.left-out", {}))
    return problems


def _wrong_tiles(record: Record, seat: int, witness: Witness) -> list[Reason]:
    """Where the record differs from what the device saw: its dealt hands, and the plays of all seats.

    A device that was away did not see all plays. So its plays must occur in the record in the same order.
    """
    problems = []
    for number, state in enumerate(record.match.rounds, 1):
        seen = witness["hands"].get(str(number))
        if seen is not None and seat >= 0:
            drawn = [
                event.tile
                for event in state.events
                if (event.do, event.why, event.seat) == ("draw", "start", seat)
            ]
            dealt = {NAME[tile] for tile in (*tiles_in(state.deal.hands[seat]), *drawn)}
            if {*seen} != dealt:
                problems.append(Reason("opened.hand", {"round": number}))
        recorded = iter((event.seat, NAME[event.tile]) for event in state.events if event.do == "play")
        plays = [(who, tile) for played_in, who, tile in witness["plays"] if played_in == number]
        if not all(play in recorded for play in plays):
            problems.append(Reason("opened.plays", {"round": number}))
    return problems
