"""The table on the page: asks the engine, shows its scenes, lets bots' events come at a human pace."""

import asyncio
import io
import sys

from pyscript import document, ffi, window

from game.page import bridge, sound, trouble
from game.page.dom import attribute, clone, every, one, put, show
from game.page.screens import log, over, sheet
from game.page.settings import Settings
from game.page.table import hand, motion, seats
from game.page.table.felt import Felt
from game.page.words import say, words

SCREENS = ("welcome", "setup", "play", "over")
AFTER_ME, AFTER_OTHERS, TO_CATCH = 0.35, 0.5, 2.0  # seconds before the next event


class App:
    """All that happens on the page's table."""

    def __init__(self):
        self.settings = Settings()
        self.felt = Felt()
        self.scene = None
        self.chosen = None  # the tile that is chosen in the hand
        self.noticed = False  # whether a notice is shown
        self.working = 0
        self.pumping = False
        self.on = "welcome"
        self.painted = asyncio.Event()  # no tile was laid that the browser has yet to draw
        self.painted.set()
        self.frame = ffi.create_proxy(lambda now: self.painted.set())

    def run(self, task):
        """Does a task that an event began; the page is busy from the event on, and a fault of ours is told."""
        self.working += 1
        self.busy()
        asyncio.create_task(self._run(task))

    async def _run(self, task):
        try:
            await task
        except Exception as fault:
            told = io.StringIO()
            sys.print_exception(fault, told)
            trouble.show(told.getvalue())
        finally:
            self.working -= 1
            self.busy()

    # --- asking the engine

    def ask(self, verb, **given):
        """Asks the engine; awaited: its answer, or None after a refusal, which is then shown in words.

        It is asked at once, not when it is awaited: a task begins only after the browser's next frame.
        """
        self.working += 1
        self.busy()
        return self._heard(bridge.post(verb, **given))

    async def _heard(self, asked):
        try:
            return await bridge.answer(asked)
        except bridge.Refused as refused:
            self.notice(say(refused.key, refused.values))
        except bridge.Broken:
            self.scene = None  # the person has been told; nothing goes on by itself
        finally:
            self.working -= 1
            self.busy()

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
        if self.pumping:
            return
        self.pumping = True
        try:
            while self.scene and self.scene["next"]:
                version = self.scene["version"]
                await asyncio.sleep(self.pause())
                if not self.scene or not self.scene["next"]:
                    break
                scene = await self.ask("next_event")
                if scene:
                    self.show(scene)
                elif self.scene and self.scene["version"] == version:
                    self.scene["next"] = False
        finally:
            self.pumping = False
            self.busy()

    def pause(self):
        """Seconds to wait before the next event."""
        mine = self.scene["steps"] and self.scene["steps"][-1]["seat"] == self.scene["you"]
        wait = AFTER_ME if mine else AFTER_OTHERS
        if self.scene["can"]["catch"]:
            wait = TO_CATCH
        return wait * self.settings.pace()

    def busy(self):
        """Says on the body whether the engine or an animation is at work."""
        waits = self.pumping and self.scene and self.scene["next"]
        attribute(
            document.body, "data-busy", "true" if self.working or waits or motion.running() else "false"
        )

    # --- showing

    def show(self, scene):
        """Shows a scene; what it says is announced and what it did is seen moving."""
        self.scene = scene
        self.no_choice()
        early = self.felt.early and self.felt.early[0]
        starts = motion.starts(scene, early) if self.settings.moves() else None
        self.screen("over" if scene["phase"] == "match-over" else "play")
        self.felt.show(scene)
        seats.seats(scene)
        seats.table_lines(scene)
        seats.prompt(scene)
        lost = hand.show(scene, self.settings.get("order"))
        self.buttons(scene)
        if "sheet" in scene:
            sheet.show(scene)
        attribute(one("#hand"), "data-mine", "true" if scene["can"]["hint"] else None)
        self.phase(scene)
        if starts is not None:
            motion.play(scene, starts, self.busy)
        log.tell(scene)
        sound.play(scene, self.settings)
        if self.my_turn_came(scene) and sound.awake():
            motion.vibrate()
        # Last of all, because a focus that moves makes the browser lay everything out; and before the places go, since one
        # that goes with the focus on it makes it do so once more.
        if (lost or self.felt.has_focus()) and scene["phase"] == "playing":
            hand.focus()
        self.felt.offer([])

    def my_turn_came(self, scene):
        """Whether the scene made it the person's turn, and they want to feel it."""
        wanted = self.settings.get("vibrate") and self.settings.pace()
        mine = scene["turn"] == scene["you"] and not scene["next"]
        return wanted and mine and scene["steps"] and scene["steps"][-1]["seat"] != scene["you"]

    def phase(self, scene):
        """The phase and the turn on the body, and the sheet or the result where the round or the match is over."""
        body, phase = document.body, scene["phase"]
        changed = body.dataset.phase != phase
        attribute(body, "data-turn", scene["turn"])
        attribute(body, "data-phase", phase)
        if changed:
            sheet.open_for(phase)
            if phase == "match-over":
                over.show(scene)

    def aspect(self):
        """Width by height of the table's frame, also while another screen is shown."""
        on = self.on
        self.screen("play")
        found = self.felt.camera.aspect()
        self.screen(on)
        return found

    def screen(self, name):
        """Shows one screen and hides the others."""
        if name == self.on:
            return
        self.on = name
        for other in SCREENS:
            show(one("#" + other), other == name)
        attribute(document.documentElement, "data-screen", name)
        show(one("#sheet"), name in ("play", "over"))

    def buttons(self, scene):
        """Which buttons can be used now."""
        can = scene["can"]
        for name in ("draw", "pass", "hint", "undo"):
            for button in every('[data-action="{}"]'.format(name)):
                if button.disabled == can[name]:
                    button.disabled = not can[name]
                attribute(button, "data-wanted", None)
        show(one('#buttons [data-action="take-back"]'), can["take-back"])
        show(one('#buttons [data-action="undo"]'), not can["take-back"])
        call = one('[data-action="call"]')
        show(call, can["call"])
        put(call, say("ui.call-" + (can["call"] or "now")))
        attribute(call, "aria-pressed", "true" if can["call"] == "armed" else None)
        row = one("#catches")
        row.replaceChildren()
        for seat in can["catch"]:
            button = clone("t-catch")
            button.dataset.target = str(seat)
            put(button, say("ui.catch", {"name": scene["seats"][seat]["name"]}))
            row.append(button)

    def notice(self, sentence, kind="refused"):
        """Says why something cannot be; gone with the next scene or choice."""
        self.noticed = bool(sentence)
        line = one("#notice")
        put(line, sentence)
        attribute(line, "data-kind", kind)
        show(line, sentence)
        if sentence:
            log.announce(sentence)

    # --- choosing and playing

    async def tap(self, tile, by_key=False):
        """A tile of the hand was chosen: its places light up; once more: it is played or let go."""
        if tile == self.chosen:
            places = self.felt.places
            if len(places) == 1:
                await self.play(places[0])
            else:
                self.let_go()
            return
        self.let_go()
        self.chosen = tile
        hand.press(tile)
        answer = await self.ask("tap", tile=tile, at_once=self.settings.get("at-once"))
        if self.chosen != tile:
            return
        if answer is None:
            self.chosen = None
            hand.press(None)
        elif "scene" in answer:
            self.show(answer["scene"])
            await self.pump()
        else:
            self.offer(answer["places"], by_key)

    def offer(self, places, by_key):
        """Lights up the places for the chosen tile."""
        self.felt.offer(places)
        seats.prompt(self.scene, say("prompt.place" if len(places) == 1 else "prompt.places"))
        if by_key:
            one("#places > button").focus()

    def let_go(self):
        """No tile is chosen any more; the focus goes from the places back to the hand."""
        tile = self.chosen
        if self.forget_choice():
            hand.focus(tile)
        if tile:
            seats.prompt(self.scene)

    def forget_choice(self):
        """Takes the choice and its places away without a word; True when the focus was on one of the places."""
        self.no_choice()
        return self.felt.offer([])

    def no_choice(self):
        """No tile is chosen and nothing noticed; places that are shown stay for a moment."""
        if self.noticed:
            self.notice("")
        self.chosen = None
        hand.press(None)

    def own_order(self):
        """The person moved a tile within the hand: from now on it is kept in that order."""
        self.settings.put("order", "own")
        hand.show(self.scene, "own")

    def act(self, code):
        """Executes a move code; see `change`."""
        return self.change("act", code=code)

    def play(self, place, dropped=False):
        """Plays the chosen tile at one of its places: it lies there at once, all else comes with the engine's answer."""
        start = (
            motion.middle(hand.button_of(place["tile"])) if self.settings.moves() and not dropped else None
        )
        self.no_choice()
        self.felt.lay(place)
        hand.away(place["tile"], True)
        if start:
            motion.glide_in(place["tile"], start, self.busy)
        self.painted.clear()
        window.requestAnimationFrame(self.frame)
        return self._play(place["move"])

    async def _play(self, code):
        await self.painted.wait()  # the engine would take the processor from the browser
        await self.act(code)

    def take_up(self):
        """Puts a tile back into the hand that was laid too early: the engine refused the move, and has said why."""
        tile = self.felt.take_up()
        if tile:
            hand.away(tile, False)
            if self.felt.offer([]):
                hand.focus(tile)
            if self.scene:
                seats.prompt(self.scene)

    def announce(self, message):
        """Says a message of the engine."""
        log.announce(words(message))
