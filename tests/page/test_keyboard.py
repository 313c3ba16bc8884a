"""Keys: their meanings, their complete list in the help, and their effects at the table."""

from importlib import import_module

import pytest

from game.narration.localization.language import read_locale
from tests.page.conftest import INDEX, TEXTS, Page, World, a_scene, hidden, played
from tests.page.openings import Make, opened
from tests.page.shown_scenes import a_sheet, shown


def test_the_list_of_keys_names_every_key_that_does_something(page: Page) -> None:
    keys = page("keyboard.keyboard")
    named = [key.textContent for key in INDEX.querySelectorAll("#keys kbd")]
    does = [*keys.FACT_KEYS, *keys.BUTTON_KEYS, *(key for key in keys.OTHER_KEYS if key != "Escape")]
    assert sorted(named) == sorted(key.upper() for key in does)
    assert "Escape" in TEXTS["ui.keys-note"] and "Arrows" in TEXTS["ui.keys-note"]


@pytest.mark.parametrize(
    ("key", "place", "does"),
    [
        ("ArrowRight", "hand", ("walk-hand", 1)),
        ("ArrowUp", "places", ("walk-places", -1)),
        ("ArrowLeft", "hand", ("walk-hand", -1)),
        ("ArrowDown", "places", ("walk-places", 1)),
        ("Home", "hand", ("walk-hand", "first")),
        ("End", "hand", ("walk-hand", "last")),
        ("End", "", None),
        ("h", "", ("tell", "hand")),
        ("L", "hand", ("tell", "last")),
        ("r", "", ("tell", "since")),
        ("O", "places", ("tell", "seats")),
        ("f", "hand", ("tell", "foot")),
        ("m", "", ("tell", "fits")),
        ("d", "hand", ("press", "draw")),
        ("C", "", ("press", "call")),
        ("Escape", "places", ("let-go", None)),
        ("/", "", ("type", None)),
        ("?", "", ("help", None)),
        ("N", "hand", ("hurry", None)),
        ("x", "hand", None),
        ("Enter", "hand", None),
    ],
)
def test_keys_have_their_commands(page: Page, key: str, place: str, does: object) -> None:
    assert page("keyboard.keyboard").command_of(key, place) == does


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("9-4", ("typed", {"tile": "9-4", "on": ""})),
        (" 4-9 ", ("typed", {"tile": "9-4", "on": ""})),
        ("4-9 on 9", ("typed", {"tile": "9-4", "on": "9"})),
        ("4-9 ON 0-9", ("typed", {"tile": "9-4", "on": "9-0"})),
        ("9-4 > 9-9", ("typed", {"tile": "9-4", "on": "9-9"})),
        ("Draw", ("act", {"code": "+"})),
        ("pass", ("act", {"code": "="})),
        ("call", ("act", {"code": "!"})),
        ("take  back", ("act", {"code": "<"})),
        ("4 - 9 on 9 - 0", ("typed", {"tile": "9-4", "on": "9-0"})),
        ("hen", ("typed", {"tile": "hen", "on": ""})),
        ("nonsense", ("typed", {"tile": "nonsense", "on": ""})),
        ("9-4 on nonsense", ("typed", {"tile": "9-4", "on": "nonsense"})),
        ("a-9", ("typed", {"tile": "a-9", "on": ""})),
    ],
)
def test_typed_moves_are_parsed(page: Page, text: str, move: object) -> None:
    assert page("keyboard.keyboard").parse_move(text) == move


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("since", "since"),
        ("?since", "since"),
        ("Seats?", "seats"),
        (" FOOT ", "foot"),
        ("fits", "fits"),
        ("hand", "hand"),
        ("ends", "ends"),
        ("scores", "scores"),
        ("turn", "turn"),
        ("last", "last"),
        ("9-4", None),
        ("draw", None),
        ("pass", None),
        ("", None),
        ("?", None),
    ],
)
def test_typed_questions_are_told_from_moves(page: Page, text: str, fact: str | None) -> None:
    assert page("keyboard.keyboard").parse_question(text) == fact


