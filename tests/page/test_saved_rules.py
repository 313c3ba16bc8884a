"""House rules in the form: options in chapters, solutions for conflicts, saved sets, links."""

import pytest

from game.records.links.any_link import HouseRules, SentRules, write_house_code
from game.rules.options.declared import DECLARED
from game.rules.options.presets import resolve
from tests.page.conftest import TEXTS, MemoryBackend, Page, played
from tests.page.document import Element
from tests.page.forms import at_the_form, checked, chosen
from tests.page.openings import Make


def shows_idle(row: Element) -> bool:
    """Whether the row of an option says that it changes nothing beside the other choices."""
    note = row.querySelector(".option-idle")
    return note is not None and not note.hidden


@played
async def test_every_option_is_in_its_chapter_with_the_rule_books_values(make: Make) -> None:
    world = await at_the_form(make)
    chapters = world.every("#options > fieldset")
    titles = [
        TEXTS[f"rules.{code}.title"]
        for code in ["match", "setup", "start", "doubles", "turn", "last", "end", "score"]
    ]
    assert [chapter.querySelector("legend").textContent for chapter in chapters] == titles
    shown = {row.dataset.option for row in world.every("#options [data-option]")}
    assert shown == {option.code for option in DECLARED} - {"set", "players", "rounds"}
    said = world.texts('[data-option="arms"] li')
    assert said[0].startswith(f"6: {TEXTS['preset.montgomery.name']}") and any(
        line.startswith(f"4: {TEXTS['preset.hastings.name']}") for line in said
    )
    assert not any(
        TEXTS["preset.pagat.name"] in line for line in world.texts('[data-option="arms"] li')
    )  # rule-book P does not mention it
    assert world.texts('[data-option="out_bonus_on_double"] li') == [TEXTS["house.silent"]]
    await chosen(world, "#option-arms", "4")
    own = [row.dataset.option for row in world.every("#options [data-house]")]
    assert own == ["arms"]
    await chosen(world, "#option-blank_half", "25")
    idle = [row.dataset.option for row in world.every("#options [data-option]") if shows_idle(row)]
    assert idle == ["first_seat", "double_blank"]


@played
async def test_a_conflict_comes_with_buttons_that_solve_it(make: Make) -> None:
    world = await at_the_form(make)
    await chosen(world, '#presets [value="pagat"]', None)
    for _ in range(2):
        await world.do("add-player")
    assert TEXTS["preset.pagat.name"] in world.one("#problem-words").textContent
    assert [button.dataset.way for button in world.every("#ways button")] == ["players", None]
    await world.click("#ways button")
    assert world.one("#setup-problem").hidden and len(world.app.state["setup"]["seats"]) == 4
    await chosen(world, "#option-hand_size", "90")
    assert world.one("#option-hand_size").value == "90", "what was chosen stays there to be seen"
    assert world.one('[data-option="hand_size"]').dataset.house == "true"
    first = world.every("#ways button")[0]
    assert (first.dataset.way, first.dataset.value) == ("hand_size", "13")
    await world.click(first)
    assert world.one("#setup-problem").hidden and world.one("#option-hand_size").value == "13"


@played
async def test_a_conflicting_change_can_be_taken_back(make: Make) -> None:
    world = await at_the_form(make)
    start = world.one('#setup [data-action="start"]')
    for selector, value, before in (
        ("#option-hand_size", "25", "by-42"),
        ('#presets [value="pagat"]', None, None),
    ):
        if value is None:
            for _ in range(2):
                await world.do("add-player")
        await chosen(world, selector, value)
        assert start.disabled and world.one(selector).value == (value or "pagat")
        last = world.every("#ways button")[-1]
        assert last.textContent == TEXTS["house.as-it-was"]
        await world.click(last)
        assert not start.disabled and world.one("#setup-problem").hidden and not world.every("#ways button")
        assert world.document.activeElement is start
        assert before is None or world.one(selector).value == before
    assert checked(world, "#presets input") == ["montgomery"] and len(world.every("#players > li")) == 6


@played
async def test_sets_of_rules_are_saved_chosen_changed_and_deleted(make: Make) -> None:
    store = MemoryBackend()
    world = await make(store=store).begin()
    await world.click("#choose")
    await chosen(world, "#option-arms", "4")
    await world.click("#house-save")
    assert world.one("#toast").textContent == TEXTS["error.house.no-name"]
    await chosen(world, "#house-name", " At  home ")
    await world.click("#house-save")
    assert world.texts("#houses .card-name") == ["At home"]
    assert len(checked(world, "#houses input")) == 1 and checked(world, "#presets input") == []
    assert world.one("#house-save").hidden and world.one("#house-change").hidden
    await chosen(world, "#option-toes", "2")
    assert not world.one("#house-change").hidden
    await world.click("#house-change")
    assert world.one("#house-change").hidden
    await chosen(world, '#presets [value="hastings"]', None)
    assert world.one("#option-arms").value == "4" and world.one("#option-toes").value == "3"
    await chosen(world, "#houses input", None)
    assert world.one("#option-toes").value == "2" and world.one("#house-name").value == "At home"
    await world.click('#setup [data-action="start"]')
    assert world.app.scene["round"]["of"] == 2  # the length is not part of house rules

    again = await make(store=store).begin()
    await again.do("menu")
    await again.do("new-game")
    assert len(checked(again, "#houses input")) == 1 and again.one("#house-name").value == "At home"
    await again.do("delete-house")
    assert not again.every("#houses input") and not again.one("#house-gone").hidden
    assert again.one("#option-toes").value == "2"  # the rules stay in the form
    await again.do("undelete-house")
    assert again.texts("#houses .card-name") == ["At home"] and again.one("#house-gone").hidden


