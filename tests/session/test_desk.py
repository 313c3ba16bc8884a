"""The desk's verbs as the page calls them: JSON in and out, refusals as data, outdated searches dropped."""

import ast
import asyncio
import functools
import inspect
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from game.contract import engine_verbs
from game.engine.laboratory import lab_verbs
from game.engine.verbs import as_json_verb, verbs
from game.narration.answers import ANSWERS
from game.players import levels
from game.players.coach.review import review
from game.players.search.flat_monte_carlo import Budget
from game.records.reading import read_record
from game.rules.errors import IllegalMove, LinkError, OptionError, RecordError, Refusal
from game.rules.options.declared import BY_CODE, DECLARED
from game.rules.options.presets import PRESETS
from game.rules.tiles import NAME
from game.session import slices as slicing
from game.store.match_store import MatchStore
from game.store.storage_backend import MemoryBackend
from tests.session.asked import AskedDesk
from tests.session.desks import SEATS, at_desk, desk_at, on_to_me, started
from tests.session.matches import NAMES, words

OVERLOADED = {"keep", "rules"}  # verbs with two forms
ROOT = Path(__file__).resolve().parent.parent.parent


def test_a_whole_match_through_the_verbs() -> None:
    async def test(desk: AskedDesk) -> None:
        scene = await started(desk, rounds=2)
        while scene["phase"] != "match-over":
            if scene["phase"] == "round-over":
                scene = await desk.next_round(aspect=1.5)
            else:
                scene = await desk.act(code=scene["moves"][0])
            scene = await on_to_me(desk, scene)
        assert sorted(scene["sheet"]["places"])[0] == 1
        assert read_record(await desk.record()).match.over
        with pytest.raises(Refusal):
            await desk.next_round(aspect=1.5)

    at_desk(test)


def test_another_desk_resumes_a_saved_match() -> None:
    async def test(desk: AskedDesk) -> None:
        scene = await started(desk)
        await desk.act(code=scene["moves"][0])
        await asyncio.sleep(0)
        another = AskedDesk(MatchStore(desk.store.backend))
        assert (await another.boot())["saved"]
        resumed, shown = await another.resume(), await desk.resume()
        assert resumed is not None and shown is not None
        for key in ("hand", "seats", "yard", "patch", "prompt", "turn", "moves"):
            assert resumed[key] == shown[key]

    at_desk(test)


def test_leaving_stores_the_match_and_stops_the_bots() -> None:
    async def test(desk: AskedDesk) -> None:
        scene = await started(desk)
        await desk.act(code=scene["moves"][0])
        await asyncio.sleep(0)
        await desk.leave()
        assert await desk.next_event() is None
        assert await desk.resume() is not None

    at_desk(test)


def test_an_undo_makes_a_search_stale(monkeypatch: pytest.MonkeyPatch) -> None:
    slices = 0
    think = levels.think

    def slowly(*given):  # type: ignore[no-untyped-def]
        nonlocal slices
        for _ in range(50):
            slices += 1
            yield None
        return (yield from think(*given))

    async def test(desk: AskedDesk) -> None:
        scene = await started(desk)
        monkeypatch.setattr(levels, "think", slowly)
        monkeypatch.setattr(slicing, "SLICE", 0)
        scene = await desk.act(code=scene["moves"][0])
        assert scene["next"]
        waiting = asyncio.ensure_future(desk.next_event())
        while not slices:
            await asyncio.sleep(0)
        back = await desk.undo()
        assert not back["next"]
        assert await waiting is None
        assert slices < 10
        assert desk.match.session is not None and desk.match.session.my_turn

    at_desk(test)


def test_the_engine_answers_while_a_bot_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    def forever(*given):  # type: ignore[no-untyped-def]
        while True:
            yield None

    async def test(desk: AskedDesk) -> None:
        scene = await started(desk)
        monkeypatch.setattr(levels, "think", forever)
        await desk.act(code=scene["moves"][0])
        waiting = asyncio.ensure_future(desk.next_event())
        await asyncio.sleep(0)
        assert words(*await desk.tell("turn")).endswith("’s turn.")
        await desk.leave()
        assert await waiting is None

    at_desk(test)


