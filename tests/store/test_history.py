"""Every match that ends goes into the history: with what is shown, once, and not when another page has gone on with it."""

import asyncio
import random
from typing import Any

import pytest

from game.engine.desk import Desk
from game.engine.memory.finishing import remember_earlier
from game.ledger.summary import read_summary, record_in
from game.records.replay import read_record
from game.rules.errors import Refusal
from game.store.entries import SUMMARY
from game.store.keeper import Changes, Memory
from game.store.shelf import MATCH
from tests.session.conftest import bots_step, persons_step
from tests.session.test_desk import desk_at, on_to_me, started
from tests.store.test_library import at_store, over


def history(keeper: Memory) -> dict[str, Any]:
    """The summaries that are kept, by id."""
    prefix = SUMMARY.prefix
    return {
        key.removeprefix(prefix): read_summary(text)
        for key, text in keeper.kept.items()
        if key.startswith(prefix)
    }


async def finished(desk: Desk, seed: str) -> dict[str, Any]:
    """A match of one short round, played to its end."""
    scene = await started(desk, seed, rounds=1, set=6, hand_size=5)
    while scene["phase"] == "playing":
        scene = await on_to_me(desk, await desk.act(code=scene["moves"][0]))
    return scene


def test_a_match_that_ends_goes_into_the_history_in_the_same_transaction() -> None:
    class Counting(Memory):
        async def write(self, changes: Changes, guards: Any = ()) -> None:
            await super().write(changes, guards)
            ended = [
                key.removeprefix(MATCH)
                for key, text in self.kept.items()
                if key.startswith(MATCH) and '"match-over"' in text
            ]
            assert set(ended) <= set(history(self))

    async def test(keeper: Memory) -> None:
        desk = desk_at(keeper)
        scene = await finished(desk, "ended")
        (made,) = history(keeper).values()
        assert desk.label is not None and desk.session is not None
        assert (made.id, made.when) == (desk.label.id, desk.label.when)
        assert list(made.totals) == [seat["total"] for seat in scene["seats"]]
        assert read_record(record_in(made)).match == desk.session.match
        assert made.parts[0].loss is None
        while (await desk.review_match() or {})["line"] is None:
            pass
        (known,) = history(keeper).values()
        cost = sum(review.cost for review in desk.session.reviews.values())
        assert known.parts[0].loss == pytest.approx(cost) and known.when == made.when
        await desk.leave()
        again = desk_at(keeper)
        await again.resume()  # shown once more, it comes in no second time
        assert list(history(keeper).values()) == [known] and MATCH + made.id in keeper.kept
        await started(again, "next")
        assert list(history(keeper).values()) == [known] and MATCH + made.id not in keeper.kept

    asyncio.run(test(Counting()))


def test_what_another_page_has_gone_on_with_leaves_no_history() -> None:
    async def test(keeper: Memory) -> None:
        one, two = desk_at(keeper), desk_at(keeper)
        scene = await started(one, "twice", rounds=1, set=6, hand_size=5)
        await two.resume()
        await two._changed()
        while one.session is not None and one.session.phase == "playing":
            if one.session.due():
                bots_step(one.session)
            else:
                persons_step(one.session, random.Random(1))
        with pytest.raises(Refusal):
            await one._changed()
        assert history(keeper) == {} and scene["phase"] == "playing"

    at_store(test)


def test_matches_that_were_over_before_there_was_a_history_come_into_it() -> None:
    async def test(keeper: Memory) -> None:
        desk = desk_at(keeper)
        await finished(desk, "before")
        (made,) = history(keeper).values()
        for id in history(keeper):
            del keeper.kept[SUMMARY.prefix + id]
        over(keeper, 1)  # only its head says that it is over
        again = desk_at(keeper)
        await again.boot()
        remember_earlier(again.shelf)
        await again.shelf.flush()
        assert history(keeper) == {made.id: made}

    at_store(test)
