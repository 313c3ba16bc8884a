"""A room: a folder of the page with one purpose, and all that it adds to the page.

The `__init__.py` of the folder makes the room, and the folder's modules register on it what they add. main.py lists the
rooms once, the lowest first. A room imports only the kernel and rooms below it; what a low room must cause in a higher
one, the higher one observes or hooks into. The order of that list is also the order of views, of reducers, of hooks,
and of the effects within a stage. The high rooms come when the first screen is shown, so a scene may come before them.
"""

from game.for_types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar, Unpack, overload

    from game.page.page_types import (
        Action,
        Effect,
        Hook,
        Observer,
        Opener,
        Press,
        Reducer,
        RegisteredView,
        SceneState,
        State,
        Submitted,
        View,
    )

    Fields = TypeVar("Fields")
    Function = TypeVar("Function", bound=Hook)
    ViewFunction = TypeVar("ViewFunction", bound=View)
    ActionFunction = TypeVar("ActionFunction", bound=Action)
    PressFunction = TypeVar("PressFunction", bound=Press)
    FormFunction = TypeVar("FormFunction", bound=Submitted)
    ObserverFunction = TypeVar("ObserverFunction", bound=Observer)
    ReducerFunction = TypeVar("ReducerFunction", bound=Reducer)
    EffectFunction = TypeVar("EffectFunction", bound=Effect)
    LinkFunction = TypeVar("LinkFunction", bound=Opener)

    Value = TypeVar("Value")

    class NoSuchValue:
        """In place of a state with a value that no room declares, or of another type."""


# The stages of showing a scene, in order. The effects of a stage run in the order of the rooms.
STAGES = (
    "measure",  # before the scene is painted: read facts from the document into `measured`
    "write",  # change the document further
    "draw",  # draw the table
    "animate",  # move what has changed: this reads positions, so all changes of the document come before
    "follow",  # whatever needs neither the document's layout nor the focus
    "clear",  # remove what the person chose
    "focus",  # move the keyboard focus: this lays out the page, so it comes after the changes above
    "go-on",  # act for the person
)

if TYPE_CHECKING:

    @overload
    def updated(  # type: ignore[overload-overlap]  # the third one names a wrong value
        state: SceneState, **changes: Unpack[SceneState]
    ) -> SceneState: ...
    @overload
    def updated(state: State, **changes: Unpack[State]) -> State: ...
    @overload
    def updated(state: State, **changes: Any) -> NoSuchValue: ...
    @overload
    def updated(state: Fields, **changes: Any) -> Fields: ...


def updated(state: "Any", **changes: "Any") -> "Any":
    """A copy of the state, or of another dict such as a scene, with these values changed."""
    copy = state.copy()  # MicroPython copies a dict in one step; `dict(state)` enters each key again
    copy.update(changes)
    return copy


def required(value: "Value | None") -> "Value":
    """A value that the button of a screen needs, and that the screen came with. None is a fault in our code."""
    if value is None:
        raise TypeError("a value is None, although its screen is shown")
    return value


