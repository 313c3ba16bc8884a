"""The actions of matches by post: begin one, open one, send its link, begin another one with the same people."""

from game.for_types import TYPE_CHECKING
from game.page.board.table_drawing import frame_aspect
from game.page.events.advancing import advance
from game.page.kernel.dom import data, one
from game.page.kernel.words import say, words
from game.page.links import pass_on
from game.page.links.address_links import clear_link, link_of
from game.page.matches import match_actions
from game.page.new_game import new_game_form
from game.page.new_game.setup_check import check_setup, open_form, own_name, rename_person
from game.page.post import room
from game.page.screens.dialogs import close_dialogs, refuse, toast
from game.page.screens.navigation import back, show_menu, show_side_screen
from game.page.settings.settings import known_name
from game.page.turns.curtain import play_back

if TYPE_CHECKING:
    from typing import Any

    from game.contract.answers.post_answers import PostRow, PostShown, PostToSend
    from game.page.kernel.app import App
    from game.page.page_types import Element, Task

MOST_OTHERS = 3  # people besides the one who begins
LINES = {"play": "#post-line-play", "over": "#post-line-over", "welcome": "#post-line-welcome"}


@room.action("post")
async def open_screen(app: "App", button: "Element") -> "None":
    """Open the screen of the matches by post, with the form for a new one."""
    await app.booted.wait()
    show_side_screen(app, "post", post_card=None, post_link=None)
    name = own_name(app)
    one("#post-name-0").value = known_name(app.state["settings"]) if name == say("ui.you") else name
    one("#post-title").focus()
    await refresh(app)
    await check_setup(app)


@room.action("post-list")
def list_matches(app: "App", button: "Element") -> "Task":
    """Show the matches by post on the first screen."""
    return refresh(app)


async def refresh(app: "App") -> "None":
    """Read the list of matches by post again."""
    rows: list[PostRow] | None = await app.ask("posts")
    if rows is not None:
        app.update(posts=rows)


@room.observer("phase")
def list_again(app: "App", phase: "str") -> "None":
    """Read the list again when the first screen comes."""
    if phase == "menu" and app.state["posts"]:
        app.run(refresh(app))


@room.action("post-rules")
async def change_rules(app: "App", button: "Element") -> "None":
    """Open the form of the rules, and come back."""
    await open_form(app, ("post", "#post-rules"))


@room.action("post-rules-done")
def rules_done(app: "App", button: "Element") -> "None":
    """Return from the form of the rules."""
    back(app, button)


@room.action("post-begin")
async def begin(app: "App", button: "Element") -> "None":
    """Begin a match by post with the names in the form."""
    names = [" ".join(one("#post-name-{}".format(n)).value.split()) for n in range(MOST_OTHERS + 1)]
    if not names[0] or not any(names[1:]):
        refuse(app, say("post.needs-names"))
        one("#post-name-0" if not names[0] else "#post-name-1").focus()
        return
    rename_person(app, names[0])
    seats: list[Any] = [{"name": name, "kind": "human"} for name in names if name]
    bots = int(one("#post-bots").value)
    levels = [seat["level"] for seat in app.state["setup"]["seats"] if seat["kind"] == "bot"] or ["hen"]
    taken = [name.lower() for name in names]
    free = [name for name in new_game_form.bots_names(1) if name.lower() not in taken]
    for number in range(bots):
        level = levels[number % len(levels)]
        seats.append({"name": free[number], "kind": "bot", "level": level, "style": "balanced"})
    setup = app.state["setup"]
    shown: PostShown | None = await app.ask(
        "begin_post", seats=seats, preset=setup["preset"], changes=setup["changes"]
    )
    await show(app, shown)


@room.action("post-open")
async def open_match(app: "App", button: "Element") -> "None":
    """Open a match by post of the list."""
    await show(app, await app.ask("open_post", id=data(button, "id"), aspect=frame_aspect(app)))


async def show(app: "App", shown: "PostShown | None") -> "None":
    """Show a match by post: its table, or before the deal its card."""
    if not shown:
        return
    close_dialogs()
    scene = shown.get("scene")
    if scene:
        app.update(post_link=None, post_card=None)
        match_actions.replace_match(app, scene)
        await advance(app)
        if app.scene:
            await play_back(app)
        return
    clear_link(app)
    if app.scene:
        show_menu(app)
    show_side_screen(app, "post", post_link=None, post_card=shown["card"])
    one("#post-card-title").focus()
    await refresh(app)


@room.action("post-send")
async def send(app: "App", button: "Element") -> "None":
    """Send the link of the match that the button names, by the share sheet or the clipboard."""
    id = data(button, "id")
    close_dialogs()  # the menu, which may hold the button
    made: PostToSend | None = await app.ask("post_link", id=id)
    if not made:
        await refresh(app)
        return
    link, said = link_of(made["code"]), words(made["said"])
    names = words(made["to"])
    field = one(LINES.get(app.state["screen"], "#post-line"))

    def sent() -> "None":
        app.run(_note_sent(app, id, names))

    pass_on.send(app, field, said + " " + link, {"text": said, "url": link}, sent)


async def _note_sent(app: "App", id: "str", names: "str") -> "None":
    """The link has left: the turn is done."""
    shown: PostShown | None = await app.ask("post_sent", id=id)
    if not shown:
        return
    scene, card = shown.get("scene"), app.state["post_card"]
    if scene:
        app.show(scene)
    elif card and card["id"] == id:
        app.update(post_card=shown["card"])
    await refresh(app)
    toast(app, say("post.sent-over" if shown["card"]["over"] else "post.sent", {"name": names}))


@room.action("post-here")
async def play_here(app: "App", button: "Element") -> "None":
    """Let the next person play at this device too, before the deal."""
    made: PostToSend | None = await app.ask("post_link", id=data(button, "id"))
    if made:
        aspect = frame_aspect(app)
        await show(
            app, await app.ask("take_post_link", code=made["code"], choice="join", aspect=aspect, seat=-1)
        )


@room.action("post-again")
async def again(app: "App", button: "Element") -> "None":
    """Begin another match by post with the same people and rules."""
    shown: PostShown | None = await app.ask("post_again", id=data(button, "id"))
    if shown and app.scene:
        show_menu(app)
    await show(app, shown)


@room.action("post-forget")
async def forget(app: "App", button: "Element") -> "None":
    """Remove a match by post from this device."""
    rows: list[PostRow] | None = await app.ask("forget_post", id=data(button, "id"))
    if rows is not None:
        app.update(posts=rows, post_card=None)
        one("#post-title").focus()
        toast(app, say("post.forgotten"))
