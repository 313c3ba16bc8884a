"""The page's controller: holds the state, asks the engine for scenes, and shows them at a human pace.

The document follows from `state` (page_state.py, views.py). Everything else that happens with a new scene is in play/showing.py.
docs/a-tap.md follows a tap through these modules.
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
    """The state, the running tasks and the connection to the engine."""

    def __init__(self):
        self.state = START
        self.board_view = layers.BoardView()
        self.observers = (
            ("places", self.board_view.offer),
        )  # (name, function): called with the new value when that value of the state has changed
        self.put(
            settings=settings.recalled(recall(settings.KEY)),
            hurried="pace=0" in window.location.search,
        )
        self.painted = asyncio.Event()  # set unless a change waits for the browser's next frame
        self.painted.set()
        self.another = asyncio.Event()  # set, and then replaced, when another match comes to the table
        self.unsent = None  # the code of a move that is sent with the next frame
        self.sent = None  # the awaitable answer to that move
        self.frame = ffi.create_proxy(lambda now: self.painted.set())

    # --- the state

    @property
    def scene(self):
        """The last scene, or None if no match is on the table."""
        return self.state["scene"]

    def become(self, state):
        """Replace the state, update the document, then call the observers of each value that changed."""
        before, self.state = self.state, state
        views.show(before, state)
        for name, observe in self.observers:
            if before[name] is not state[name]:
                observe(state[name])

    def put(self, **changes):
        """Change some values of the state."""
        self.become(changed(self.state, **changes))

    def like(self, name, value):
        """Change one setting, now and for the next visit."""
        liked = dict(self.state["settings"])
        liked[name] = value
        self.prefer(liked)

    def prefer(self, liked):
        """Replace all settings, now and for the next visit."""
        self.become(page_state.ordered(changed(self.state, settings=liked)))
        self.keep("settings", settings.KEY, liked)

    def repaint(self):
        """Paint every view again, after the language has changed."""
        views.show(None, self.state)

    def keep(self, name, key, value):
        """Save the settings or the last table in the store, and in localStorage for the first paint of the next visit."""
        remember(key, json.dumps(value))
        self.run(self._kept(self.ask("keep", key=name, value=value)))

    async def _kept(self, asked):
        self.put(storage_problem=await asked or "")

    def work(self, number):
        """Add `number` to the count of running tasks."""
        self.put(tasks_running=self.state["tasks_running"] + number)

    def moving(self, number):
        """Add `number` to the count of tiles that are being animated."""
        self.put(tiles_moving=self.state["tiles_moving"] + number)

    def moves(self):
        """Whether tiles are animated."""
        return (
            page_state.pace(self.state) > 0
            and not window.matchMedia("(prefers-reduced-motion: reduce)").matches
        )

    # --- tasks and requests

    def run(self, task):
        """Run a task that an event has started. The page counts as busy from now on; an exception opens the fault report."""
        self.work(1)
        asyncio.create_task(self._run(task))

    async def _run(self, task):
        try:
            await task
        except engine_client.Broken:
            pass  # the fault report or a notice is already shown
        except Exception as fault:
            fault_report.tell(fault)
        finally:
            self.work(-1)

    def ask(self, verb, **given):
        """Post a request to the engine now, and return an awaitable for its answer.

        A refusal is shown to the person, and the answer is then None. The request is posted here and not when it is awaited, because
        an asyncio task starts only after the browser's next frame.
        """
        self.work(1)
        return self._heard(engine_client.post(verb, **given))

    def give(self, verb, file):
        """Like `ask`, with the text of a file."""
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
            self.put(scene=None)  # the fault is already reported; without a scene nothing advances
        finally:
            self.work(-1)

    async def _why(self, reason, notice):
        """Ask for the clause of the rules behind a refusal, so that "Why?" can open it."""
        clause = await engine_client.call("why", reason=reason)
        if self.state["notice"] == notice:
            self.put(notice_clause=clause)

    def change(self, verb, **given):
        """Ask for a scene and show it. The awaited value is True unless the engine refused."""
        return self.changed(self.ask(verb, **given))

    async def changed(self, heard):
        """Await the answer of `ask`, show its scene and continue. Return True if there was a scene."""
        scene = await heard
        if scene:
            await self.go_on(scene)
        return bool(scene)

    def act(self, code):
        """Play a move code; see `ask_for_scene`."""
        return self.change("act", code=code)

    def flush(self):
        """Send the move that waits for the browser's next frame. A hidden page gets no frames, so it sends at once."""
        if self.unsent:
            code, self.unsent = self.unsent, None
            self.sent = self.ask("act", code=code)
        self.painted.set()

    async def go_on(self, scene):
        """Show a scene, then the events that follow without the person."""
        self.show(scene)
        await self.pump()

    async def pump(self):
        """Ask for the next event, at the chosen pace, until it is the person's turn."""
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
                    if on in page_state.BESIDE:  # the screen was opened while the scene was on its way
                        self.put(screen=on)
                elif self.scene and self.scene["version"] == version:
                    self.put(scene=changed(self.scene, next=False))
        finally:
            self.put(advancing=False)

    # --- showing

    def show(self, scene):
        """Show a scene, and do everything that comes with it."""
        showing.show(self, scene)

    def aspect(self):
        """The width of the table's frame divided by its height, also while another screen is shown."""
        on = self.state["screen"]
        self.put(screen="play")
        aspect = self.board_view.camera.aspect()
        self.put(screen=on)
        return aspect

    def taken(self):
        """Another tab took the match over: show the menu, and offer to take it back."""
        self.become(changed(page_state.menu(self.state), match_elsewhere="taken", resumable=True))

    def refused(self, sentence):
        """Show a refusal: beside the hand, or at the foot of the page if another screen is open."""
        if self.scene and self.state["screen"] == "play":
            self.notice(sentence)
        elif not self.state["match_elsewhere"]:  # its own line says so already
            toast(sentence)

    def notice(self, sentence, kind="refused"):
        """Show a notice beside the hand. The next scene or choice removes it."""
        self.become(page_state.noticed(self.state, sentence, kind))

    def announce(self, message):
        """Say a message of the engine in the live region."""
        self.become(page_state.spoken(self.state, words(message)))
