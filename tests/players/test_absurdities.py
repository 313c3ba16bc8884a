"""The command that counts absurd moves."""

from collections import Counter

from game.rules.options.presets import resolve
from tools.strength import absurdities


def test_absurd_moves_are_counted_by_decision_and_by_round() -> None:
    options, counts = resolve("montgomery"), Counter[str]()
    for number in range(6):
        absurdities.count_round(options, "random", f"absurd-{number}", counts)
    assert counts["rounds"] == 6 and 0 < counts["idle"] < counts["fitting"]
    assert counts["could"] >= counts["put off"] > 0
    assert counts["stays"] <= counts["last"]
    beginner = Counter[str]()
    absurdities.count_round(options, "pullet", "absurd-1", beginner)
    assert beginner["fitting"] and not beginner["idle"] + beginner["stays"]


def test_one_seat_among_others_counts_alone() -> None:
    options, counts, whole = resolve("montgomery"), Counter[str](), Counter[str]()
    for number in range(8):
        absurdities.count_round(
            options, "random", f"absurd-{number}", counts, "hen", number % options.players
        )
        absurdities.count_round(options, "random", f"absurd-{number}", whole)
    assert 0 < counts["had"] < whole["had"]
    assert 0 < counts["fitting"] < whole["fitting"]
    assert counts["held"] <= counts["had"] and counts["doubles"] < whole["doubles"]
    careful = Counter[str]()
    absurdities.count_round(options, "hen", "absurd-1", careful, "random", 2)
    assert careful["fitting"] and not careful["idle"]


def test_what_a_rule_book_cannot_show_has_no_figure() -> None:
    counts = Counter(rounds=4, doubles=6, had=2, held=1, could=2, fitting=10, idle=1, last=1)
    shown = {
        book: [absurdities.shown(counts, heading, resolve(book)) for heading in absurdities.FIGURES]
        for book in ("montgomery", "chickie")
    }
    assert shown == {
        "montgomery": ["50.0 %", "0.0 %", "1.50", "10.0 %", "0.0 %"],
        "chickie": ["–", "–", "1.50", "–", "–"],
    }
