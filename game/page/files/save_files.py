"""Files of saved games to download and to open; and the request to the browser for persistent storage."""

from pyscript import document, window

from game.for_types import TYPE_CHECKING
from game.page.board.table_drawing import frame_aspect
from game.page.files import room
from game.page.kernel import engine_client
from game.page.kernel.dom import one
from game.page.kernel.words import say
from game.page.matches import match_actions
from game.page.screens.dialogs import close_dialogs, refuse

if TYPE_CHECKING:
    from typing import Any

    from game.contract.scenes import Scene
    from game.page.kernel.app import App
    from game.page.page_types import Element, Measured, SceneState, State

# Bytes. The page refuses a larger file; the engine also limits the number of characters (game/records/fields.py).
LARGEST_RECORD = 4_000_000


@room.action("save-record")
async def save_record(app: "App", button: "Element") -> "None":
    """Download the record of the match on the table."""
    download(await app.ask("save_file"), "chickenfoot.json")
    close_dialogs()


@room.action("save-asides")
async def save_quarantined(app: "App", button: "Element") -> "None":
    """Download each quarantined entry as a file."""
    for entry in app.state["quarantined"]:
        download(
            await app.ask("save_file", aside=entry["id"]), "chickenfoot-aside-{}.txt".format(entry["id"])
        )
    app.update(quarantined=[])


def download(blob_url: "str | None", file_name: "str") -> "None":
    """Save a blob of the engine as a file; do nothing if the address is empty or None."""
    if blob_url:
        link = document.createElement("a")
        link.href = blob_url
        link.download = file_name
        link.click()


@room.effect("follow")
def keep_data(app: "App", before: "State", after: "SceneState", measured: "Measured") -> "None":
    """After a whole match, ask the browser never to evict the stored data by itself."""
    if after["phase"] != "match-over" or before["phase"] == "match-over":
        return
    try:
        window.navigator.storage.persist()
    except Exception as problem:  # some browsers lack this API
        window.console.info("the browser may evict the stored data: " + str(problem))


@room.action("open-record")
def choose_record(app: "App", button: "Element") -> "None":
    """Open the file picker for a saved game; `open_record` reads the file."""
    one("#record-file").click()


def chosen_file(app: "App", field: "Element", most_bytes: "int") -> "Any":
    """The file that was chosen in a file picker. If it is larger than `most_bytes`, show a message and return None."""
    file = field.files.item(0)
    if file.size <= most_bytes:
        return file
    field.value = ""
    close_dialogs()
    refuse(app, say("error.record.too-long"))
    return None


@room.field("#record-file")
async def open_record(app: "App", field: "Element") -> "None":
    """Continue the match in the chosen file. If the engine refuses it, show the reason and change nothing."""
    file = chosen_file(app, field, LARGEST_RECORD)
    if not file:
        return
    request = engine_client.post_file("open_record", file, aspect=frame_aspect(app))
    field.value = ""
    try:
        scene: Scene = await engine_client.answer(request)
    except engine_client.Refused as refused:
        close_dialogs()
        refuse(app, say(refused.key, refused.values))
        return
    close_dialogs()
    await match_actions.show_new_match(app, scene)
