"""The page's controller: holds the state, asks the engine for scenes, and shows them at the chosen pace.

The views compute the document from the state (page_state.py, painting.py). The other effects of a new scene, such as
sounds and animations, are in kernel/showing.py. docs/a-tap.md follows a tap through these modules.
"""

import asyncio
import json

from pyscript import ffi, window

from game.page.board import drawing
from game.page.events import pacing
from game.page.focus import focus
from game.page.kernel import engine_client, fault_report, page_state, painting, showing
from game.page.kernel.dom import recall, remember
from game.page.kernel.page_state import START, updated
from game.page.kernel.words import say, words
from game.page.screens.dialogs import SHEET_BESIDE_TABLE, show_sheet_top, toast
from game.page.settings import settings


class App:
    """The state, the running tasks and the connection to the engine."""

    def __init__(self):
        self.state = START
        self.board_view = drawing.BoardView()
        # (key, function): after the state's value of that key has changed, `set_state` calls function(new value).
        self.observers = (
            ("places", self.board_view.show_places),
            ("sheet_open", self.sheet_toggled),
        )
        self.update(
            settings=settings.from_storage(recall(settings.KEY)),
            hurried="pace=0" in window.location.search,
        )
        self.frame_shown = asyncio.Event()  # cleared while a change waits for the browser's next frame
        self.frame_shown.set()
        # Set when another match comes to the table. Each match has an Event object of its own.
        self.match_replaced = asyncio.Event()
        self.card_closed = asyncio.Event()  # no card of a round is on screen
        self.card_closed.set()
        # The GuestLink to a host's table (own_phones/guest/guest_link.py); None at an own table.
        self.guest = None
        self.pending_place = None  # the place of the move to send after the browser's next frame
        self.pending_answer = None  # the awaitable answer to that move, once it is sent
        self.on_frame = ffi.create_proxy(lambda now: self.frame_shown.set())

    # --- the state

    @property
    def scene(self):
        """The last scene, or None if no match is on the table."""
        return self.state["scene"]

    def set_state(self, state):
        """Replace the state, update the document, then call the observers of each value that changed."""
        before, self.state = self.state, state
        painting.show(before, state)
        for name, observe in self.observers:
            if before[name] is not state[name]:
                observe(state[name])

    def sheet_toggled(self, is_open):
        """Handle an opened or closed score sheet: its scroll position, and the focus."""
        if is_open:
            focus.remember_sheet_opener()
            show_sheet_top()
        elif not window.matchMedia(SHEET_BESIDE_TABLE).matches:
            focus.leave_sheet()

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
        painting.show(None, self.state)

    def save_preference(self, name, key, value):
        """Save the settings, or the choices of the last match, for the next visit.

        The engine stores the value under `name`. localStorage has it under `key` for the first paint, before the engine
        runs.
        """
        remember(key, json.dumps(value))
        self.run(self._show_storage_problem(self.ask("keep", key=name, value=value)))

    async def _show_storage_problem(self, answer):
        """Await the answer of `keep`: why the value could not be stored, or an empty text."""
        self.update(storage_problem=await answer or "")

    def count_tasks(self, change):
        """Add `change`, 1 or -1, to the count of running tasks."""
        self.update(tasks_running=self.state["tasks_running"] + change)

    def count_moving(self, change):
        """Add `change`, 1 or -1, to the count of tiles that are being animated."""
        self.update(tiles_moving=self.state["tiles_moving"] + change)

    # --- tasks and requests

    def run(self, task):
        """Start a task. Until its end the page counts as busy. An exception in it opens the fault report."""
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

    def ask(self, verb, **arguments):
        """Post a request to the engine now, and return an awaitable for its answer. A guest's moves go to the host.

        If the engine refuses, the page shows the refusal, and the answer is None. The request does not wait for the
        `await`: MicroPython starts an asyncio task only after the browser's next frame.
        """
        if self.guest and self.guest.takes(verb):
            return self.receive(self.guest.post(verb, arguments))
        return self.receive(engine_client.post(verb, **arguments))

    def ask_with_file(self, verb, file):
        """Like `ask`, with the text of a file as the verb's argument `text`."""
        return self.receive(engine_client.post_file(verb, file))

    def receive(self, request):
        """Return an awaitable for the answer to a posted request, as `ask` does."""
        self.count_tasks(1)
        return self._answer(request)

    async def _answer(self, request):
        """Await the answer to a posted request. Show a refusal, and return None after a refusal or a fault."""
        try:
            return await engine_client.answer(request)
        except engine_client.Refused as refused:
            if refused.key == "error.match-elsewhere":
                self.set_state(updated(page_state.at_menu(self.state), match_elsewhere=refused.values["id"]))
            self.show_refusal(say(refused.key, refused.values))
            if refused.key.startswith("reason.") and not self.guest:  # a guest's engine has no match
                self.run(self._find_clause(refused.key, self.state["notice"]))
        except engine_client.Broken:
            self.update(scene=None)  # the fault is already reported; without a scene, `advance` stops
        finally:
            self.count_tasks(-1)

    async def _find_clause(self, reason, notice):
        """Ask for the clause of the rules that is the reason of a refusal, so that the button "Why?" can open it."""
        clause = await engine_client.call("why", reason=reason)
        if self.state["notice"] == notice:  # the refusal is still on screen
            self.update(notice_clause=clause)

    def ask_for_scene(self, verb, **arguments):
        """Post a request whose answer is a scene. Return an awaitable that shows the scene; see `show_answer`."""
        return self.show_answer(self.ask(verb, **arguments))

    async def show_answer(self, answer):
        """Await an answer of `ask`, show its scene and continue. Return whether there was a scene: not after a refusal."""
        scene = await answer
        if scene:
            await self.show_and_continue(scene)
        return bool(scene)

    def make_move(self, code):
        """Play the move with this code. Return an awaitable; see `ask_for_scene`."""
        return self.show_answer(self.ask_for_move(code))

    def ask_for_move(self, code, toe=-1):
        """Ask the engine to play a move code. A play that leaves one tile also calls it, if the person wants that.

        `toe` is the "toe" of the chosen place (see game/engine/match/places.py), or -1.
        """
        arguments = self.call_argument() if code[0].isdigit() else {}
        if toe >= 0:
            arguments["toe"] = toe
        return self.ask("act", code=code, **arguments)

    def call_argument(self):
        """The argument of a verb that plays: call the last tile, if the person wants the game to call it."""
        return {"call": True} if settings.calls_for_person(self.state) else {}

    def expect_frame(self):
        """Clear `frame_shown`. The browser's next frame sets it again, or `send_pending_move` does."""
        self.frame_shown.clear()
        window.requestAnimationFrame(self.on_frame)

    def send_pending_move(self):
        """Send the move that waits for the browser's next frame.

        Call it also when the page is hidden: a hidden page gets no frames.
        """
        if self.pending_place:
            place, self.pending_place = self.pending_place, None
            self.pending_answer = self.ask_for_move(place["move"], place["toe"])
        self.frame_shown.set()

    async def show_and_continue(self, scene):
        """Show a scene, then the following events, until the person has to act."""
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
                    if screen in page_state.SIDE_SCREENS:  # the person opened it during the request
                        self.update(screen=screen)
                elif self.scene and self.scene["version"] == version:
                    self.update(scene=updated(self.scene, next=False))  # refused: do not ask again
        finally:
            self.update(advancing=False)

    # --- showing

    def show(self, scene):
        """Show a scene, with its sounds, animations and other effects."""
        showing.show(self, scene)

    def frame_aspect(self):
        """The width of the table's frame divided by its height. Shows the table's screen only while it measures."""
        screen = self.state["screen"]
        self.update(screen="play")
        aspect = self.board_view.camera.aspect()
        self.update(screen=screen)
        return aspect

    def match_taken(self):
        """Show the menu after another tab took over the match, with an offer to play it here again."""
        self.set_state(updated(page_state.at_menu(self.state), match_elsewhere="taken", resumable=True))

    def show_refusal(self, sentence):
        """Show a refusal beside the hand, or at the foot of the page if the table is not on screen."""
        if self.scene and self.state["screen"] == "play":
            self.show_notice(sentence)
        elif not self.state["match_elsewhere"]:  # a standing notice already names the other tab
            toast(sentence)

    def show_notice(self, sentence, kind="refused"):
        """Show a notice beside the hand. The next scene or choice removes it."""
        self.set_state(page_state.with_notice(self.state, sentence, kind))

    def announce(self, message):
        """Let screen readers speak a message of the engine."""
        self.set_state(page_state.with_announcement(self.state, words(message)))
