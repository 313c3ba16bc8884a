"""The glossary: every marked term has an entry, every entry is marked in some text, and each term has one entry."""

import json
from pathlib import Path

from game.narration.localization.terms import TERMS, split_terms, without_marks

ROOT = Path(__file__).resolve().parents[2]
TEXTS: dict[str, str] = json.loads((ROOT / "assets/locales/en.json").read_text())
SENTENCES_AT_MOST = 2  # people read an entry in the middle of a game


def marked() -> set[str]:
    return {code for text in TEXTS.values() for _, code in split_terms(text) if code}


def test_every_marked_term_exists_and_every_entry_is_used() -> None:
    assert marked() == set(TERMS)


def test_every_term_has_one_entry_and_there_are_no_others() -> None:
    words = {key for key in TEXTS if key.startswith("glossary.")}
    assert words == {f"glossary.{term}.{part}" for term in TERMS for part in ("word", "text")}
    assert len(set(TERMS)) == len(TERMS)
    assert len({TEXTS[f"glossary.{term}.word"].lower() for term in TERMS}) == len(TERMS)


def test_an_entry_is_short() -> None:
    for term in TERMS:
        text = without_marks(TEXTS[f"glossary.{term}.text"])
        assert text.count(". ") < SENTENCES_AT_MOST
        assert len(text) <= 140
