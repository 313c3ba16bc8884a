"""A newcomer who arrives by a link or taps the deal of the day: the words, the course first, the score to beat."""

import pytest

from game.narration.localization.language import load, read_locale
from game.records.links.challenge import Result
from game.store.storage_backend import MemoryBackend
from tests.page.conftest import Page, a_scene, played
from tests.page.opened_links import challenge
from tests.page.openings import Make
from tests.page.shown_scenes import a_sheet


def says_book(text: str) -> bool:
    """Whether a list names the rules as rules, and not like a person."""
    plain = text.replace("\u2068", "").replace("\u2069", "")
    return "Rules “Six arms (double blank 50)”" in plain and "Montgomery" not in plain


def says_rules(text: str) -> bool:
    """Whether a text says what marks the rules, in words that need no knowledge of a rule-book or an arm."""
    plain = text.replace("\u2068", "").replace("\u2069", "")
    return (
        "six tiles go on the centre first, and the double blank costs 50 points" in plain and "“" not in plain
    )


@played
async def test_a_card_says_the_rules_in_plain_words_and_a_list_names_the_book(make: Make) -> None:
    world = await make(code=challenge(results=(Result("", ((39, 0),)),))).begin()
    assert says_rules(world.one("#opened-rules").textContent)
    await world.do("accept-link")
    await world.round()
    await world.do("leave")
    await world.do("daily")
    assert says_rules(world.one("#daily-rules").textContent)
    await world.do("close")
    await world.do("history")
    assert says_book(world.texts("#challenge-list .match-about")[0])
    assert says_book(world.texts("#finished .match-about")[0])


@pytest.mark.parametrize(
    ("tag", "against"),
    [("en", "Against 3 hens and a fox."), ("es", "Contra 3 gallinas y un zorro.")],
)
def test_a_card_counts_the_opponents_in_words(page: Page, tag: str, against: str) -> None:
    words = page("kernel.words")
    words.use(load(tag))
    levels = words.counted_levels(["hen", "fox", "hen", "hen"])
    assert words.say("opened.against", {"levels": levels}) == against


@pytest.mark.parametrize(("tag", "own"), [("en", "your"), ("es", "tus")])
def test_the_card_of_the_day_does_not_speak_of_own_rules(tag: str, own: str) -> None:
    assert own not in read_locale(tag)["daily.card-note"].lower().split()


@played
async def test_a_newcomer_by_a_challenge_may_learn_first_and_is_offered_it_again(make: Make) -> None:
    world = await make(code=challenge(results=(Result("", ((39, 0),)),))).begin()
    await world.do("learn-first")
    assert world.phase == "lesson" and not world.one("#opened").open
    await world.do("lesson-leave")
    assert world.phase == "menu" and world.one("#opened").open and not world.one("#opened-learn").hidden
    await world.do("learn-first")
    await world.click('[data-action="lesson-done"]')
    assert world.phase == "menu" and world.one("#opened").open and world.one("#opened-learn").hidden
    await world.do("accept-link")
    assert world.phase == "playing"


@played
async def test_who_took_the_course_and_ends_a_match_is_offered_it_no_more(make: Make) -> None:
    world = await make(kept={"chickenfoot-lesson": 7}).begin()
    assert not world.one("#learn").hidden
    await world.click("#play-now")
    world.app.show(a_scene(version=90, phase="match-over", sheet=a_sheet()))
    assert world.one("#learn").hidden and not world.one("#learn-again").hidden


@played
async def test_the_course_stays_first_until_three_matches_are_finished(make: Make) -> None:
    store = MemoryBackend()
    world = await make(code=challenge(), store=store).begin()
    await world.do("accept-link")
    await world.do("menu")
    await world.do("leave")
    assert not world.one("#resume").hidden and not world.one("#learn").hidden
    await world.do("resume")
    await world.round()
    await world.do("leave")
    assert not world.one("#learn").hidden  # who has played one match has not learnt yet
    taught = await make(store=store, kept={"chickenfoot-lesson": 7}).begin()
    assert taught.one("#learn").hidden, "unless they came to the end of the course, too"
    (finished,) = [key for key in store.entries if key.startswith("summary/")]
    for number, hides in ((2, False), (3, True)):
        store.entries[f"summary/match-{number}"] = store.entries[finished]
        later = await make(store=store).begin()
        assert (later.one("#learn").hidden, later.one("#learn-again").hidden) == (hides, not hides)


@played
async def test_the_score_to_beat_stands_on_the_table_until_the_end(make: Make) -> None:
    world = await make(code=challenge(results=(Result("", ((39, 0),)), Result("", ((41, 0),))))).begin()
    await world.do("accept-link")
    assert world.one("#round-note").textContent == "39 to beat"
    await world.round()
    assert "to_beat" not in world.app.scene and not world.one("#compare").hidden


@pytest.mark.parametrize(("language", "how"), [("en", "Put equal numbers"), ("es", "Junta números iguales")])
def test_the_first_card_says_how_to_play_and_fits_a_small_phone(language: str, how: str) -> None:
    """It is no longer than the two sentences that stood there without how to play."""
    text = load(language).say("card.aim-more")
    assert text.startswith(how) and len(text) <= 107
