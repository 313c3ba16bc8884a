"""The table on the page: asks the engine, shows its scenes, lets bots' events come at a human pace.

What is shown follows from `state` (state.py, views.py); here is what a state cannot be: asking, waiting, moving, sounding.
"""

import asyncio
import json

from pyscript import document, ffi, window

from game.page import bridge, trouble, views
from game.page import state as states
from game.page.dom import data, one, recall, remember
from game.page.felt import beats, layers, motion
from game.page.follow import alone
from game.page.screens import settings
from game.page.screens.dialogs import toast
from game.page.screens.files import persist
from game.page.state import START, changed
from game.page.table import curtain, log, sound
from game.page.words import say, words


class App:
    """All that happens on the page's table."""

    def __init__(self):
        self.state = START
        self.felt = layers.Felt()
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
        """Takes over a state; the document follows. The places that are lit lie over the table from now on."""
        before, self.state = self.state, state
        views.show(before, state)
        if before["places"] is not state["places"]:
            self.felt.offer(state["places"])

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
        self.become(states.ordered(changed(self.state, settings=liked)))
        self.keep("settings", settings.KEY, liked)

    def repaint(self):
        """Shows everything anew, after another language was chosen."""
        views.show(None, self.state)

    def keep(self, name, key, value):
        """Keeps the settings or the last table, in the store and for the first paint of the next visit."""
        remember(key, json.dumps(value))
        self.run(self._kept(self.ask("keep", key=name, value=value)))

    async def _kept(self, asked):
        self.put(kept=await asked or "")

    def work(self, number):
        """So many tasks more, or fewer, are under way."""
        self.put(working=self.state["working"] + number)

    def moving(self, number):
        """So many tiles more, or fewer, are on their way."""
        self.put(moving=self.state["moving"] + number)

    def moves(self):
        """Whether tiles glide."""
        return (
            states.pace(self.state) > 0 and not window.matchMedia("(prefers-reduced-motion: reduce)").matches
        )

    # --- tasks, and asking the engine

    def run(self, task):
        """Does a task that an event began; the page is busy from the event on, and a fault of ours is told."""
        self.work(1)
        asyncio.create_task(self._run(task))

    async def _run(self, task):
        try:
            await task
        except bridge.Broken:
            pass  # the person knows
        except Exception as fault:
            trouble.tell(fault)
        finally:
            self.work(-1)

    def ask(self, verb, **given):
        """Asks the engine; awaited: its answer, or None after a refusal, which is then shown in words.

        It is asked at once, not when it is awaited: a task begins only after the browser's next frame.
        """
        self.work(1)
        return self._heard(bridge.post(verb, **given))

    def give(self, verb, file):
        """The same with the text of a file."""
        self.work(1)
        return self._heard(bridge.give(verb, file))

    async def _heard(self, asked):
        try:
            return await bridge.answer(asked)
        except bridge.Refused as refused:
            if refused.key == "error.match-elsewhere":
                self.become(changed(states.menu(self.state), elsewhere=refused.values["id"]))
            self.refused(say(refused.key, refused.values))
            if refused.key.startswith("reason."):
                self.run(self._why(refused.key, self.state["notice"]))
        except bridge.Broken:
            self.put(scene=None)  # the person has been told; nothing goes on by itself
        finally:
            self.work(-1)

    async def _why(self, reason, notice):
        """Asks for the clause behind a refusal; its paragraph can then be opened beside the notice."""
        clause = await bridge.call("why", reason=reason)
        if self.state["notice"] == notice:
            self.put(why=clause)

    def change(self, verb, **given):
        """Asks for a change of the table; awaited: shows it and what follows, True when it was done."""
        return self._changed(self.ask(verb, **given))

    async def _changed(self, heard):
        scene = await heard
        if scene:
            self.show(scene)
            await self.pump()
        else:
            self.take_up()
        return bool(scene)

    async def pump(self):
        """Lets happen what happens without the person, at the chosen pace."""
        if self.state["pumping"]:
            return
        self.put(pumping=True)
        try:
            while states.goes_on(self.state):
                version = self.scene["version"]
                await beats.read(self)
                if not states.goes_on(self.state):
                    break
                scene, on = await self.ask("next_event"), self.state["screen"]
                if scene:
                    self.show(scene)
                    if on in states.BESIDE:  # it was on its way when that was opened
                        self.put(screen=on)
                elif self.scene and self.scene["version"] == version:
                    self.put(scene=changed(self.scene, next=False))
        finally:
            self.put(pumping=False)

    # --- showing

    def show(self, scene):
        """Shows a scene; what it says is announced and what it did is seen moving."""
        before = self.state
        laid, on_places = before["laid"], layers.has_focus()
        lost = on_places or self._leaves(scene)
        starts = motion.starts(scene, laid and laid[0]) if self.moves() else None
        state = states.spoken(states.shown(before, scene), log.heard(before, scene))
        late = (
            states.pace(state) > 0
            and before["phase"] == "playing"
            and state["phase"] in ("round-over", "match-over")
        )
        if late:  # the last move is seen before the sheet covers it
            revealed = state["screen"], state["open"]
            state = changed(state, screen="play", open=False)
        if before["at"] is not None:
            layers.point_at(None)
        self.become(state)
        beats.tell(self, scene)
        if late:
            trouble.aside(beats.reveal(self, *revealed))
        self.felt.show(scene, laid)
        if starts is not None:
            motion.play(scene, starts, self.moving)
        log.tell(scene)
        sound.play(scene, self.state["settings"])
        if scene["phase"] == "match-over" and before["phase"] != "match-over":
            persist()
        if states.buzzes(self.state) and sound.awake():
            motion.vibrate()
        # Last of all, because a focus that moves makes the browser lay everything out; and before the places go, since one
        # that goes with the focus on it makes it do so once more.
        self._focus(before["phase"], lost)
        self.become(states.settled(self.state))
        alone.consider(self)

    def _leaves(self, scene):
        """Whether the focus is on a tile of the hand that is no longer there."""
        tile = data(document.activeElement, "tile")
        return bool(tile) and tile not in [other["tile"] for other in scene["hand"]]

    def _focus(self, before, lost):
        phase = self.state["phase"]
        if phase != before and phase in beats.TITLES:
            one(beats.TITLES[phase]).focus()
        elif phase == "lesson" and self.scene["lesson"]["done"]:
            one(
                "#lesson-play"
                if self.scene["lesson"]["step"] == self.scene["lesson"]["of"]
                else "#lesson-next"
            ).focus()
        elif before == "curtain" or (lost and phase in ("playing", "lesson", "puzzle")):
            self.focus_hand()

    def focus_hand(self, tile=None):
        """Puts the focus on a tile of the hand, or on its tab stop."""
        button = motion.in_hand(tile) or motion.in_hand(self.state["stop"])
        if button:
            button.focus()

    def aspect(self):
        """Width by height of the table's frame, also while another screen is shown."""
        on = self.state["screen"]
        self.put(screen="play")
        aspect = self.felt.camera.aspect()
        self.put(screen=on)
        return aspect

    def taken(self):
        """Another tab took the match that was on the table."""
        self.become(changed(states.menu(self.state), elsewhere="taken", resumable=True))

    def refused(self, sentence):
        """Says why something cannot be where it is seen: beside the hand, or at the foot of another screen."""
        if self.scene and self.state["screen"] == "play":
            self.notice(sentence)
        elif not self.state["elsewhere"]:  # which says it itself
            toast(sentence)

    def notice(self, sentence, kind="refused"):
        """Says why something cannot be; gone with the next scene or choice."""
        self.become(states.noticed(self.state, sentence, kind))

    def announce(self, message):
        """Says a message of the engine."""
        self.become(states.spoken(self.state, words(message)))

    async def lift(self):
        """Lifts the curtain; what the person missed is shown, one thing after the other, until they do something."""
        if not await self.change("lift"):
            return
        scene = self.scene
        wait = curtain.SINCE * states.pace(self.state)
        for seat, tile, text in curtain.lines(scene) if wait else ():
            self.put(missed=(seat, text))
            layers.point_at(tile)
            await asyncio.sleep(wait)
            if self.scene is not scene:
                break
        layers.point_at(None)
        self.put(missed=None)

    # --- choosing and playing

    async def tap(self, tile, by_key=False):
        """A tile of the hand was chosen: its places light up, or it is played at once; once more: it is put back."""
        if tile != self.state["chosen"]:
            await self.choose(tile, by_key, self.state["settings"]["at-once"])
        else:
            self.let_go()

    async def choose(self, tile, by_key=False, at_once=False):
        """Chooses a tile: its places light up; with `at_once` one that has a single place is played."""
        self.become(states.chosen(self.state, tile))
        answer = await self.ask("tap", tile=tile, at_once=at_once)
        if self.state["chosen"] != tile:
            return
        if answer is None:
            self.put(chosen=None)
        elif "scene" in answer:
            self.show(answer["scene"])
            await self.pump()
        else:
            self.put(places=answer["places"])
            if by_key:
                one("#places > button").focus()

    def let_go(self):
        """No tile is chosen any more; the focus goes from the places back to the hand."""
        tile, lost = self.state["chosen"], layers.has_focus()
        self.become(states.let_go(self.state))
        if lost:
            self.focus_hand(tile)

    def act(self, code):
        """Executes a move code; see `change`."""
        return self.change("act", code=code)

    def play(self, place, dropped=False):
        """Plays the chosen tile at one of its places: it lies there at once, all else comes with the engine's answer."""
        tile = place["tile"]
        start = motion.middle(motion.in_hand(tile)) if self.moves() and not dropped else None
        self.become(states.laid(self.state, place))
        if start:
            motion.glide_in(tile, start, self.moving)
        self.unsent = place["move"]
        beats.frame(self)
        return self._play()

    async def _play(self):
        await self.painted.wait()  # the engine would take the processor from the browser
        self.flush()
        asked, self.sent = self.sent, None
        await self._changed(asked)

    def flush(self):
        """Sends what was played and is on its way to the engine: a page that is hidden paints no frame any more."""
        if self.unsent:
            code, self.unsent = self.unsent, None
            self.sent = self.ask("act", code=code)
        self.painted.set()

    def take_up(self):
        """Puts a tile back into the hand that was laid too early: the engine refused the move, and has said why."""
        if self.state["laid"]:
            tile, lost = self.state["laid"][0], layers.has_focus()
            self.become(states.settled(self.state))
            if lost:
                self.focus_hand(tile)
