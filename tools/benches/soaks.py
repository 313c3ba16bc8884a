"""Soaks: long runs that look for faults which a short test cannot show. Each fails if it finds one."""

import contextlib
import io
import itertools
import random
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import process_time

from playwright.sync_api import Page

from game.commands import simulate, verify
from game.commands.common import sentence
from game.records.links.any_link import read_any_code
from game.records.links.replay_link import LinkedMatch, read_replay, write_replay
from game.records.text.code_finder import ALPHABET
from game.rules.errors import LinkError
from game.rules.options.presets import PRESETS, resolve, seat_counts
from tests.records.links import replay_of, resealed, samples
from tests.records.texts import damaged
from tests.records.texts import played as played_match
from tests.rules.rounds import penalised_round, random_options, stuck_on_turn
from tests.session.same import same as is_same
from tools.benches.clicks import WATCH_CLICKS, memory, placing_times
from tools.benches.harness import Failed, Figures, Run, bench, percentiles
from tools.common import drive
from tools.common.deal_link import deal_link

WARM = 5  # first matches that are not compared, because they fill caches
SAMPLE = 10  # matches in each of the two groups that are compared
RELOAD, UNDO = 5, 7  # reload after so many matches, undo after so many turns
GROWTH = 0.05  # the largest share by which the renderer's memory may grow
CODE_SECONDS = 0.05  # the most processor time for reading one code


@bench
def soak(run: Run) -> Figures:
    """200 matches in one tab, at most two hours: errors, memory, delays of clicks.

    Each match has three rounds without the opponents' pauses, and comes from a link. The rule-books and numbers of seats
    alternate. The bench undoes every seventh turn and reloads the page after every fifth match. The SAMPLE matches after the
    first WARM are compared with the last SAMPLE, which repeat their links; one match has few clicks, so the clicks of both
    halves of the run are compared too. Fails after an error, a warning, a request to another origin, or memory growth of 5 %.
    """
    page = run.page()
    problems = drive.watch(page, run.address)
    session = page.context.new_cdp_session(page)
    drive.open_menu(page, run.address)
    page.evaluate(WATCH_CLICKS)
    measured: list[Figures] = []
    for number, link in enumerate(planned_links(run.deadline(120), run.count(200)), 1):
        page.evaluate(f"location.hash = {link!r}")
        page.locator("[data-action=accept-link]").click()
        page.locator(f"{drive.QUIET}[data-phase=playing]").wait_for()
        play_match(page)
        times = placing_times(page)
        measured.append(memory(session) | percentiles("click", times if len(times) > 1 else [0.0, 0.0]))
        print(
            f"{number:4} " + "  ".join(f"{name} {value:g}" for name, value in measured[-1].items()),
            flush=True,
        )
        if problems:
            raise Failed("\n".join(problems))
        if number % RELOAD == 0:
            page.reload()
            page.locator("body[data-start=ready]").wait_for()
            drive.phase(page)
            page.evaluate(WATCH_CLICKS)
        else:
            page.evaluate("placingTimes.length = 0")
    if len(measured) < WARM + 2 * SAMPLE:
        raise Failed("too few matches to compare")
    return compared(measured)


def planned_links(deadline: float, matches: int) -> Iterator[str]:
    """Yield the links of `matches` matches, or fewer after the deadline. The last SAMPLE links repeat those after the first WARM."""

    def links() -> Iterator[str]:
        for number in itertools.count():
            for preset in PRESETS:
                for seats in seat_counts(preset):
                    yield deal_link(f"soak-{number}", preset, seats, rounds=3)

    for number, link in enumerate(links(), 1):
        if number > matches - SAMPLE or time.monotonic() > deadline:
            break
        yield link
    yield from itertools.islice(links(), WARM, WARM + SAMPLE)


def play_match(page: Page) -> None:
    """Play until the match is over. Undo every UNDO-th turn. The first press in a match only asks whether to undo."""
    presses = 2
    for turn in itertools.count(1):
        phase = drive.phase(page)
        if phase == "round-over":
            drive.go_on(page)
        elif phase != "playing":
            return
        else:
            drive.take_turn(page)
            if turn % UNDO == 0 and drive.phase(page) == "playing":
                for _ in range(presses):
                    page.locator("body").press("u")
                presses = 1


