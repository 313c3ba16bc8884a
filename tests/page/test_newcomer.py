"""A newcomer who arrives by a link or taps the deal of the day: the words, the course first, the score to beat."""

import pytest

from game.narration.localization.language import read_locale
from game.records.links.challenge import Result
from tests.page.conftest import played
from tests.page.opened_links import challenge
from tests.page.openings import Make


def says_book(text: str) -> bool:
    """Whether a text names the rule-book as a book, and nowhere else names it like a person."""
    plain = text.replace("\u2068", "").replace("\u2069", "")
    return "as in the book “Ted Montgomery”" in plain and plain.count("Ted Montgomery") == 1


@played
async def test_a_card_names_a_rule_book_as_a_book_and_not_like_a_player(make: Make) -> None:
    world = await make(code=challenge(results=(Result("", ((39, 0),)),))).begin()
    assert says_book(world.one("#opened-rules").textContent)
    await world.do("accept-link")
    await world.round()
    await world.do("leave")
    await world.do("daily")
    assert says_book(world.one("#daily-rules").textContent)
    await world.do("close")
    await world.do("history")
    assert says_book(world.texts("#challenge-list .match-about")[0])
    assert says_book(world.texts("#finished .match-about")[0])


@pytest.mark.parametrize(("tag", "own"), [("en", "your"), ("es", "tus")])
def test_the_card_of_the_day_does_not_speak_of_own_rules(tag: str, own: str) -> None:
    assert own not in read_locale(tag)["daily.card-note"].lower().split()
