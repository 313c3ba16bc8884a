"""Every finished match enters the history once, with the numbers that were shown, unless another page has continued it."""

import asyncio
import json
import random
from types import SimpleNamespace
from typing import Any

import pytest

from game.engine.history.finished import store_missing_summaries, store_summary
from game.ledger.summary import read_summary, unpack_record, write_summary
from game.records.reading import read_record
from game.rules.errors import Refusal
from game.session.saving import save, session_head
from game.session.stored_entries import entry_content
from game.store.entries import QUARANTINE_PREFIX, SUMMARY
from game.store.match_store import MATCH, MatchStore
from game.store.storage_backend import Changes, MemoryBackend
from tests.session.desks import desk_at, started
from tests.session.matches import bots_step, persons_step, played, table
from tests.store.samples import SAMPLES, finished, history
from tests.store.stores import at_store, over


def test_a_match_that_ends_goes_into_the_history_in_the_same_transaction() -> None:
    class Counting(MemoryBackend):
        async def write(self, changes: Changes, guards: Any = ()) -> None:
            await super().write(changes, guards)
            ended = [
                key.removeprefix(MATCH)
                for key, text in self.entries.items()
                if key.startswith(MATCH) and '"match-over"' in text
            ]
            assert set(ended) <= set(history(self))

    async def test(backend: MemoryBackend) -> None:
        desk = desk_at(backend)
        scene = await finished(desk, "ended")
        (made,) = history(backend).values()
        assert desk.match.label is not None and desk.match.session is not None
        assert (made.id, made.when) == (desk.match.label.id, desk.match.label.when)
        assert list(made.totals) == [seat["total"] for seat in scene["seats"]]
        assert read_record(unpack_record(made)).match == desk.match.session.match
        assert made.seats[0].loss is None
        while (await desk.review_match() or {})["line"] is None:
            pass
        (known,) = history(backend).values()
        cost = sum(review.cost for review in desk.match.session.reviews.values())
        assert known.seats[0].loss == pytest.approx(cost) and known.when == made.when
        again = desk_at(backend)
        await again.resume()  # shown again, it is not added again
        assert list(history(backend).values()) == [known] and MATCH + made.id in backend.entries
        await started(again, "next")
        assert list(history(backend).values()) == [known] and MATCH + made.id not in backend.entries

    asyncio.run(test(Counting()))


def test_a_renamed_match_or_a_second_try_is_the_same_in_a_backup() -> None:
    text = SAMPLES["summary/"][0]
    made = read_summary(text)
    for other in (made._replace(title="Sunday"), made._replace(again=True), made._replace(id="other")):
        assert entry_content("summary/b", write_summary(other)) == entry_content("summary/a", text)


def test_a_finished_match_is_deleted_only_when_its_summary_is_stored() -> None:
    async def test(backend: MemoryBackend) -> None:
        store = MatchStore(backend, clock=lambda: 1)
        await store.open()
        session = table("ended", set=6, rounds=1, hand_size=5, seats=2)
        played(session, lambda: None, random.Random(1), rounds=1)
        label = store.new_label("ended")
        store.put_match(save(session, label), session_head(session, label))
        store.delete_finished(except_id="")
        assert label.id in store.heads  # without a summary
        store_summary(store, session, label)
        store.delete_finished(except_id="")
        assert label.id in store.heads  # the summary is not written yet
        await store.flush()
        store.delete_finished(except_id=label.id)
        assert label.id in store.heads
        store.delete_finished(except_id="")
        assert label.id not in store.heads

    at_store(test)


def test_a_match_that_another_page_continued_is_not_added_to_the_history() -> None:
    async def test(backend: MemoryBackend) -> None:
        one, two = desk_at(backend), desk_at(backend)
        scene = await started(one, "twice", rounds=1, set=6, hand_size=5)
        await two.resume()
        await two.match.commit()
        while one.match.session is not None and one.match.session.phase == "playing":
            if one.match.session.others_must_move():
                bots_step(one.match.session)
            else:
                persons_step(one.match.session, random.Random(1))
        with pytest.raises(Refusal):
            await one.match.commit()
        assert history(backend) == {} and scene["phase"] == "playing"

    at_store(test)


def test_matches_finished_before_there_was_a_history_are_added_to_it() -> None:
    async def test(backend: MemoryBackend) -> None:
        desk = desk_at(backend)
        await finished(desk, "before")
        (made,) = history(backend).values()
        for id in history(backend):
            del backend.entries[SUMMARY.prefix + id]
        over(backend, 1)  # over by its head, not by its record
        again = desk_at(backend)
        await again.boot()
        store_missing_summaries(again.store)
        await again.store.flush()
        assert history(backend) == {made.id: made}

    at_store(test)


def test_a_summary_has_what_only_the_session_and_the_save_know() -> None:
    """A second try, the seats of people at other devices, and the title, which a later review leaves as it is."""

    async def test(backend: MemoryBackend) -> None:
        store = MatchStore(backend, clock=lambda: 1)
        await store.open()
        session = table("ended", set=6, rounds=1, hand_size=5, seats=2)
        played(session, lambda: None, random.Random(1), rounds=1)
        session.again, session.away = True, (0,)
        store_summary(store, session, store.new_label("a")._replace(title="Sunday"))
        made = store.entry(SUMMARY, "a")
        assert made and (made.again, made.away, made.title) == (True, (0,), "Sunday")
        session.reviews[1, 0] = SimpleNamespace(cost=2.5)
        store_summary(store, session, store.new_label("a")._replace(title="Monday"))
        known = store.entry(SUMMARY, "a")
        assert known and (known.title, known.seats[0].loss) == ("Sunday", 2.5)

    at_store(test)


@pytest.mark.parametrize("state", ["in play", "finished", "finished, with a summary"])
def test_only_a_finished_match_without_a_summary_is_read(state: str) -> None:
    async def test(backend: MemoryBackend) -> None:
        over(backend, 1)
        (key,) = [key for key in backend.entries if key.startswith(MATCH)]
        head = json.loads(backend.entries[key].partition("\n")[0])
        phase = "playing" if state == "in play" else "match-over"
        damaged = json.dumps({**head, "phase": phase}) + "\n{"
        backend.entries = {key: damaged}
        if state == "finished, with a summary":
            backend.entries[SUMMARY.prefix + key.removeprefix(MATCH)] = SAMPLES[SUMMARY.prefix][0]
        store = MatchStore(backend, clock=lambda: 1)
        await store.open()
        store_missing_summaries(store)
        await store.flush()
        aside = [name for name, text in backend.entries.items() if name.startswith(QUARANTINE_PREFIX)]
        assert (key in backend.entries, len(aside)) == ((False, 1) if state == "finished" else (True, 0))

    at_store(test)
