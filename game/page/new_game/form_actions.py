"""What the fields and buttons of the form for a new match do."""

from game.for_types import TYPE_CHECKING
from game.page.kernel.dom import data, field_value, one
from game.page.kernel.room import required
from game.page.new_game import new_game_form, room, saved_rules
from game.page.new_game.saved_rules import choose, update_setup
from game.page.new_game.seat_rows import FACE_FIELD
from game.page.new_game.setup_check import check_setup, open_form, own_name, rename_person
from game.page.people.own_faces import choose_face, take_face_along

if TYPE_CHECKING:
    from game.page.kernel.app import App
    from game.page.new_game import Setup
    from game.page.page_types import Element


@room.action("new-game")
async def new_game(app: "App", button: "Element") -> "None":
    """Open the form for a new match."""
    await open_form(app)


@room.action("phones")
async def phones(app: "App", button: "Element") -> "None":
    """Open the form for a new match with phones: the bots' seats become seats for guests."""
    await open_form(app, phones=True)


# A field without a name only unfolds a part of the form.
@room.field("#setup-form [name], #house-name")
def setup_changed(app: "App", field: "Element") -> "None":
    """Handle a changed field of the new-game form: a seat's field, the rules' name, the rule-book or set, or an option."""
    setup, row = app.state["setup"], field.closest("#players > li")
    if row:
        number = int(data(row, "number"))
        before = setup["seats"][number]
        if field.name.startswith(FACE_FIELD):
            choose_face(app, before["name"], field.value)
            return
        app.update(setup=new_game_form.with_seat_field(setup, number, field.name, field_value(field)))
        person = ("human", own_name(app))
        # a new name for the person's own seat is also a new name in the settings
        if field.name == "name" and (before["kind"], before["name"]) == person:
            rename_person(app, app.state["setup"]["seats"][number]["name"])
        elif field.name == "name" and before["kind"] == "human":
            take_face_along(app, before["name"], app.state["setup"]["seats"][number]["name"])
        return
    if field.id == "house-name":
        update_setup(app, title=" ".join(field.value.split()))
        return
    if field.name == "preset" and field.value.startswith(saved_rules.PREFIX):
        choose(app, field.value)
    else:
        app.update(setup=new_game_form.with_option(setup, field.name, field_value(field)))
    app.run(check_setup(app))


@room.action("way")
async def apply_fix(app: "App", button: "Element") -> "None":
    """Apply the button's fix for contradictory options."""
    code, value = data(button, "way"), data(button, "value")
    setup = app.state["setup"]
    if code == "players":
        setup = new_game_form.with_seat_count(
            setup, int(value), required(app.state["declarations"])["levels"]
        )
    else:
        setup = new_game_form.with_option(setup, code, value == "on" if value in ("on", "off") else value)
    await _use_fixed(app, setup)


@room.action("as-it-was")
async def restore_last_valid(app: "App", button: "Element") -> "None":
    """Return to the last choices without a conflict."""
    await _use_fixed(app, new_game_form.last_valid(app.state["setup"]))


async def _use_fixed(app: "App", setup: "Setup") -> "None":
    """Use choices without a conflict. Move the focus, because the pressed button disappears."""
    app.update(setup=setup)
    await check_setup(app)
    if not app.state["setup"]["problem"]:
        one('#setup [data-action="start"]').focus()


@room.action("add-player")
async def add_player(app: "App", button: "Element") -> "None":
    """Add a bot in the form for a new match."""
    one("#players").style.minHeight = ""
    app.update(
        setup=new_game_form.with_bot_added(app.state["setup"], required(app.state["declarations"])["levels"])
    )
    await check_setup(app)


@room.action("remove-player")
async def remove_player(app: "App", button: "Element") -> "None":
    """Remove the seat of the button's row in the form for a new match.

    The list keeps its height until a player is added or the form is opened again. A shorter form would scroll, and the
    next tap would hit another row.
    """
    players = one("#players")
    players.style.minHeight = "{:.0f}px".format(players.getBoundingClientRect().height)
    number = int(data(button.closest("#players > li"), "number"))
    app.update(setup=new_game_form.with_seat_removed(app.state["setup"], number))
    await check_setup(app)
