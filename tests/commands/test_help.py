"""The help of each command names every argument, the values that it takes, and what it does. Defaults stay the same."""

import pytest

from game.__main__ import main
from game.commands.common import Parser

OPTIONS = (
    "--preset PRESET a rule-book; without it, the default options",
    "--option KEY=VALUE change an option; may be repeated",
    "--players PLAYERS number of seats",
)
HELP = {
    "simulate": (
        *OPTIONS,
        "--seats LEVEL,LEVEL,… level of the bot at each seat; the list repeats for more seats",
        "--seed SEED --matches MATCHES number of matches",
        "--out DIR folder for the records",
    ),
    "verify": ("[-h] FILE [FILE ...]",),
    "rules": (
        "--preset PRESET the rule-book to print; without it, print all options",
        "--players PLAYERS number of seats; some values depend on it",
        "[--json]",
    ),
    "arena": (
        *OPTIONS,
        "--hero NAME[:STYLE][@WORLDS] the measured player",
        "--field NAME[:STYLE][@WORLDS] the other players",
        "--deals DEALS number of deals; a benchmark has 1,000",
        "--match the deals are the rounds of whole matches",
        "--benchmark {montgomery,",
        "play the frozen deals of this rule-book, see docs/strength.md",
        "--keep add the player to the benchmark's file",
    ),
    "compare": (
        "[--json | --csv] A B",
        "A a rule-book with options, a record file, or a code #h… B the same",
        "--bots {hen,rooster,fox} the level of the bots",
        "--deals DEALS number of deals at each table",
        "--workers WORKERS number of processes",
        "--repeat R measure the intervals' coverage",
    ),
    "survey": (
        "--preset PRESET the rule-book",
        "--players PLAYERS number of seats",
        "--bots {hen,rooster,fox} the level of the bots",
        "--deals DEALS number of deals to play by each set of rules",
        "--workers WORKERS number of processes",
        "--out FILE the file to write",
        "--go-on keep the values that the file has already",
    ),
    "perft": (
        "--position TEXT a position; default: the first deal by the rule-book montgomery",
        "--depth DEPTH number of moves in a sequence",
    ),
    "link": (
        "[--replay RECORD | --challenge RECORD] [--from NAME] [CODE ...]",
        "CODE a code, or a text that holds one; - reads from standard input, one per line",
        "--json no effect: the output is always JSON",
        "--replay RECORD make a replay from a record file",
        "--challenge RECORD make a challenge from a record file",
        "--from NAME the sender of the challenge, which then also contains the result of the record",
    ),
    "daily": ("[--json] DATE", "DATE for example 2026-11-22"),
}


@pytest.mark.parametrize("name", HELP)
def test_the_help_of_a_command_names_its_arguments(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    with pytest.raises(SystemExit) as stop:
        main([name, "--help"])
    said = " ".join(capsys.readouterr().out.split())
    assert not stop.value.code and said.startswith(f"usage: {name} [-h] ") and f" `{name}`: " in said
    for sentence in HELP[name]:
        assert sentence in said


DEFAULTS = {
    "simulate": {"seats": "hen", "seed": "simulate", "matches": 1},
    "arena": {"seed": "arena", "match": False, "keep": False},
    "compare": {"bots": "hen", "deals": 1000, "seed": "laboratory", "repeat": 0},
    "survey": {"preset": "montgomery", "players": 4, "bots": "hen", "deals": 10_000, "seed": "survey"},
    "layout": {"rounds": 100, "seed": "layout", "seats": "greedy,hen", "fixed": 0.1},
}


@pytest.mark.parametrize("name", DEFAULTS)
def test_a_command_has_the_same_defaults_for_ever(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same arguments give the same digits, and the seed is one of them."""
    made: list[Parser] = []

    def stop(parser: Parser, _: list[str]) -> None:
        made.append(parser)
        raise SystemExit

    monkeypatch.setattr(Parser, "parse_args", stop)
    with pytest.raises(SystemExit):
        main([name])
    assert {code: made[0].get_default(code) for code in DEFAULTS[name]} == DEFAULTS[name]
