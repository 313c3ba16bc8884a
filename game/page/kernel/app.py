"""The page's controller: holds the state, paints it, runs tasks, asks the engine, and shows scenes.

What happens on the page is declared by the rooms (room.py); docs/a-tap.md follows a tap through these modules.
"""

import asyncio

from pyscript import document, ffi, window

from game.for_types import TYPE_CHECKING
from game.page.kernel import engine_client
from game.page.kernel.dom import data, listen, mark_typing
from game.page.kernel.fault_report import FaultReport
from game.page.kernel.painting import Painter
from game.page.kernel.room import STAGES, updated
from game.page.kernel.system_calls import SystemCalls

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Container, Coroutine, Mapping
    from typing import Any, Literal, TypedDict, TypeVar, Unpack

    from game.contract.scenes import Phase
    from game.page.kernel.room import Room
    from game.page.page_types import (
        Action,
        Cells,
        Effect,
        Element,
        Event,
        GuestLink,
        Hook,
        Measured,
        Observer,
        Opener,
        Press,
        Reducer,
        SceneState,
        State,
        Submitted,
        TableScene,
        Task,
    )

    Kind = TypeVar("Kind")

    class KernelState(TypedDict, total=False):
        """The types of the kernel's values; for `scene` see page_types.pyi."""

        sheet_scene: TableScene | None
        phase: Phase | Literal["menu", "starting"]
        screen: str
        tasks_running: int


START: "State" = {  # the values of the kernel when the page starts; those of the rooms come after them
    "scene": None,  # the last scene, or None if no match is on the table
    "sheet_scene": None,  # the last scene with a score sheet; scenes with an unchanged score sheet omit it
    "phase": "starting",  # the phase of the scene, or "menu", or "starting"
    "screen": "welcome",  # the screen that is shown: welcome, play, over, or a side screen
    "tasks_running": 1,  # how many tasks run; the start of the page counts as one
}


