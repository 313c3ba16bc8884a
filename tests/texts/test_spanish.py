"""Spanish: a round's messages are sentences with plurals and without English. (test_catalogue tests that no key is missing.)"""

import random
import re

import pytest

from game.engine.scene import SentState, scene
from game.narration import messages
from game.narration.localization.language import load, read_locale
from tests.session.conftest import played, table

SPANISH = load("es")


@pytest.mark.parametrize("preset", ["montgomery", "hastings", "nathan"])
def test_a_round_in_spanish(preset: str) -> None:
    session, shown, said = table(preset=preset, rounds=1), SentState(), set[str]()

    def look() -> None:
        made = scene(session, shown)
        names = [seat.name for seat in session.seats]
        told = [*made["said"], *made["prompt"], *([made["foot"]] if made["foot"] else [])]
        told += [
            answer(session.view, names)
            for answer in (messages.last_move, messages.my_hand, messages.open_ends)
        ]
        said.update(SPANISH.words(message) for message in told)

    played(session, look, random.Random(1), 1)
    assert len(said) > 40
    for sentence in said:
        assert not re.search(r"[{}]|None", sentence), sentence
        assert not re.search(r"\b(the|plays|draws|passes|your|tile|tiles|arm|arms|toe|toes)\b", sentence), (
            sentence
        )


def test_numbers_and_plurals() -> None:
    assert SPANISH.words(["count.tiles", {"n": 1}]) == "1 ficha"
    assert SPANISH.words(["count.tiles", {"n": 2}]) == "2 fichas"
    assert SPANISH.words(["count.points", {"n": 1234}]) == "1.234 puntos"


def test_the_words_of_spanish_dominoes_are_used() -> None:
    texts = read_locale("es")
    for key, word in (
        ("tile", "Ficha"),
        ("double", "Doble"),
        ("yard", "Pozo"),
        ("pass", "Paso"),
        ("round", "Mano"),
    ):
        assert texts[f"glossary.{key}.word"] == word
    other_words = r"\b(rondas?|consejero|boneyard|cementerio)\b"  # synonyms that the texts do not use
    assert [key for key, text in texts.items() if re.search(other_words, text, re.I)] == []