def test_a_tap_names_a_place_for_each_number_and_a_drag_every_end() -> None:
    async def test(desk: AskedDesk) -> None:
        scene = await started(desk)
        while not any(tile["fits"] for tile in scene["hand"]):
            scene = await on_to_me(desk, await desk.act(code=scene["moves"][0]))
        tile = next(tile["tile"] for tile in scene["hand"] if tile["fits"])
        places = (await desk.tap(tile=tile))["places"]
        ends = (await desk.drag(tile=tile))["places"]
        assert {place["move"] for place in places} <= {end["move"] for end in ends}
        assert {end["move"] for end in ends} == {code for code in scene["moves"] if code.startswith(tile)}
        assert f'data-ghost="{places[0]["move"]}"'.replace(">", "&gt;") in places[0]["markup"]
        if len(places) == 1:
            assert "scene" in await desk.tap(tile=tile, at_once=True)

    at_desk(test)


def test_a_tile_that_fits_nowhere_is_refused_with_the_reason() -> None:
    async def test(desk: AskedDesk) -> None:
        scene = await started(desk)
        tile = next(tile["tile"] for tile in scene["hand"] if not tile["fits"])
        for verb in (desk.tap, desk.drag, desk.typed):
            with pytest.raises(IllegalMove) as refused:
                await verb(tile=tile)
            assert words([refused.value.key, refused.value.values])

    at_desk(test)


def test_typed_plays_may_name_the_end_the_number_or_nothing() -> None:
    async def test(desk: AskedDesk) -> None:
        scene = await started(desk)
        code = next(code for code in scene["moves"] if ">" in code)
        tile, on = code.split(">")
        for given in ({"tile": tile, "on": on}, {"tile": tile, "on": on.split("-")[0]}, {"tile": tile}):
            played = await desk.typed(**given)
            assert played["steps"][0]["tile"] == tile
            await desk.undo()
        for wrong in ({"tile": tile, "on": "12"}, {"tile": "99-1"}, {"tile": ""}, {"tile": tile, "on": "9-"}):
            with pytest.raises(Refusal) as refused:
                await desk.typed(**wrong)
            assert words([refused.value.key, refused.value.values])
            if wrong.get("on") == "12":
                assert (refused.value.key, refused.value.values) == ("reason.no-such-end", wrong)

    at_desk(test)


@pytest.mark.parametrize(
    "code", ["#c1140hen0Ca0fI", "#c23eGrtcZ-a3AjFG5Y02dOlD9", "#h1short", "#r1", "#p1abc"]
)
def test_a_code_from_before_1_0_is_refused_by_every_verb(code: str) -> None:
    async def test(desk: AskedDesk) -> None:
        asked = [desk.open_link(code), desk.take_link(code, NAMES[:4], 1.0)]
        asked += [desk.challenge_sent(code)] if code.startswith("#c") else []
        asked += [desk.open_house(code), desk.keep_house(code)] if code.startswith("#h") else []
        for each in asked:
            with pytest.raises(LinkError) as refused:
                await each
            assert refused.value.key == "error.link.before-release"

    at_desk(test)


def test_contradictory_options_are_refused_and_change_nothing() -> None:
    async def test(desk: AskedDesk) -> None:
        await started(desk)
        before = desk.match.session
        with pytest.raises(OptionError):
            await desk.start(seats=SEATS, aspect=1, preset="montgomery", changes={"hand_size": 30})
        with pytest.raises(OptionError):
            await desk.check(preset="montgomery", changes={"arms": 8, "set": 6}, players=2)
        assert desk.match.session is before
        summary = await desk.check(preset="hastings", changes={}, players=4)
        assert (summary["hand"], summary["set"], summary["rounds"]) == (10, 9, 10)

    at_desk(test)


def test_a_hint_comes_in_sentences() -> None:
    async def test(desk: AskedDesk) -> None:
        scene = await started(desk)
        told = await desk.hint()
        assert told is not None
        assert told["move"] in scene["moves"]
        for message in told["said"]:
            assert "{" not in words(message)

    at_desk(test)


def test_a_finished_round_is_reviewed(monkeypatch: pytest.MonkeyPatch) -> None:
    quick = functools.partial(review, budget=Budget(worlds=3))
    monkeypatch.setattr("game.session.undo_history.review", quick)

    async def test(desk: AskedDesk) -> None:
        scene = await started(desk, rounds=1)
        with pytest.raises(Refusal):
            await desk.review()
        while scene["phase"] == "playing":
            scene = await on_to_me(desk, await desk.act(code=scene["moves"][-1]))
        told = await desk.review()
        assert told is not None
        for message in (told["line"], *(choice["said"] for choice in told["choices"])):
            assert "{" not in words(message)

    at_desk(test)