def compared(measured: list[Figures]) -> Figures:
    """Return the medians of both samples, and the change of the clicks in percent with its 95 % interval. Raises Failed after growth."""
    found: Figures = {"soak_matches": len(measured)}
    for name in measured[0]:
        for when, matches in (("first", measured[WARM : WARM + SAMPLE]), ("last", measured[-SAMPLE:])):
            found[f"soak_{name}_{when}"] = statistics.median(match[name] for match in matches)
    clicks = [match["click_p95_ms"] for match in measured[WARM:-SAMPLE]]
    halves = clicks[: len(clicks) // 2], clicks[len(clicks) // 2 :]

    def change(first: list[float], second: list[float]) -> float:
        return 100 * (statistics.median(second) / statistics.median(first) - 1)

    # The interval is a bootstrap: random samples of both halves, always with the same seed.
    draw = random.Random(1).choices
    resampled = (change(*(draw(half, k=len(half)) for half in halves)) for _ in range(4000))
    cuts = statistics.quantiles(resampled, n=40)  # the first and the last are at 2.5 % and 97.5 %
    found |= {
        "soak_clicks_percent": change(*halves),
        "soak_clicks_percent_from": cuts[0],
        "soak_clicks_percent_to": cuts[-1],
    }
    if found["soak_renderer_mb_last"] > found["soak_renderer_mb_first"] * (1 + GROWTH):
        raise Failed(f"the memory has grown: {found}")
    return found


@bench
def same(run: Run) -> Figures:
    """1,000 challenges, each twice with the same choices: the opponents must answer with equal moves.

    A challenge has a random rule-book, set and number of seats, and opponents of random levels and styles. The second time the
    table is narrow, and the session is saved and restored after every 7 moves.
    """
    counts = Counter[str]()
    different = [number for number in range(run.count(1_000)) if not is_same(number, counts)]
    if different:
        raise Failed(f"challenges with a difference: {different[:9]}")
    return {f"same_{name.replace(' ', '_')}": value for name, value in counts.items()}


@bench
def codes(run: Run) -> Figures:
    """1,000 random matches as replay links and back, then 100 times as many bad codes.

    Bad codes are damaged, cut off, random, or changed with a valid checksum. Each must raise LinkError, which has one sentence
    for the player, within 50 ms of processor time; any other exception ends the bench.
    """
    matches = run.count(1_000)
    lengths, chance = [], random.Random(1)
    for number in range(matches):
        replay = random_replay(number, chance)
        code = write_replay(replay)
        if read_replay(code) != replay or write_replay(read_replay(code)) != code:
            raise Failed(f"a replay comes back otherwise: {code}")
        lengths.append(len(code))
    chance, slowest = random.Random(2), 0.0
    good = [code for _ in range(6) for code in samples(chance)]
    outcomes = Counter[str]()
    for number in range(100 * matches):
        code = bad_code(chance.choice(good), number % 4, chance)
        start = process_time()
        try:
            read_any_code(code)
            outcomes["still a valid code"] += 1
        except LinkError as refusal:
            outcomes[sentence(refusal)] += 1
        slowest = max(slowest, process_time() - start)
        if slowest > CODE_SECONDS:
            raise Failed(f"to read a code took {1000 * slowest:.0f} ms: {code}")
    for outcome, times in outcomes.most_common():
        print(f"{times:8} {outcome}")
    return {
        "codes_matches": matches,
        "codes_signs_p50": statistics.median(lengths),
        "codes_signs_max": max(lengths),
        "codes_bad": outcomes.total(),
        "codes_slowest_ms": round(1000 * slowest, 1),
    }


def random_replay(number: int, chance: random.Random) -> LinkedMatch:
    """Return a match of random moves, by one preset after the other or by random options."""
    presets = [None, *PRESETS]
    preset = presets[number % len(presets)]
    if number % 2:
        options = resolve(preset, {}, chance.choice(seat_counts(preset)))
    else:
        preset, options = random_options(chance, (6, 9, 12, 15))
    options = resolve(preset, {**options.declared(), "rounds": chance.randint(1, min(3, options.set + 1))})
    match = played_match(options, f"soak-{number}", chance, chance.choice([0, 0, 0.005]))
    return replay_of(match, preset, number % 3)


def bad_code(code: str, kind: int, chance: random.Random) -> str:
    """Return a bad code of kind 0 (damaged), 1 (cut off), 2 (random characters) or 3 (changed, valid checksum)."""
    if kind == 0:
        return damaged(code, chance)
    if kind == 1:
        return code[: chance.randrange(len(code))]
    if kind == 2:
        return chance.choice(["#c1", "#c4", "#r2", "#p2", "#h2", ""]) + "".join(
            chance.choices(ALPHABET, k=chance.randint(0, 300))
        )
    return resealed(code, chance)


@bench
def matches(run: Run) -> Figures:
    """Twenty matches between bots by every rule-book with every number of seats, and a check of every record."""
    played = 0
    for preset in PRESETS:
        for seats in seat_counts(preset):
            output = io.StringIO()
            with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(output):
                table = ["--preset", preset, "--players", str(seats), "--seats", "hen,chick"]
                code = simulate.run([*table, "--matches", str(run.count(20)), "--out", folder])
                code = code or verify.run([str(path) for path in sorted(Path(folder).iterdir())])
            if code:
                raise Failed(output.getvalue())
            played += run.count(20)
    return {"matches_played": played}


@bench
def stuck(run: Run) -> Figures:
    """10,000 rounds of random moves with penalties and `one-stuck`: no stuck seat may be on turn (END-2)."""
    counts = Counter[str]()
    for number in range(run.count(10_000)):
        _, states = penalised_round(f"soak {number}")
        for state in states:
            counts["states"] += 1
            if stuck_on_turn(state):
                raise Failed(f"round {number}: a stuck seat is on turn")
        counts["blocked"] += state.end is not None and state.end.kind == "blocked"
        counts["penalty_tiles"] += sum(event.why == "penalty" for event in state.events)
    return {f"stuck_{name}": value for name, value in counts.items()}
