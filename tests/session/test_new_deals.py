"""A device's first match begins with an ordinary round; later matches have any deal."""

from game.engine.starting.new_deals import deal_match
from game.rules.match import Match
from game.rules.options.presets import resolve
from game.store.match_store import MATCH, MatchStore
from game.store.storage_backend import MemoryBackend
from tests.session.asked import AskedDesk
from tests.session.desks import at_desk, finished, started

OPTIONS = resolve("montgomery", {"hand_size": 7}, 2)  # three of four deals have the double in the yard


def searched(match: Match) -> bool:
    """Whether tiles were drawn to find the centre's double."""
    return any(event.why == "start" for event in match.round.events)


def test_nobody_has_to_search_in_a_first_match() -> None:
    store = MatchStore(MemoryBackend())
    deals = [deal_match(store, OPTIONS) for _ in range(20)]
    assert not any(map(searched, deals))
    assert len({match.seed for match in deals}) == 20


def test_later_matches_have_any_deal() -> None:
    async def test(desk: AskedDesk) -> None:
        await started(desk)
        assert desk.store.matches()
        assert any(searched(deal_match(desk.store, OPTIONS)) for _ in range(40))

    async def after_a_finished_match(desk: AskedDesk) -> None:
        await finished(desk, await started(desk, rounds=1))
        for head in desk.store.matches():
            desk.store.remove(MATCH + head.label.id)
        assert not desk.store.matches()
        assert any(searched(deal_match(desk.store, OPTIONS)) for _ in range(40))

    at_desk(test)
    at_desk(after_a_finished_match)