def test_no_typed_word_means_a_move_and_a_question(page: Page) -> None:
    """In either language, so that a typed word never has two meanings."""
    keys = page("keyboard.keyboard")
    for language in ("en", "es"):
        table = read_locale(language)
        known = [key for key, _ in (*keys.TYPED_WORDS, *keys.TYPED_QUESTIONS)]
        typed = [word for key in known for word in table[key].split("|")]
        assert len(typed) == len(set(typed)), language


@played
async def test_a_typed_question_is_answered_beside_the_hand(make: Make) -> None:
    world = await opened(make, kept={"chickenfoot-settings": {"text": True}})
    field = world.one("#typed-move")
    field.value = "?seats"
    world.one("#typed").fire("submit")
    await world.quiet()
    assert world.asked[-1] == ("tell", {"what": "seats"}) and field.value == ""
    assert "tiles" in world.one("#notice").textContent and "tiles" in world.one("#announcer").textContent
    field.value = "?"
    world.one("#typed").fire("submit")
    await world.quiet()
    assert world.one("#keys").open and field.value == ""


def focused(world: World) -> str | None:
    return world.document.activeElement.dataset.tile


@played
async def test_arrows_move_in_hand_and_places_and_escape_deselects(make: Make) -> None:
    world = await opened(make)
    while not world.every('#hand > [data-playable="true"]') or len(world.hand()) < 3:
        await world.turn()
    row = world.hand()
    world.one('#hand > [tabindex="0"]').focus()
    await world.key("Home")
    assert focused(world) == row[0]
    assert (await world.key("ArrowRight")).prevented
    assert focused(world) == row[1]
    await world.key("ArrowLeft")
    await world.key("ArrowLeft")
    assert focused(world) == row[-1]
    await world.key("Home")
    assert focused(world) == row[0]
    await world.key("End")
    assert focused(world) == row[-1]
    assert [button.dataset.tile for button in world.every('#hand > [tabindex="0"]')] == [row[-1]]
    await world.key("Home")
    world.document.activeElement.fire("click", detail=0)  # the effect of Enter
    await world.quiet()
    places = world.every("#places > button")
    assert world.document.activeElement is places[0]
    await world.key("ArrowDown")
    moves = len({place.dataset.move for place in places})
    assert world.document.activeElement is places[1 % moves]
    await world.key("Escape")
    assert world.every("#places > button") == []
    assert focused(world) == row[0]
    assert world.every('#hand > [aria-pressed="true"]') == []


@played
async def test_escape_closes_the_score_sheet(make: Make) -> None:
    world = await opened(make)
    await world.do("menu")
    await world.do("scores")
    assert world.document.body.dataset.sheet == "open"
    await world.key("Escape")
    assert world.document.body.getAttribute("data-sheet") is None


@played
async def test_after_a_play_the_focus_leaves_the_places_before_they_are_removed(make: Make) -> None:
    world = await opened(make)
    while not world.every('#hand > [data-playable="true"]') or len(world.hand()) < 3:
        await world.turn()
    world.one('#hand > [data-playable="true"]').focus()
    world.document.activeElement.fire("click", detail=0)  # the effect of Enter
    await world.quiet()
    place, left = world.document.activeElement, []
    assert place in world.every("#places > button")
    place.blur = lambda: left.append(len(world.every("#places > button")))
    place.fire("click", detail=0)
    await world.quiet()
    # The focus left once, while the places were there: otherwise the browser would lay out the page twice.
    assert len(left) == 1 and left[0] > 0
    if world.phase == "playing":
        assert focused(world) in world.hand()


@played
async def test_letters_announce_press_buttons_and_open_the_typed_field(make: Make) -> None:
    world = await opened(make)
    facts = {"r": "since", "o": "seats", "f": "foot", "m": "fits"}
    facts |= {"l": "last", "h": "hand", "e": "ends", "s": "scores", "W": "turn"}
    for key, verb in facts.items():
        await world.key(key)
        assert world.asked[-1] == ("tell", {"what": verb})
        assert world.one("#announcer").textContent
    before = len(world.asked)
    await world.key("h", ctrlKey=True)
    await world.key("h", metaKey=True)
    await world.key("h", altKey=True)
    await world.key("h", target="#typed-move")
    assert len(world.asked) == before
    pressed = 0
    while world.phase == "playing" and not pressed:
        for key, action in (("d", "draw"), ("p", "pass")):
            button = world.one(f'#buttons [data-action="{action}"]')
            clicks, usable = button.clicks, not button.disabled
            await world.key(key)
            assert button.clicks - clicks == usable
            pressed += usable
        if not pressed:
            await world.turn()
    assert pressed
    call = world.one('[data-action="call"]')
    assert hidden(call)
    await world.key("c")
    assert call.clicks == 0
    await world.key("/")
    assert world.document.activeElement is world.one("#typed-move")
    assert not world.one("#typed").hidden
    await world.key("?", target="body")
    assert world.one("#keys").open
    before = len(world.asked)
    await world.key("h", target="body")
    assert len(world.asked) == before  # a dialog is open


