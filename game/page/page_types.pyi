"""The types of the page, for type checkers alone: a stub without a module, so it costs the page no bytes.

It is the one place of the kernel's types that knows the rooms: the state is one dict, and each room declares the types of
its own values beside their start (`room.state`). Here they come together.
"""

from collections.abc import Awaitable, Callable, Hashable, Iterable, Sequence
from typing import Any, Literal, TypedDict

from typing_extensions import ReadOnly

from game.contract.answers.sharing_answers import PartyData
from game.contract.device_lines import LobbyFacts
from game.contract.scenes import (
    ReplayScene,
    Scene,
)
from game.page.board import BoardState
from game.page.calendar import CalendarState
from game.page.events import EventsState
from game.page.files import FilesState
from game.page.hand import HandState
from game.page.history import HistoryState
from game.page.history.turning_point import TurningState
from game.page.kernel.app import App, KernelState
from game.page.laboratory import LaboratoryState
from game.page.learning import LearningState
from game.page.log import LogState
from game.page.matches import MatchesState
from game.page.new_game import NewGameState
from game.page.new_game import StartArguments as StartArguments
from game.page.new_game.new_game_form import SetupState
from game.page.notices import NoticesState
from game.page.own_phones import OwnPhonesState
from game.page.own_phones.guest.guest_link import GuestLink as GuestLink
from game.page.people import PeopleState
from game.page.play import PlayState
from game.page.post import PostState
from game.page.preferences import PreferencesState
from game.page.review.match_review import MatchReviewState
from game.page.review.round_review import RoundReviewState
from game.page.score_pad import ScorePadState
from game.page.screens import ScreensState
from game.page.seats import SeatsState
from game.page.settings import SettingsState
from game.page.settings.settings import KeptSettingsState
from game.page.sharing import SharingState
from game.page.turns import TurnsState
from game.page.welcome import WelcomeState

# Objects of the browser: pyscript types none of them, and a list of all their attributes would be a second browser.
Element = Any
Event = Any

Task = Awaitable[object]
"""What an action leaves for `App.run`."""

Cell = tuple[str, str, Any]
"""(part, name, value), see kernel/painting.py: the value's type depends on the name."""
Cells = Iterable[Cell]
Row = tuple[Hashable, str, Cells]
"""(key, template, cells)."""

Point = tuple[float, float]
"""A position (x, y)."""
Area = tuple[float, float, float, float]
"""A part of the table (x, y, across, down): its middle, and how far it reaches from there, in u."""
Size = tuple[float, float]
"""(width, height)."""
Edges = Sequence[float]
"""A rectangle: (left, top, right, bottom)."""
Viewport = tuple[float, float, float]
"""What the camera shows: x and y of the middle in u, and the scale in px per u."""

PartyFacts = PartyData | LobbyFacts
"""What is known of the people with other devices: at the host, or at a guest."""
Standing = tuple[str, str, str, str]
"""A standing notice: (kind, text, action, label)."""
Forced = Literal["draw", "pass"]
"""What the game can do for a person who can do nothing else."""

View = Callable[[State], Cells]
RegisteredView = tuple[View, tuple[str, ...], str | None]
"""(view, the values that it reads, the screen that it is painted on or None)."""
Action = Callable[[App, Element], Task | None]
"""What a button or a changed field does. The second argument is the button or the field."""
Press = Callable[[App, Element, Event], None]
Submitted = Callable[[App], Task]
Observer = Callable[[App, Any], None]
Reducer = Callable[..., State]  # its arguments depend on its name, see `Room.reducer`
Effect = Callable[[App, State, SceneState, Measured], None]
Hook = Callable[..., Any]  # its arguments depend on its name, see `Room.on`
Opener = Callable[[App, str], Task]
"""What opens a link code."""

TableScene = Scene | ReplayScene
"""What `App.show` shows."""

class Values(
    KernelState,
    SettingsState,
    KeptSettingsState,
    ScreensState,
    PeopleState,
    NoticesState,
    BoardState,
    HandState,
    EventsState,
    PlayState,
    LogState,
    TurnsState,
    SeatsState,
    RoundReviewState,
    MatchReviewState,
    NewGameState,
    SetupState,
    MatchesState,
    WelcomeState,
    FilesState,
    LearningState,
    HistoryState,
    TurningState,
    ScorePadState,
    CalendarState,
    SharingState,
    PreferencesState,
    LaboratoryState,
    PostState,
    OwnPhonesState,
    total=False,
):
    """The values of all rooms."""

Measured = TypedDict(
    "Measured",
    {
        "starts": dict[int, Point]
        | None,  # where tiles start to move, by step; None if nothing moves (board)
        "may-lose-focus": bool,  # the scene may remove the element with the focus (focus)
    },
    total=False,
)
"""What the effects of the stage "measure" have read from the document."""

class State(Values, total=False):
    """The state, and also some of its values, such as the changes that `App.update` takes. The state itself has all."""

    scene: ReadOnly[TableScene | None]  # the last scene, or None if no match is on the table

class SceneState(State, total=False):
    """A state with a scene, in reducers and effects of "scene"."""

    scene: ReadOnly[TableScene]
