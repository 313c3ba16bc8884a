"""A room: a folder of the page with one purpose, and all that it adds to the page.

The `__init__.py` of the folder makes the room, and the folder's modules register on it what they add. main.py lists the
rooms once, the lowest first. A room imports only the kernel and rooms below it; what a low room must cause in a higher
one, the higher one observes or hooks into. The order of that list is also the order of views, of reducers, of hooks,
and of the effects within a stage.
"""


def updated(state, **changes):
    """A copy of the state, or of another dict such as a scene, with these values changed."""
    return dict(state, **changes)


class Room:
    """What one folder adds to the page. `modules` are its modules in the order in which they are imported."""

    def __init__(self, package, *modules):
        self.package = package
        self.modules = modules
        self.values = {}  # the values of the state when the page starts
        self.phase_values = []  # the names of the values that end with a phase
        self.views = []  # (view, the values that it reads, the screen that it is painted on or None)
        self.actions = {}  # by `data-action` of a button: action(app, button)
        self.slow = []  # the actions whose result may need more than 100 ms
        self.buttons = {}  # by an attribute `data-NAME` of a button: press(app, button, event)
        self.fields = []  # (selector, changed(app, field))
        self.sliders = []  # (selector, moved(app, field))
        self.forms = {}  # by id of a <form>: submitted(app)
        self.observers = []  # (value of the state, observe(app, value))
        self.reducers = []  # ("scene" or "boot", reducer)
        self.effects = []  # (stage of showing.STAGES, effect)
        self.hooks = []  # (name, function)
        self.links = {}  # by the start of a link code: open(app, code)

    def state(self, **values):
        """Declare values of the state."""
        self.values.update(values)

    def phase_state(self, **values):
        """Declare values that end with a phase: they start anew in each, and a replay puts them aside."""
        self.values.update(values)
        self.phase_values.extend(values)

    def view(self, *names, screen=None):
        """Register a view: a pure function from the state to cells (painting.py).

        It is called again when one of these values has changed. With `screen` it is painted only on that screen, or
        when the page is idle.
        """
        return _appends(self.views, names, screen)

    def action(self, *names, slow=False):
        """Register the action of the buttons with these `data-action`: action(app, button).

        It returns None, or a task for App.run. During a `slow` one the button is marked as busy.
        """
        if slow:
            self.slow.extend(names)
        return _enters(self.actions, names)

    def button(self, name):
        """Register what happens when a button with the attribute `data-NAME` is pressed: press(app, button, event)."""
        return _enters(self.buttons, (name,))

    def field(self, selector):
        """Register the handler of changed fields: changed(app, field). It returns None or a task.

        A field goes to the first handler whose selector it or one of its ancestors matches.
        """
        return _appends_after(self.fields, selector)

    def slider(self, selector):
        """Register the handler of each movement of a slider: moved(app, field)."""
        return _appends_after(self.sliders, selector)

    def form(self, name):
        """Register the handler of a submitted form with this id: submitted(app). It returns a task."""
        return _enters(self.forms, (name,))

    def observer(self, name):
        """Register a function to call after a value of the state has changed: observe(app, value)."""
        return _appends_after(self.observers, name)

    def reducer(self, name):
        """Register a pure function that returns which values of the state change, as a dict.

        "scene": reduce(state, before) when a scene comes; `state` has it already, `before` is the state without it.
        "menu": reduce(state) when the welcome screen comes in place of a match.
        "boot": reduce(state, boot) when the engine has read its store; `boot` is its answer.
        """
        return _appends_after(self.reducers, name)

    def effect(self, stage):
        """Register a further effect of a scene: effect(app, before, after, measured), see `STAGES` in app.py."""
        return _appends_after(self.effects, stage)

    def on(self, name):
        """Register a function to call when something happens; where it happens, its name and arguments are documented.

        "attach" (app): the page starts, or a room that comes late has come.
        "left" (app): the browser is about to leave the page.
        "click" (app, button, event): before the action of a button; `button` is None for a click beside the buttons or
        on a disabled one. The highest room is asked first. True ends the click.
        "refused" (app, refused): the engine has refused a request.
        """
        return _appends_after(self.hooks, name)

    def link(self, *prefixes):
        """Register what opens link codes with these prefixes: open(app, code)."""
        return _enters(self.links, prefixes)


def _appends(entries, *more):
    """A decorator that appends (function, *more) to the entries."""

    def register(function):
        entries.append((function,) + more)
        return function

    return register


def _appends_after(entries, name):
    """A decorator that appends (name, function) to the entries."""

    def register(function):
        entries.append((name, function))
        return function

    return register


def _enters(table, names):
    """A decorator that enters the function into the table under each of the names."""

    def register(function):
        for name in names:
            table[name] = function
        return function

    return register