@pytest.mark.slow
@played
async def test_a_round_by_typed_moves(make: Make) -> None:
    world = await opened(make, kept={"chickenfoot-settings": {"text": True}})
    field, moves = world.one("#typed-move"), 0
    while world.phase == "playing":
        tile = world.document.querySelector('#hand > [data-playable="true"]')
        draw = world.one('#buttons [data-action="draw"]')
        words = (
            [f"{tile.dataset.tile} on {n}" for n in range(7)]
            if tile
            else ["pass" if draw.disabled else "draw"]
        )
        for text in ["", tile.dataset.tile if tile else "", *words]:
            field.value = text or ""
            assert world.one("#typed").fire("submit").prevented
            await world.quiet()
            if text and field.value == "":
                break
            assert field.value == text
            assert world.one("#notice").hidden == (not text)
        else:
            raise AssertionError(f"none of {words} was played")
        moves += 1
        assert moves < 60
    assert moves > 2


async def to_second_turn(world: World) -> None:
    """Take turns until the person can undo at least two of them in a round in play."""
    while world.phase != "playing" or len([verb for verb, _ in world.asked if verb == "act"]) < 3:
        assert world.phase == "playing"
        await world.turn()


def verbs_since(world: World, count: int) -> list[str]:
    return [verb for verb, _ in world.asked[count:]]


@played
async def test_a_held_key_acts_once(make: Make) -> None:
    world = await opened(make)
    await to_second_turn(world)
    await world.do("undo")  # asks
    before = len(world.asked)
    await world.key("u")
    for _ in range(3):
        await world.key("u", repeat=True)
    assert verbs_since(world, before).count("undo") == 1
    await world.key("h", repeat=True)
    assert "tell" not in verbs_since(world, before)
    world.one('#hand > [tabindex="0"]').focus()
    await world.key("Home")
    await world.key("ArrowRight", repeat=True)  # a held arrow walks on
    assert focused(world) == world.hand()[1]
    held = await world.key("Enter", target='#buttons [data-action="undo"]', repeat=True)
    assert held.prevented  # else the browser would click the button again


@played
async def test_keys_of_an_input_method_do_nothing(make: Make) -> None:
    world = await opened(make)
    before = len(world.asked)
    await world.key("h", isComposing=True)
    await world.key("h", keyCode=229)
    await world.key("Process", keyCode=229, code="KeyH")
    assert len(world.asked) == before


@pytest.mark.parametrize(
    ("key", "code", "fact"),
    [
        ("р", "KeyH", "hand"),
        ("Η", "KeyH", "hand"),
        ("ι", "KeyI", None),
        ("י", "KeyH", "hand"),
        ("ğ", "KeyH", None),
    ],
)
@played
async def test_layouts_without_latin_letters_work_by_place(
    make: Make, key: str, code: str, fact: str | None
) -> None:
    world = await opened(make)
    before = len(world.asked)
    await world.key(key, code=code)
    assert world.asked[before:] == ([("tell", {"what": fact})] if fact else [])


@played
async def test_the_settings_switch_single_keys_off(make: Make) -> None:
    world = await opened(make)
    await world.key("?", target="body")
    switch = world.one('#keys [name="single-keys"]')
    assert switch.checked
    switch.checked = False
    switch.fire("change")
    await world.quiet()
    assert not world.one('#settings [name="single-keys"]').checked
    world.one("#keys").close()
    before = len(world.asked)
    for key in "dump it, call uncle?/":
        await world.key(key, target="body")
    assert world.asked[before:] == [] and not world.one("#keys").open
    world.one('#hand > [tabindex="0"]').focus()
    await world.key("End")
    assert focused(world) == world.hand()[-1]  # arrows, Home and End are no characters


