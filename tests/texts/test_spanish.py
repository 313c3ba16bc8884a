"""Spanish: a round's messages are sentences with plurals and without English. (test_catalogue tests that no key is missing.)"""

import random
import re

import pytest

from game.contract.basics import Message
from game.narration.answers import ANSWERS
from game.narration.localization.language import load, read_locale
from game.narration.messages import message
from game.session.viewers.sent_state import SentState
from tests.session.matches import played, scene, table

SPANISH = load("es")


@pytest.mark.parametrize("preset", ["montgomery", "hastings", "nathan"])
def test_a_round_in_spanish(preset: str) -> None:
    session, shown, said = table(preset=preset, rounds=1), SentState(), set[str]()

    def look() -> None:
        made = scene(session, shown)
        names = [seat.name for seat in session.seats]
        told = [*made["said"], *made["prompt"], *([made["foot"]] if made["foot"] else [])]
        for answer in ANSWERS.values():
            told += answer(session.view, names)
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
    foot = {"tile": "8-8", "suit": ["suit.8", {}], "suits": ["suits.8", {}]}
    assert SPANISH.words(["prompt.foot-first", {"n": 1, **foot}]) == "Al 8-8 le falta un\u00a0ocho"
    assert SPANISH.words(["prompt.foot-first", {"n": 2, **foot}]) == "Al 8-8 le faltan 2\u00a0ochos"
    assert SPANISH.words(["tell.ends", {"ends": [_end(1, 5), _end(2, 8)]}]) == (
        "Puntas abiertas: un cinco y 2 ochos."
    )


def _end(n: int, suit: int) -> Message:
    return message("tell.end", n=n, suit=message(f"suit.{suit}"), suits=message(f"suits.{suit}"))


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


TABLE = r"(ask|blocked|card|coach|hint|lesson|level|preset|prompt|reason|review|rules|say|tell)\."


def test_a_tile_fits_by_one_word_and_nought_is_written_as_on_the_table() -> None:
    """Nobody in Spain says that a tile “entra”: it “encaja”, and a person “puede poner” it."""
    texts = {key: text for key, text in read_locale("es").items() if re.match(TABLE, key)}
    other_words = r"\b(entran?|entre|blanc[oa]s?|antes que nada)\b"
    assert [key for key, text in texts.items() if re.search(other_words, text, re.I)] == []


def test_an_hour_has_no_article() -> None:
    """In winter the day of the deal ends at 1:00 in Spain: “a la 1:00”, but “a las 2:00” in summer."""
    texts = read_locale("es")
    assert [key for key, text in texts.items() if re.search(r"\blas? {time}", text)] == []


def test_midnight_can_stand_for_an_hour() -> None:
    """Nobody says “Hora del próximo reparto: medianoche”."""
    texts = read_locale("es")
    assert [
        key for key, text in texts.items() if "{time}" in text and re.search(r"\bhora\b", text, re.I)
    ] == []


def test_a_place_does_not_begin_a_sentence() -> None:
    """“En primer lugar” would read as “firstly”."""
    assert [key for key, text in read_locale("es").items() if text.startswith("En {place}")] == []