def test_the_review_of_a_match_ends_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []

    def quick(decisions: Any, *given: Any) -> Any:
        seen.append(len(decisions))
        return review(decisions, *given[:3], budget=Budget(worlds=2))

    monkeypatch.setattr("game.session.undo_history.review", quick)
    monkeypatch.setattr("game.engine.match.coaching.MOST_CHOICES", 1)

    async def test(desk: AskedDesk) -> None:
        scene = await started(desk, set=9, rounds=2, hand_size=5)
        session = desk.match.session
        assert session
        with pytest.raises(Refusal):
            await desk.review_match()
        chosen = []
        while scene["phase"] != "match-over":
            chosen.append(0)
            while scene["phase"] == "playing":
                chosen[-1] += len(session.view.choices) > 1
                scene = await on_to_me(desk, await desk.act(code=scene["moves"][-1]))
            if scene["phase"] == "round-over":
                scene = await on_to_me(desk, await desk.next_round(aspect=1))
        assert await desk.review_match() == {
            "done": 1,
            "of": 2,
            "line": None,
            "best": None,
            "choices": [],
        }
        told = await desk.review_match()
        assert told is not None and (told["done"], told["of"]) == (2, 2)
        assert "{" not in words(told["line"])
        mistakes = [
            (verdict.points, number, verdict.events)
            for (number, _), found in session.reviews.items()
            for verdict in found.mistakes
        ]
        costs = [choice["cost"] for choice in told["choices"]]
        assert costs[0] == max(cost for cost, *_ in mistakes)
        assert len(mistakes) > 1 and sum(costs) == sum(cost for cost, *_ in mistakes)
        costliest, smaller = told["choices"]
        assert (costliest["cost"], costliest["number"], costliest["at"]) in mistakes and "at" not in smaller
        for choice in told["choices"]:
            assert "{" not in words(choice["said"])
        key, values = told["line"][1].get("choices", told["line"])  # with or without a line of luck
        made = sum(found.made for found in session.reviews.values())
        good = {"good": made - len(mistakes), "n": made}
        assert (key, values) in (("review.choices.good", good), ("review.choices.bad", {}))
        assert await desk.review_match() == told
        assert seen == chosen

    at_desk(test)


def test_a_record_is_opened_and_a_bad_one_changes_nothing() -> None:
    async def test(desk: AskedDesk) -> None:
        scene = await started(desk)
        await on_to_me(desk, await desk.act(code=scene["moves"][0]))
        record, before = await desk.record(), desk.match.session
        assert before
        told = json.loads(record)
        told["rounds"][0]["events"][0]["seat"] ^= 1
        bots = json.loads(record)
        bots["seats"][0]["kind"] = "bot"
        strange = json.loads(record)
        strange["seats"][1]["level"] = "owl"
        for bad in ("no json", "{}", json.dumps(told), json.dumps(bots), json.dumps(strange)):
            with pytest.raises(RecordError) as refused:
                await desk.open_record(text=bad, aspect=0.7)
            assert "{" not in words([refused.value.key, refused.value.values])
            assert desk.match.session is before
        other = desk_at(MemoryBackend())
        again = await other.open_record(text=record, aspect=0.7)
        assert again["patch"]["clear"] and len(again["patch"]["add"]) == len(before.view.laid)
        assert await other.record() == record
        while again["phase"] == "playing":
            again = await on_to_me(other, await other.act(code=again["moves"][0]))

    at_desk(test)


def test_every_verb_answers_in_json_and_never_raises() -> None:
    async def test(desk: AskedDesk) -> None:
        asked = verbs(desk)
        assert "menu" in json.loads(await asked["boot"]("{}"))["ok"]
        refused = json.loads(await asked["act"]('{"code": "9-9"}'))["refused"]
        assert words([refused["key"], refused["values"]])
        assert "Traceback" in json.loads(await asked["act"]("{}"))["failed"]
        assert "Traceback" in json.loads(await asked["act"]("no json"))["failed"]

    at_desk(test)


