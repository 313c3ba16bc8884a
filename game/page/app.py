"""The table on the page: asks the engine, shows its scenes, lets bots' events come at a human pace.

What is shown follows from `state` (page_state.py, views.py); what comes with a scene besides is in play/showing.py. A tap on its way
through all of this: docs/a-tap.md.
"""

import asyncio
import json

from pyscript import ffi, window

from game.page import engine_client, fault_report, page_state, views
from game.page.board import layers, pacing
from game.page.dom import recall, remember
from game.page.page_state import START, changed
from game.page.play import showing
from game.page.screens import settings
from game.page.screens.dialogs import toast
from game.page.words import say, words


class App:
    """All that happens on the page's table."""

    def __init__(self):
        self.state = START
        self.board_view = layers.BoardView()
        self.observers = (
            ("places", self.board_view.offer),
        )  # called with a value of the state when it is another one
        self.put(
            settings=settings.recalled(recall(settings.KEY)),
            hurried="pace=0" in window.location.search,
        )
        self.painted = asyncio.Event()  # no tile was laid that the browser has yet to draw
        self.painted.set()
        self.another = asyncio.Event()  # another match has come to the table; it brings its own
        self.unsent = None  # a move that the engine gets with the next frame
        self.sent = None  # what it was asked then
        self.frame = ffi.create_proxy(lambda now: self.painted.set())

    # --- the state

    @property
    def scene(self):
        """The last scene; None when no match is on the table."""
        return self.state["scene"]

    def become(self, state):
        """Takes over a state; the document follows, and then what observes the state."""
        before, self.state = self.state, state
        views.show(before, state)
        for name, observe in self.observers:
            if before[name] is not state[name]:
                observe(state[name])

    def put(self, **changes):
        """Changes some values of the state."""
        self.become(changed(self.state, **changes))

    def like(self, name, value):
        """Changes a setting, at once and for the next visit."""
        liked = dict(self.state["settings"])
        liked[name] = value
        self.prefer(liked)

    def prefer(self, liked):
        """Takes over all settings."""
        self.become(page_state.ordered(changed(self.state, settings=liked)))
        self.keep("settings", settings.KEY, liked)

    def repaint(self):
        """Shows everything anew, after another language was chosen."""
        views.show(None, self.state)

    def keep(self, name, key, value):
        """Keeps the settings or the last table, in the store and for the first paint of the next visit."""
        remember(key, json.dumps(value))
        self.run(self._kept(self.ask("keep", key=name, value=value)))

    async def _kept(self, asked):
        self.put(storage_problem=await asked or "")

    def work(self, number):
        """So many tasks more, or fewer, are under way."""
        self.put(tasks_running=self.state["tasks_running"] + number)

    def moving(self, number):
        """So many tiles more, or fewer, are on their way."""
        self.put(tiles_moving=self.state["tiles_moving"] + number)

    def moves(self):
        """Whether tiles glide."""
        return (
            page_state.pace(self.state) > 0
            and not window.matchMedia("(prefers-reduced-motion: reduce)").matches
        )

    # --- tasks, and asking the engine

    def run(self, task):
        """Does a task that an event began; the page is busy from the event on, and a fault of ours is told."""
        self.work(1)
        asyncio.create_task(self._run(task))

    async def _run(self, task):
        try:
            await task
        except engine_client.Broken:
            pass  # the person knows
        except Exception as fault:
            fault_report.tell(fault)
        finally:
            self.work(-1)

    def ask(self, verb, **given):
        """Asks the engine; awaited: its answer, or None after a refusal, which is then shown in words.

        It is asked at once, not when it is awaited: a task begins only after the browser's next frame.
        """
        self.work(1)
        return self._heard(engine_client.post(verb, **given))

    def give(self, verb, file):
        """The same with the text of a file."""
        self.work(1)
        return self._heard(engine_client.give(verb, file))

    async def _heard(self, asked):
        try:
            return await engine_client.answer(asked)
        except engine_client.Refused as refused:
            if refused.key == "error.match-elsewhere":
                self.become(changed(page_state.menu(self.state), match_elsewhere=refused.values["id"]))
            self.refused(say(refused.key, refused.values))
            if refused.key.startswith("reason."):
                self.run(self._why(refused.key, self.state["notice"]))
        except engine_client.Broken:
            self.put(scene=None)  # the person has been told; nothing goes on by itself
        finally:
            self.work(-1)

    async def _why(self, reason, notice):
        """Asks for the clause behind a refusal; its paragraph can then be opened beside the notice."""
        clause = await engine_client.call("why", reason=reason)
        if self.state["notice"] == notice:
            self.put(notice_clause=clause)

    def change(self, verb, **given):
        """Asks for a change of the table; awaited: shows it and what follows, True when it was done."""
        return self.changed(self.ask(verb, **given))

    async def changed(self, heard):
        """Shows the scene that `ask` is to be answered with, and what follows; True when there was one."""
        scene = await heard
        if scene:
            await self.go_on(scene)
        return bool(scene)

    def act(self, code):
        """Executes a move code; see `change`."""
        return self.change("act", code=code)

    def flush(self):
        """Sends the move that waits for the browser's next frame: a page that is hidden paints none any more."""
        if self.unsent:
            code, self.unsent = self.unsent, None
            self.sent = self.ask("act", code=code)
        self.painted.set()

    async def go_on(self, scene):
        """Shows a scene, and lets happen what follows."""
        self.show(scene)
        await self.pump()

    async def pump(self):
        """Lets happen what happens without the person, at the chosen pace."""
        if self.state["advancing"]:
            return
        self.put(advancing=True)
        try:
            while page_state.goes_on(self.state):
                version = self.scene["version"]
                await pacing.read(self)
                if not page_state.goes_on(self.state):
                    break
                scene, on = await self.ask("next_event"), self.state["screen"]
                if scene:
                    self.show(scene)
                    if on in page_state.BESIDE:  # it was on its way when that was opened
                        self.put(screen=on)
                elif self.scene and self.scene["version"] == version:
                    self.put(scene=changed(self.scene, next=False))
        finally:
            self.put(advancing=False)

    # --- showing

    def show(self, scene):
        """Shows a scene, and does all that comes with one."""
        showing.show(self, scene)

    def aspect(self):
        """Width by height of the table's frame, also while another screen is shown."""
        on = self.state["screen"]
        self.put(screen="play")
        aspect = self.board_view.camera.aspect()
        self.put(screen=on)
        return aspect

    def taken(self):
        """Another tab took the match that was on the table."""
        self.become(changed(page_state.menu(self.state), match_elsewhere="taken", resumable=True))

    def refused(self, sentence):
        """Says why something cannot be where it is seen: beside the hand, or at the foot of another screen."""
        if self.scene and self.state["screen"] == "play":
            self.notice(sentence)
        elif not self.state["match_elsewhere"]:  # which says it itself
            toast(sentence)

    def notice(self, sentence, kind="refused"):
        """Says why something cannot be; gone with the next scene or choice."""
        self.become(page_state.noticed(self.state, sentence, kind))

    def announce(self, message):
        """Says a message of the engine."""
        self.become(page_state.spoken(self.state, words(message)))