@played
async def test_redo_is_possible_until_the_next_move(make: Make) -> None:
    world = await opened(make)
    await to_second_turn(world)
    redo = "#redo-here"
    assert hidden(world.one(redo))
    shown = world.placed(), world.hand()
    await world.do("undo")  # asks
    assert (world.placed(), world.hand()) == shown
    await world.do("undo")
    assert (world.placed(), world.hand()) != shown and not hidden(world.one(redo))
    assert not world.one("#notice").hidden
    menu = world.one('#menu [data-action="redo"]'), world.one('#menu [data-action="undo"]')
    assert [button.hidden for button in menu] == [False, True]  # as many as before: no button below moves
    await world.key("y")
    assert (world.placed(), world.hand()) == shown and hidden(world.one(redo))
    await world.do("undo")
    await world.click(redo)
    assert (world.placed(), world.hand()) == shown and hidden(world.one(redo))
    assert focused(world) in world.hand()  # the button disappeared
    await world.do("undo")
    await world.click("#frame")  # the notice goes, and Y presses the button in the menu
    assert hidden(world.one(redo))
    await world.key("y")
    assert (world.placed(), world.hand()) == shown
    await world.do("undo")
    await world.turn()
    assert hidden(world.one(redo)) and menu[0].hidden


@played
async def test_the_arrows_enter_the_hand_whenever_the_focus_is_lost(make: Make) -> None:
    world = await opened(make)
    world.document.focused = None
    await world.key("ArrowRight", target="body")
    assert focused(world) in world.hand()
    world.document.focused = None
    world.app.update(round_card=None)
    world.one("#card-begin").click()
    await world.quiet()
    assert focused(world) in world.hand()


@played
async def test_a_touch_hides_the_ring_of_the_focus_until_a_key_is_pressed(make: Make) -> None:
    world = await opened(make)
    root = world.document.documentElement
    assert not root.hasAttribute("data-touched")
    await world.point("pointerdown", "#table", 1, 1, pointer="mouse")
    assert not root.hasAttribute("data-touched")
    for pointer in ("touch", "pen"):
        await world.point("pointerdown", "#table", 1, 1, pointer=pointer)
        assert root.hasAttribute("data-touched")
        await world.key("ArrowRight", "#hand")
        assert not root.hasAttribute("data-touched")


@pytest.mark.parametrize("has_mouse", [True, False])
@played
async def test_a_phone_shows_no_ring_at_its_start(make: Make, has_mouse: bool) -> None:
    world = make()
    world.window.reduced = not has_mouse  # the answer to every media query
    await world.begin()
    assert world.document.documentElement.hasAttribute("data-touched") != has_mouse


@played
async def test_behind_the_curtain_the_focus_is_in_the_hand(make: Make) -> None:
    covered = a_scene(phase="curtain", curtain={"seat": 0, "name": "Ann"}, hand=[])
    world = await shown(make, covered)
    world.app.show(a_scene(version=2))
    assert focused(world) in world.hand()


@pytest.mark.parametrize(("step", "button"), [(6, "lesson-next"), (7, "lesson-play")])
@played
async def test_a_finished_lesson_focuses_the_button_that_goes_on(make: Make, step: int, button: str) -> None:
    card = {
        "step": step,
        "of": 7,
        "free": False,
        "draws": False,
        "done": True,
        "title": ["ui.title", {}],
        "text": ["ui.title", {}],
    }
    world = await shown(make, a_scene(phase="lesson", lesson=card))
    assert world.document.activeElement is world.one("#" + button) and not hidden(world.one("#" + button))


@played
async def test_the_focus_returns_to_no_button_of_the_closed_score_sheet(make: Make) -> None:
    world = await shown(make, a_scene(sheet=a_sheet()))
    await world.click('#buttons [data-action="menu"]')
    await world.do("scores")
    await world.click('#sheet [data-action="close-sheet"]')
    openers = world.app.object(import_module("game.page.focus.focus").Openers)
    assert not world.one("#sheet").contains(openers.pressed)
