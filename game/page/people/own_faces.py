"""The faces that people at this device chose: a face belongs to a name, so it is the same in every match."""

from game.for_types import TYPE_CHECKING
from game.page.kernel.words import stored_name
from game.page.people.portraits import FACES
from game.page.settings.settings import change_settings

if TYPE_CHECKING:
    from game.contract.kept import Settings
    from game.page.kernel.app import App

MOST = 60  # names; then the faces begin anew


def face_named(settings: "Settings", name: "str") -> "str":
    """The face that the person with this name chose at this device, or "" for the seat's usual one."""
    face = settings["faces"].get(stored_name(name), "")
    return face if face in FACES else ""


def choose_face(app: "App", name: "str", face: "str") -> "None":
    """Give a person of this device a face, now and for later matches."""
    faces = app.state["settings"]["faces"].copy() if len(app.state["settings"]["faces"]) < MOST else {}
    faces[stored_name(name)] = face
    change_settings(app, {"faces": faces})


def take_face_along(app: "App", before: "str", after: "str") -> "None":
    """A person who changes their name keeps their face, unless somebody with the new name has one."""
    settings = app.state["settings"]
    face = face_named(settings, before)
    if face and before != after and not face_named(settings, after):
        choose_face(app, after, face)
