"""Links to matches by post that arrive: what is known goes on at once, all else waits for the person."""

from game.for_types import TYPE_CHECKING
from game.page.board.table_drawing import frame_aspect
from game.page.kernel import engine_client
from game.page.kernel.dom import data, one
from game.page.kernel.room import required, updated
from game.page.kernel.words import say
from game.page.links.address_links import clear_link, link_refused
from game.page.post import room
from game.page.post.post_actions import refresh, show
from game.page.screens.dialogs import close_dialogs, toast
from game.page.screens.navigation import back, show_menu, show_side_screen

if TYPE_CHECKING:
    from typing import Any

    from game.contract.answers.post_answers import PostContent
    from game.page.kernel.app import App
    from game.page.page_types import Element

AT_ONCE = ("newer", "same", "older")  # links that need no answer of the person


@room.link("#m")
async def open_link(app: "App", code: "str") -> "None":
    """Open a link to a match by post. An invitation, a seat elsewhere and a fork wait for the person's answer."""
    try:
        content: PostContent = await engine_client.call("open_post_link", code=code)
    except engine_client.Refused as refused:
        link_refused(app, refused)
        return
    kind = content["kind"]
    if not app.scene:
        show_menu(app)
    if kind == "finished":
        clear_link(app)
        toast(app, say("error.post.finished"))
        return
    if kind in AT_ONCE:
        await _take(app, code, "open")
        if kind == "older":
            toast(app, say("post.older"))
        return
    close_dialogs()
    waiting: Any = updated(content, code=code)
    show_side_screen(app, "post", post_card=None, post_link=waiting)
    one("#post-link-title").focus()


async def _take(app: "App", code: "str", choice: "str", seat: "int" = -1) -> "None":
    """Take a link as the person has decided."""
    await show(
        app,
        await app.ask("take_post_link", code=code, choice=choice, aspect=frame_aspect(app), seat=seat),
    )


@room.action("post-join")
async def join(app: "App", button: "Element") -> "None":
    """Take an invitation: the person plays at the seat for which the link is."""
    await _take(app, required(app.state["post_link"])["code"], "join")


@room.action("post-take-over")
async def take_over(app: "App", button: "Element") -> "None":
    """Play a seat at this device that was opened at another one."""
    await _take(app, required(app.state["post_link"])["code"], "take-over", int(data(button, "seat")))


@room.action("post-hold")
async def hold(app: "App", button: "Element") -> "None":
    """Decide which of two moves holds: the one here ("mine"), or the link's ("theirs")."""
    await _take(app, required(app.state["post_link"])["code"], data(button, "line"))


@room.action("post-leave-link")
async def leave_link(app: "App", button: "Element") -> "None":
    """Leave the opened link unanswered. It can be tapped again."""
    clear_link(app)
    app.update(post_link=None)
    back(app, button)
    await refresh(app)
    toast(app, say("post.stays"))
