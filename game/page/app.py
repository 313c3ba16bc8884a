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
from game.page.page_state import START, updated
from game.page.play import showing
from game.page.screens import settings
from game.page.screens.dialogs import toast
from game.page.words import say, words


class App:
    """The state, the running tasks and the connection to the engine."""

    def __init__(self):
        self.state = START
        self.board_view = layers.BoardView()
        # (key, function): the function is called with the new value after the state's value of that key has changed.
        self.observers = (("places", self.board_view.show_places),)
        self.update(
            settings=settings.from_storage(recall(settings.KEY)),
            hurried="pace=0" in window.location.search,
        )
        self.frame_shown = asyncio.Event()  # cleared while a change waits for the browser's next frame
        self.frame_shown.set()
        self.match_replaced = (
            asyncio.Event()
        )  # set when another match comes to the table; a new event then takes its place
        self.pending_move = None  # the code of a move that is sent with the next frame
        self.pending_answer = None  # the awaitable answer to that move
        self.on_frame = ffi.create_proxy(lambda now: self.frame_shown.set())

    # --- the state

    @property
    def scene(self):
        """The last scene, or None if no match is on the table."""
        return self.state["scene"]

    def set_state(self, state):
        """Replace the state, update the document, then call the observers of each value that changed."""
        before, self.state = self.state, state
        views.show(before, state)
        for name, observe in self.observers:
            if before[name] is not state[name]:
                observe(state[name])

    def update(self, **changes):
        """Change some values of the state."""
        self.set_state(updated(self.state, **changes))

    def change_setting(self, name, value):
        """Change one setting, now and for the next visit."""
        values = dict(self.state["settings"])
        values[name] = value
        self.replace_settings(values)

    def replace_settings(self, values):
        """Replace all settings, now and for the next visit."""
        self.set_state(page_state.with_sorted_hand(updated(self.state, settings=values)))
        self.save_preference("settings", settings.KEY, values)

    def repaint(self):
        """Paint every view again, after the language has changed."""
        views.show(None, self.state)

    def save_preference(self, name, key, value):
        """Save the settings or the last table in the store, and in localStorage for the first paint of the next visit."""
        remember(key, json.dumps(value))
        self.run(self._report_storage(self.ask("keep", key=name, value=value)))

    async def _report_storage(self, asked):
        self.update(storage_problem=await asked or "")

    def count_tasks(self, number):
        """Add `number` to the count of running tasks."""
        self.update(tasks_running=self.state["tasks_running"] + number)

    def count_moving(self, number):
        """Add `number` to the count of tiles that are being animated."""
        self.update(tiles_moving=self.state["tiles_moving"] + number)

    def animates(self):
        """Whether tiles are animated."""
        return (
            page_state.pace(self.state) > 0
            and not window.matchMedia("(prefers-reduced-motion: reduce)").matches
        )

    # --- tasks and requests

    def run(self, task):
        """Run a task that an event has started. The page counts as busy from now on; an exception opens the fault report."""
        self.count_tasks(1)
        asyncio.create_task(self._run(task))

    async def _run(self, task):
        try:
            await task
        except engine_client.Broken:
            pass  # the fault report or a notice is already shown
        except Exception as fault:
            fault_report.show_exception(fault)
        finally:
            self.count_tasks(-1)

    def ask(self, verb, **given):
        """Post a request to the engine now, and return an awaitable for its answer.

        A refusal is shown to the person, and the answer is then None. The request is posted here and not when it is awaited, because
        MicroPython starts an asyncio task only after the browser's next frame.
        """
        self.count_tasks(1)
        return self._answer(engine_client.post(verb, **given))

    def ask_with_file(self, verb, file):
        """Like `ask`, with the text of a file."""
        self.count_tasks(1)
        return self._answer(engine_client.post_file(verb, file))

    async def _answer(self, asked):
        try:
            return await engine_client.answer(asked)
        except engine_client.Refused as refused:
            if refused.key == "error.match-elsewhere":
                self.set_state(updated(page_state.at_menu(self.state), match_elsewhere=refused.values["id"]))
            self.show_refusal(say(refused.key, refused.values))
            if refused.key.startswith("reason."):
                self.run(self._why(refused.key, self.state["notice"]))
        except engine_client.Broken:
            self.update(scene=None)  # the fault is already reported; without a scene nothing advances
        finally:
            self.count_tasks(-1)

    async def _why(self, reason, notice):
        """Ask for the clause of the rules behind a refusal, so that "Why?" can open it."""
        clause = await engine_client.call("why", reason=reason)
        if self.state["notice"] == notice:
            self.update(notice_clause=clause)

    def ask_for_scene(self, verb, **given):
        """Ask for a scene and show it. The awaited value says whether there was a scene to show."""
        return self.show_answer(self.ask(verb, **given))

    async def show_answer(self, asked):
        """Await the answer of `ask`, show its scene and continue. Return True if there was a scene."""
        scene = await asked
        if scene:
            await self.show_and_continue(scene)
        return bool(scene)

    def make_move(self, code):
        """Play a move code; see `ask_for_scene`."""
        return self.ask_for_scene("act", code=code)

    def expect_frame(self):
        """Clear `frame_shown` until the browser's next frame. `send_pending_move` sets it when the page is hidden."""
        self.frame_shown.clear()
        window.requestAnimationFrame(self.on_frame)

    def send_pending_move(self):
        """Send the move that waits for the browser's next frame. Also called when the page is hidden, which gets no frames."""
        if self.pending_move:
            code, self.pending_move = self.pending_move, None
            self.pending_answer = self.ask("act", code=code)
        self.frame_shown.set()

    async def show_and_continue(self, scene):
        """Show a scene, then the events that follow without the person."""
        self.show(scene)
        await self.advance()

    async def advance(self):
        """Ask for the next event, at the chosen pace, until it is the person's turn."""
        if self.state["advancing"]:
            return
        self.update(advancing=True)
        try:
            while page_state.advances_by_itself(self.state):
                version = self.scene["version"]
                await pacing.time_to_read(self)
                if not page_state.advances_by_itself(self.state):
                    break
                scene, screen = await self.ask("next_event"), self.state["screen"]
                if scene:
                    self.show(scene)
                    if screen in page_state.SIDE_SCREENS:  # it was opened while the scene was on its way
                        self.update(screen=screen)
                elif self.scene and self.scene["version"] == version:
                    self.update(scene=updated(self.scene, next=False))
        finally:
            self.update(advancing=False)

    # --- showing

    def show(self, scene):
        """Show a scene, and do everything that comes with it."""
        showing.show(self, scene)

    def frame_aspect(self):
        """The width of the table's frame divided by its height. Shows the table's screen for the measurement."""
        screen = self.state["screen"]
        self.update(screen="play")
        aspect = self.board_view.camera.aspect()
        self.update(screen=screen)
        return aspect

    def match_taken(self):
        """Another tab took the match over: show the menu, and offer to take it back."""
        self.set_state(updated(page_state.at_menu(self.state), match_elsewhere="taken", resumable=True))

    def show_refusal(self, sentence):
        """Show a refusal: beside the hand, or at the foot of the page if another screen is open."""
        if self.scene and self.state["screen"] == "play":
            self.show_notice(sentence)
        elif not self.state["match_elsewhere"]:  # the menu's line about the other tab says so already
            toast(sentence)

    def show_notice(self, sentence, kind="refused"):
        """Show a notice beside the hand. The next scene or choice removes it."""
        self.set_state(page_state.with_notice(self.state, sentence, kind))

    def announce(self, message):
        """Say a message of the engine in the live region."""
        self.set_state(page_state.with_announcement(self.state, words(message)))