def declared_verbs(group: type) -> dict[str, Callable[..., object]]:
    """The verbs that a class of the contract and the classes under it declare, by name."""
    return {
        name: verb
        for part in group.__mro__
        for name, verb in vars(part).items()
        if inspect.iscoroutinefunction(verb) or name in OVERLOADED
    }


def arguments(verb: Callable[..., object]) -> list[tuple[str, object]]:
    """The names and the defaults of a verb's arguments."""
    parameters = inspect.signature(verb).parameters.values()
    return [(each.name, each.default) for each in parameters if each.name != "self"]


def test_the_desk_has_the_verbs_of_the_contract() -> None:
    """mypy checks their types; here are their names, and that each is found by its name."""
    desk = desk_at(MemoryBackend())
    declared = declared_verbs(engine_verbs.Verbs)
    assert set(desk.verbs) == set(declared)
    verbs = {**desk.verbs, **desk.guests.make().by_name, **desk.post.make().by_name}  # these come late
    assert set(desk.guests.by_name) == set(desk.guests.make().by_name)
    assert set(desk.post.by_name) == set(desk.post.make().by_name)
    for name in declared.keys() - OVERLOADED:
        assert arguments(verbs[name]) == arguments(declared[name]), name
    in_laboratory = declared_verbs(engine_verbs.LaboratoryVerbs)
    assert {name: arguments(verb) for name, verb in lab_verbs.VERBS.items()} == {
        name: arguments(verb) for name, verb in in_laboratory.items()
    }


def test_the_page_asks_every_verb_and_no_other() -> None:
    """The page or its script for connections calls each verb."""
    texts = {
        node.value
        for path in (ROOT / "game/page").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant)
    }
    texts |= set(re.findall(r'"([a-z_]+)"', (ROOT / "assets/peers.js").read_text()))
    assert set(desk_at(MemoryBackend()).verbs) <= texts


def test_a_fault_in_our_code_is_reported_in_full() -> None:
    async def broken() -> None:
        raise ZeroDivisionError("ours")

    answer = json.loads(asyncio.run(as_json_verb(broken)("{}")))
    assert "ZeroDivisionError: ours" in answer["failed"]


def test_the_rules_are_written_for_wanted_options_and_for_a_table() -> None:
    async def test(desk: AskedDesk) -> None:
        asked = await desk.rules(preset="hastings", changes={}, players=4)
        assert (asked["preset"], asked["values"]["arms"]) == ("hastings", 4)
        assert asked["sections"][0]["paragraphs"][0]["clauses"] == ["MATCH-1"]
        await started(desk, last_tile_call="none")
        here = await desk.rules()
        assert [words(change) for change in here["house"]] == ["Calling the last tile (no call)"]
        assert await desk.why("reason.foot-first") == "FOOT-1"


def keyed_by_data(value: Any, where: str = "") -> list[str]:
    """The paths of dicts whose keys are options, tiles, levels or layers: the page would walk them in any order."""
    wrong: list[str] = []
    if isinstance(value, list | tuple):
        for number, inner in enumerate(value):
            wrong += keyed_by_data(inner, f"{where}[{number}]")
    elif isinstance(value, dict):
        data = {*BY_CODE, *NAME, *PRESETS, *levels.LEVELS, "glow", "slots", "marks", "webs", "shadows"}
        if (
            value and value.keys() <= data and not where.endswith(".changes")
        ):  # the page only sends these back
            wrong.append(where)
        for name, inner in value.items():
            wrong += keyed_by_data(inner, f"{where}.{name}")
    return wrong


def test_order_in_messages_to_the_page_is_in_lists() -> None:
    """Dicts have no order in the page's interpreter."""
    assert keyed_by_data({"values": {"arms": 6}}) == [".values"]

    async def test(desk: AskedDesk) -> None:
        sent = [await desk.boot(), await desk.check(preset="montgomery", changes={}, players=4)]
        scene = await started(desk, rounds=1)
        sent += [scene, await desk.rules(), await desk.open_link(code=(await desk.share())["code"])]
        while scene["phase"] == "playing":
            play = next((code for code in scene["moves"] if ">" in code), None)
            if play:
                tile = play.split(">")[0]
                sent += [await desk.tap(tile=tile), await desk.drag(tile=tile), await desk.hint()]
            sent += [await desk.tell(what=what) for what in ANSWERS]
            scene = await on_to_me(desk, await desk.act(code=scene["moves"][0]))
            sent.append(scene)
        sent += [await desk.review(), await desk.review_match(), await desk.leave()]
        for answer in sent:
            assert keyed_by_data(answer) == []
        rules = next(answer for answer in sent if isinstance(answer, dict) and "preset" in answer)
        assert [code for code, _ in rules["values"]] == [option.code for option in DECLARED]

    at_desk(test)