class App:
    """The state, the running tasks and the connection to the engine."""

    def __init__(self, rooms: "list[Room]") -> "None":
        self.painter = Painter()
        self.system_calls = SystemCalls()
        self.fault_report = FaultReport(self.system_calls)
        self.declared = START.copy()  # the values of the state when the page starts
        self.phase_values: State = {}  # those of `declared` that end with a phase
        self.actions: dict[str, Action] = {}  # this and the next six are as the tables of `Room`
        self.buttons: dict[str, Press] = {}
        self.forms: dict[str, Submitted] = {}
        self.links: dict[str, Opener] = {}
        self.slow: list[str] = []
        self.fields: list[tuple[str, Action]] = []
        self.sliders: list[tuple[str, Action]] = []
        # by value of the state: the functions to call after it has changed
        self.observers: dict[str, list[Observer]] = {}
        # by name: the functions to call, in the order of the rooms
        self.reducers: dict[str, list[Reducer]] = {}
        self.effects: dict[str, list[Effect]] = {}
        self.hooks: dict[str, list[Hook]] = {}
        self.state = START.copy()
        # What `keep` keeps; None when all rooms are here.
        self.kept: list[tuple[Callable[[Any], None], Any]] | None = []
        for room in rooms:
            self.add(room)
        self.tables_left = 0  # how often a match has left the table
        self.guest: GuestLink | None = None  # gets some requests instead of the engine (`takes`, `post`)
        self.booted = asyncio.Event()  # set when the saved data have come; a guest's page may be ready before
        self.frame_shown = asyncio.Event()  # cleared while a change waits for the browser's next frame
        self.frame_shown.set()
        self._on_frame = ffi.create_proxy(lambda now: self.frame_shown.set())
        self._objects: dict[Any, Any] = {}  # by class: the one object of that class, see `object`

    def add(self, room: "Room", missed: "Container[str]" = ()) -> "None":
        """Add the values and functions of a room. Its views have `missed` changes of these values."""
        values: Any = room.values
        new: Any = {name: value for name, value in values.items() if name not in self.state}
        self.declared.update(new)
        self.state.update(new)
        phase_values: Any = self.phase_values
        for name in room.phase_values:
            phase_values[name] = values[name]
        self.painter.add(room.views, missed)
        for name in ("actions", "buttons", "forms", "links"):
            getattr(self, name).update(getattr(room, name))
        for name in ("slow", "fields", "sliders"):
            getattr(self, name).extend(getattr(room, name))
        for name in ("observers", "reducers", "effects", "hooks"):
            table = getattr(self, name)
            for key, function in getattr(room, name):
                table.setdefault(key, []).append(function)

    def come(self, room: "Room", is_early: "bool" = False) -> "None":
        """Take over a room after the start. Paint its views; if it `is_early`, only those of values that have changed."""
        old: Mapping[str, object] = self.declared
        new: Mapping[str, object] = self.state
        self.add(room, [name for name in new if old[name] is not new[name]] if is_early else new)
        self.painter.show((), self.state)
        for name, function in room.hooks:
            if name == "attach":
                function(self)

    def keep(self, handle: "Callable[[Any], None]", given: "Any") -> "None":
        """Keep an event that no room has handled until all rooms are here, then call handle(given)."""
        if self.kept is not None:
            self.kept.append((handle, given))

    def object(self, kind: "Callable[[App], Kind]") -> "Kind":
        """The page's one object of a class, made as kind(app) at the first use. A room keeps in it what is no state."""
        if kind not in self._objects:
            self._objects[kind] = kind(self)
        return self._objects[kind]

    def call(self, hook: "str", *given: "Any") -> "None":
        """Call the functions that rooms have registered for something that happens (`Room.on`)."""
        for function in self.hooks.get(hook, ()):
            function(self, *given)

    # --- the state

    @property
    def scene(self) -> "TableScene | Any":  # Any for None: much code runs only while there is a match
        """The last scene, or None if no match is on the table."""
        return self.state["scene"]

    def set_state(self, state: "State") -> "None":
        """Replace the state, update the document, then call the observers of each value that changed."""
        old: Mapping[str, object] = self.state
        new: Mapping[str, object] = state
        self._replace(state, [name for name in new if old[name] is not new[name]])

    def update(self, **changes: "Unpack[State]") -> "None":
        """Change some values of the state, as `set_state` does."""
        old: Mapping[str, object] = self.state
        new: Mapping[str, object] = changes
        self._replace(updated(self.state, **changes), [name for name in new if old[name] is not new[name]])

    def _replace(self, state: "State", changed: "list[str]") -> "None":
        """Replace the state by one in which these values have changed."""
        self.state = state
        if "scene" in changed and not state["scene"]:
            self.tables_left += 1
        self.painter.show(changed, state)
        new: Mapping[str, object] = state
        for name in changed:
            for observe in self.observers.get(name, ()):
                observe(self, new[name])

    def reduced(self, name: "str", state: "State", *given: "Any") -> "State":
        """The state after all reducers of this name, each of which sees the changes of those before it."""
        state = state.copy()
        for reduce in self.reducers[name]:
            state.update(reduce(state, *given))
        return state

    def repaint(self) -> "None":
        """Paint every view again, after the language has changed."""
        self.painter.show(self.state, self.state)

    def paint(self, cells: "Cells") -> "None":
        """Write cells into the document that are no view of the state."""
        self.painter.paint(cells)

    def with_scene(self, before: "State", scene: "TableScene") -> "SceneState":
        """The state after a scene has come."""
        state = updated(before, scene=scene, phase=scene["phase"])
        if "sheet" in scene:
            state["sheet_scene"] = scene
        if scene["phase"] != before["phase"]:
            state.update(self.phase_values)
        return self.reduced("scene", state, before)  # type: ignore[return-value]  # it has the scene

    def show(self, scene: "TableScene") -> "None":
        """Show a scene: compute the next state, paint it, then run the effects, stage by stage."""
        before = self.state
        measured: Measured = {}  # what the effects of the stage "measure" have read from the document
        after = self.with_scene(before, scene)
        for stage in STAGES:
            for act in self.effects.get(stage, ()):
                act(self, before, after, measured)
            if stage == "measure":
                self.set_state(after)

    # --- tasks

    def count_tasks(self, change: "int") -> "None":
        """Add `change`, 1 or -1, to the count of running tasks."""
        self.update(tasks_running=self.state["tasks_running"] + change)

    def run(self, task: "Task") -> "None":
        """Start a task. Until its end the page counts as busy. An exception in it opens the fault report."""
        self.count_tasks(1)
        asyncio.create_task(self._run(task))

    async def _run(self, task: "Task") -> "None":
        try:
            await self._run_in_background(task)
        finally:
            self.count_tasks(-1)

    def run_in_background(self, task: "Task") -> "None":
        """Start a task that nothing waits for. An exception in it opens the fault report."""
        asyncio.create_task(self._run_in_background(task))

    async def _run_in_background(self, task: "Task") -> "None":
        try:
            await task
        except Exception as fault:
            self.fault_report.show_exception(fault)

    def expect_frame(self) -> "None":
        """Clear `frame_shown`. The browser's next frame sets it again. A hidden page gets no frames."""
        self.frame_shown.clear()
        window.requestAnimationFrame(self._on_frame)

    # --- requests

    def ask(self, verb: "str", **arguments: "Any") -> "Coroutine[Any, Any, Any | None]":
        """Post a request to the engine now, and return an awaitable for its answer. A guest's moves go to the host.

        If the engine refuses, the page shows the refusal, and the answer is None. If the match has left the table since, the
        answer is None, too. The request does not wait for the `await`: MicroPython starts a task only after the next frame.
        """
        if self.guest and self.guest.takes(verb):
            return self.receive(self.guest.post(verb, arguments))
        return self.receive(engine_client.post(verb, **arguments))

    def ask_with_file(self, verb: "str", file: "Element") -> "Coroutine[Any, Any, Any | None]":
        """Like `ask`, with the text of a file as the verb's argument `text`."""
        return self.receive(engine_client.post_file(verb, file))

    def receive(self, request: "Awaitable[Any]") -> "Coroutine[Any, Any, Any | None]":
        """Return an awaitable for the answer to a posted request, as `ask` does."""
        self.count_tasks(1)
        return self._answer(request, self.tables_left)

    async def _answer(self, request: "Awaitable[Any]", tables_left: "int") -> "Any":
        """Await the answer to a request posted when so many tables had been left. Show a refusal, see `ask`."""
        try:
            answer = await engine_client.answer(request)
            return answer if tables_left == self.tables_left else None
        except engine_client.Refused as refused:
            if tables_left == self.tables_left:
                self.call("refused", refused)
        except engine_client.Broken as fault:
            self.fault_report.show_exception(fault)
            self.update(scene=None)  # without a scene, no event follows
        finally:
            self.count_tasks(-1)

    # --- clicks and fields

    def attach(self) -> "None":
        """Attach the listeners. Until the engine has started, requests wait in a queue."""
        listen(document, "click", self.clicked, passive=False)
        listen(document, "change", lambda event: self.field_changed(event.target))
        listen(document, "input", lambda event: self.field_typed(event.target))
        listen(document, "focusout", lambda event: mark_typing(event.target, False))
        listen(document, "submit", self.submitted, passive=False)
        window.onpagehide = ffi.create_proxy(lambda event: self.call("left"))
        self.call("attach")

    def clicked(self, event: "Event") -> "None":
        """Handle a click: find the pressed button, and do what its `data-` attributes say.

        Until the page has started, assets/boot.js keeps the press and repeats it then.
        """
        if data(document.body, "start") != "ready":
            return
        button = event.target.closest("button")
        if button and button.disabled:
            button = None
        for dealt_with in reversed(self.hooks.get("click", ())):
            if dealt_with(self, button, event):
                return
        if not button:
            return
        for name, press in self.buttons.items():
            if button.hasAttribute("data-" + name):
                press(self, button, event)
                return
        action = data(button, "action")
        if action in self.actions:
            task = self.actions[action](self, button)
            if task and action in self.slow:
                button.setAttribute("aria-busy", "true")
                task = _unmark_after(button, task)
            if task:  # actions that need no engine return None
                self.run(task)
        elif action:
            self.keep(self.clicked, event)

    def field_changed(self, field: "Element") -> "None":
        """Handle a changed form field."""
        mark_typing(field, False)
        for selector, changed in self.fields:
            if field.closest(selector):
                task = changed(self, field)
                if task:
                    self.run(task)
                return
        mark_typing(field, self.kept is not None)  # no room may paint it before one has handled it
        self.keep(self.field_changed, field)

    def field_typed(self, field: "Element") -> "None":
        """Handle a moved slider, or a character typed in a field."""
        for selector, moved in self.sliders:
            if field.closest(selector):
                moved(self, field)
                return
        mark_typing(field, field.type == "text")

    def submitted(self, event: "Event") -> "None":
        """Handle a submitted form."""
        event.preventDefault()
        if event.target.id in self.forms:
            self.run(self.forms[event.target.id](self))


async def _unmark_after(button: "Element", task: "Task") -> "None":
    """Run a task whose button is marked as busy until its result is on screen."""
    try:
        await task
    finally:
        button.removeAttribute("aria-busy")