@played
async def test_a_second_name_for_changed_rules_makes_a_second_set(make: Make) -> None:
    world = await at_the_form(make)
    await chosen(world, "#house-name", "One")
    await world.click("#house-save")
    await chosen(world, "#house-name", "Two")
    assert not world.one("#house-save").hidden and "One" in world.one("#house-change").textContent
    await world.click("#house-save")
    assert world.texts("#houses .card-name") == ["One", "Two"]
    await chosen(world, "#house-name", "Zwei")
    await world.click("#house-change")
    assert world.texts("#houses .card-name") == ["One", "Zwei"]
    await chosen(world, "#house-name", "")
    assert world.one("#house-save").hidden and world.one("#house-change").hidden  # no name is no new one
    kept = world.app.state["setup"]["house"]
    await world.do("delete-house")
    assert world.texts("#houses .card-name") == ["Zwei"] and world.app.state["setup"]["house"] == kept


@played
async def test_rules_are_shared_by_a_link_that_leads_to_them(make: Make) -> None:
    world = await at_the_form(make)
    await chosen(world, "#option-toes", "2")
    await chosen(world, "#house-name", "Ours")
    await world.click("#house-save")
    assert world.one("#toast").textContent == TEXTS["house.kept"].format(name="Ours")
    await world.do("share-house")
    link = world.one("#house-link").value
    assert world.one("#house-sending").open and world.one("#house-sending-title").textContent == "Ours"
    await world.do("copy-house")
    assert world.window.clipboard == [link]
    code = link[link.index("#") :]
    assert code.startswith("#h2")
    world.one("#house-sender").value = "Ann"  # still in the field: no change is told yet
    await world.do("copy-house")
    link = world.window.clipboard[-1]
    assert world.app.state["settings"]["name"] == "Ann"  # who had none
    other = await make(code=link[link.index("#") :]).begin()
    assert other.one("#opened").open
    assert other.one("#opened-title").textContent == "House rules: \u2068Ours\u2069, from \u2068Ann\u2069"
    assert other.one("#opened-text").textContent == TEXTS["opened.house.text.one"].format(
        book=TEXTS["preset.montgomery.name"]
    )
    assert other.texts("#opened-changes li")[0] == "Toes of a foot: 2 (rule-book: 3)"
    await other.do("keep-rules")
    assert other.one("#opened").open and other.one("#opened-keep").hidden
    assert other.one("#opened-here").textContent.startswith("“Ours” is saved")
    await other.do("accept-link")
    assert other.phase == "playing" and other.window.location.hash == ""
    assert other.app.state["setup"]["changes"]["toes"] == 2
    await other.do("menu")
    await other.do("new-game")
    assert other.texts("#houses .card-name") == ["Ours"] and len(checked(other, "#houses input")) == 1


@pytest.mark.parametrize(("preset", "book"), [("hastings", " (rule-book: 8)"), (None, "")])
def test_changed_rules_stand_beside_those_of_their_own_rule_book(
    page: Page, preset: str | None, book: str
) -> None:
    books = [
        {"code": code, "values": [["arms", arms]]} for code, arms in (("montgomery", 6), ("hastings", 8))
    ]
    declared = {"presets": books, "options": [{"code": "arms"}, {"code": "toes"}]}
    lines = page("sharing.house_card")._changed_options({"preset": preset, "changes": {"arms": 4}}, declared)
    assert lines == [("arms", TEXTS["option.arms.label"] + ": 4" + book)]


@played
async def test_a_set_whose_name_is_taken_is_saved_under_another(make: Make) -> None:
    def sent(arms: int) -> str:
        rules = HouseRules("Ours", "hastings", resolve("hastings", {"arms": arms}, 4))
        return write_house_code(SentRules(rules))

    store = MemoryBackend()
    for arms, names in ((6, ["Ours"]), (5, ["Ours", "Ours (2)"]), (6, ["Ours", "Ours (2)"])):
        world = await make(code=sent(arms), store=store).begin()
        assert world.one("#opened-title").textContent == "House rules: \u2068Ours\u2069"
        if world.one("#opened-keep").hidden:
            assert "already" in world.one("#opened-here").textContent
        else:
            await world.do("keep-rules")
        assert [house["name"] for house in world.app.state["opened_link"]["houses"]] == names
    await world.do("pass-by-link")
    assert not world.one("#opened").open and world.window.location.hash == ""


@pytest.mark.parametrize("seats", [2, 6])
@played
async def test_a_rules_link_sets_the_seat_count_and_a_damaged_one_is_refused(make: Make, seats: int) -> None:
    code = write_house_code(
        SentRules(HouseRules("Ours", "hastings", resolve("hastings", {"arms": 6}, seats)), "Ann")
    )
    world = await make(code=code).begin()
    await world.do("accept-link")
    assert (
        len(world.app.state["setup"]["seats"]) == seats and world.app.state["setup"]["changes"]["arms"] == 6
    )
    broken = await make(code=code[:-1]).begin()
    assert broken.phase == "menu" and not broken.one("#toast").hidden