def test_a_lesson_takes_the_table_and_the_match_stays_stored() -> None:
    async def test(desk: AskedDesk) -> None:
        await started(desk)
        before = desk.match.session
        assert before is not None
        await desk.act(sorted(made for made in (await desk.resume())["moves"])[0])
        events = len(before.view.events)
        scene = await desk.lesson(1, ["You", "Hattie", "Otis"], 0.7, preset="hastings", changes={}, players=4)
        assert (scene["phase"], scene["lesson"]["step"], scene["lesson"]["done"]) == ("lesson", 1, False)
        assert words(scene["lesson"]["text"])
        scene = await desk.act("9-4>9-9")
        assert scene["lesson"]["done"]
        assert not scene["next"]
        await asyncio.sleep(0)
        scene = await desk.lesson(3, ["You", "Hattie", "Otis"], 0.7, preset="hastings", changes={}, players=4)
        with pytest.raises(Refusal):
            await desk.act("4-1>9-4")
        await desk.act("8-8>9-8")
        scene = await on_to_me(desk, scene)
        assert [event["do"] for event in scene["steps"]] == ["play"]
        back = await desk.resume()
        assert back is not None
        assert back["phase"] == "playing"
        assert desk.match.session is not None
        assert len(desk.match.session.view.events) >= events
        with pytest.raises(Refusal):
            await desk.lesson(9, ["You", "Hattie", "Otis"], 0.7, preset=None, changes={}, players=4)

    at_desk(test)


def test_an_armed_call_is_stored() -> None:
    async def test(desk: AskedDesk) -> None:
        scene = await started(desk, last_tile_call="catch")
        while scene["can"]["call"] != "arm":
            if scene["phase"] != "playing":
                scene = await desk.next_round(aspect=1)
            plays = [code for code in scene["moves"] if ">" in code]
            scene = await on_to_me(desk, await desk.act(code=(plays or scene["moves"])[0]))
        assert (await desk.arm(armed=True))["can"]["call"] == "armed"
        again = desk_at(desk.store.backend)
        await again.boot()
        assert (await again.resume() or {})["can"]["call"] == "armed"
        assert (await again.arm(armed=False))["can"]["call"] == "arm"

    at_desk(test)


def test_the_page_has_the_record_only_as_a_file() -> None:
    """A record contains hidden tiles: the page gets the address of a file, and no verb returns the text."""

    async def test(desk: AskedDesk) -> None:
        files: list[str] = []

        def make_download(text: str) -> str:
            files.append(text)
            return "an address"

        desk = AskedDesk(MatchStore(MemoryBackend()), make_download=make_download)
        assert "record" not in desk.verbs
        await started(desk, "hidden")
        assert await desk.save_file() == "an address"
        assert '"seed":"hidden"' in files[0]

    at_desk(test)


def test_only_a_deal_that_was_played_here_is_a_second_try() -> None:
    async def test(desk: AskedDesk) -> None:
        for seed, again in (("one", False), ("two", False), ("one", True)):
            assert (await started(desk, seed))["again"] is again

    at_desk(test)


def test_a_replay_lays_each_round_as_it_lay() -> None:
    """The board view may have another shape in each round, because the hand takes less or more of it."""

    async def test(desk: AskedDesk) -> None:
        scene = await started(desk, set=6, rounds=2, hand_size=7)
        session = desk.match.session
        assert session
        lay = []
        for shape in (3.0, 0.4):
            while scene["phase"] == "playing":
                scene = await on_to_me(desk, await desk.act(code=scene["moves"][-1]))
            lay.append(dict(session.board.layout.poses))
            if scene["phase"] == "round-over":
                scene = await on_to_me(desk, await desk.next_round(aspect=shape))
        for number, poses in enumerate(lay, 1):
            await desk.replay_here(number, 999, aspect=1)
            assert desk.replays._require_replay().board.layout.poses == poses

    at_desk(test)