class Room:
    """What one folder adds to the page. `modules` are its modules in the order in which they are imported."""

    def __init__(self, package: "str", *modules: "str") -> "None":
        self.package = package
        self.modules = modules
        self.values: State = {}  # the values of the state when the page starts
        self.phase_values: list[str] = []  # the names of the values that end with a phase
        self.views: list[RegisteredView] = []
        self.actions: dict[str, Action] = {}  # by `data-action` of a button: action(app, button)
        self.slow: list[str] = []  # the actions whose result may need more than 100 ms
        # by an attribute `data-NAME` of a button: press(app, button, event)
        self.buttons: dict[str, Press] = {}
        self.fields: list[tuple[str, Action]] = []  # (selector, changed(app, field))
        self.sliders: list[tuple[str, Action]] = []  # (selector, moved(app, field))
        self.forms: dict[str, Submitted] = {}  # by id of a <form>: submitted(app)
        self.observers: list[tuple[str, Observer]] = []  # (value of the state, observe(app, value))
        self.reducers: list[tuple[str, Reducer]] = []  # ("scene", "menu" or "boot", reducer)
        self.effects: list[tuple[str, Effect]] = []  # (stage of STAGES, effect)
        self.hooks: list[tuple[str, Hook]] = []  # (name, function)
        self.links: dict[str, Opener] = {}  # by the start of a link code: open(app, code)

    def state(self, **values: "Unpack[State]") -> "None":
        """Declare values of the state."""
        self.values.update(values)

    def phase_state(self, **values: "Unpack[State]") -> "None":
        """Declare values that end with a phase: they start anew in each, and a replay puts them aside."""
        self.values.update(values)
        self.phase_values.extend(values)

    def view(self, *names: "str", screen: "str | None" = None) -> "Callable[[ViewFunction], ViewFunction]":
        """Register a view: a pure function from the state to cells (painting.py).

        It is called again when one of these values has changed. With `screen` it is painted only on that screen, or
        when the page is idle.
        """
        return _appends(self.views, names, screen)

    def action(self, *names: "str", slow: "bool" = False) -> "Callable[[ActionFunction], ActionFunction]":
        """Register the action of the buttons with these `data-action`: action(app, button).

        It returns None, or a task for App.run. During a `slow` one the button is marked as busy.
        """
        if slow:
            self.slow.extend(names)
        return _enters(self.actions, names)

    def button(self, name: "str") -> "Callable[[PressFunction], PressFunction]":
        """Register what happens when a button with the attribute `data-NAME` is pressed: press(app, button, event)."""
        return _enters(self.buttons, (name,))

    def field(self, selector: "str") -> "Callable[[ActionFunction], ActionFunction]":
        """Register the handler of changed fields: changed(app, field). It returns None or a task.

        A field goes to the first handler whose selector it or one of its ancestors matches.
        """
        return _appends_after(self.fields, selector)

    def slider(self, selector: "str") -> "Callable[[ActionFunction], ActionFunction]":
        """Register the handler of each movement of a slider: moved(app, field)."""
        return _appends_after(self.sliders, selector)

    def form(self, name: "str") -> "Callable[[FormFunction], FormFunction]":
        """Register the handler of a submitted form with this id: submitted(app). It returns a task."""
        return _enters(self.forms, (name,))

    def observer(self, name: "str") -> "Callable[[ObserverFunction], ObserverFunction]":
        """Register a function to call after a value of the state has changed: observe(app, value)."""
        return _appends_after(self.observers, name)

    def reducer(self, name: "str") -> "Callable[[ReducerFunction], ReducerFunction]":
        """Register a pure function that returns which values of the state change, as a dict.

        "scene": reduce(state, before) when a scene comes; `state` has it already, `before` is the state without it.
        "menu": reduce(state) when the welcome screen comes in place of a match.
        "boot": reduce(state, boot) when the engine has read its store; `boot` is its answer.
        """
        return _appends_after(self.reducers, name)

    def effect(self, stage: "str") -> "Callable[[EffectFunction], EffectFunction]":
        """Register a further effect of a scene: effect(app, before, after, measured), see STAGES."""
        return _appends_after(self.effects, stage)

    def on(self, name: "str") -> "Callable[[Function], Function]":
        """Register a function to call when something happens.

        "attach" (app): the page starts, or a room that comes late has come.
        "left" (app): the browser is about to leave the page.
        "click" (app, button, event): before the action of a button; `button` is None for a click beside the buttons or
        on a disabled one. The highest room is asked first. True ends the click.
        "refused" (app, refused): the engine has refused a request.
        "returned" (app): the person has come back from a side screen to the table, or to the welcome screen.
        "dialog-closed" (app): a dialog was closed.
        "language" (app): another language is shown.
        "leaving" (app): the person leaves the table. It waits for the function, a coroutine.
        "learnt" (app): the person has finished the course. True if the first screen comes next, and not a new match.
        "party" (app): the engine tells that the people with other devices, or their table, have changed. It waits, too.
        """
        return _appends_after(self.hooks, name)

    def link(self, *prefixes: "str") -> "Callable[[LinkFunction], LinkFunction]":
        """Register what opens link codes with these prefixes: open(app, code)."""
        return _enters(self.links, prefixes)


def _appends(entries: "list[Any]", *more: "object") -> "Callable[[Function], Function]":
    """A decorator that appends (function, *more) to the entries."""

    def register(function: "Function") -> "Function":
        entries.append((function,) + more)
        return function

    return register


def _appends_after(entries: "list[Any]", name: "str") -> "Callable[[Function], Function]":
    """A decorator that appends (name, function) to the entries."""

    def register(function: "Function") -> "Function":
        entries.append((name, function))
        return function

    return register


def _enters(table: "dict[str, Any]", names: "tuple[str, ...]") -> "Callable[[Function], Function]":
    """A decorator that enters the function into the table under each of the names."""

    def register(function: "Function") -> "Function":
        for name in names:
            table[name] = function
        return function

    return register
