"""Sounds of the game, synthesized from noise and a few tones by the browser's Web Audio. Silent until the first tap or press."""

from pyscript import document, ffi, window

from game.for_types import TYPE_CHECKING
from game.page.kernel.dom import listen
from game.page.screens import OVER
from game.page.settings.settings import pace
from game.page.sound import room

if TYPE_CHECKING:
    from game.contract.kept import Settings
    from game.page.kernel.app import App
    from game.page.page_types import Element, Event, Measured, SceneState, State, TableScene

RATE = 22050  # samples per second of the noise
NOISE_AMPLITUDE = 128  # the noise samples are integers from -128 to 127; Web Audio's full amplitude is 1
# ms from the first tap to the creation of the AudioContext. The creation is slow: done at once, it would delay the
# page's reaction to the tap.
START_DELAY = 250
VOLUME = {"quiet": 0.35, "normal": 1.0, "loud": 2.0}  # factors for the amplitude


@room.on("attach")
def listen_for_taps(app: "App") -> "None":
    """Allow sound with the first tap, or with the first of the keys that press a button: browsers count others differently."""
    sound = app.object(Sound)

    def pressed(event: "Event") -> "None":
        if event.key in ("Enter", " "):
            sound.unlock()

    listen(document, "pointerdown", lambda event: sound.unlock())
    listen(document, "keydown", pressed)


@room.effect("follow")
def play_sounds(app: "App", before: "State", after: "SceneState", measured: "Measured") -> "None":
    """Play the sounds of the scene, and vibrate when the person's turn starts."""
    sound = app.object(Sound)
    sound.play(after["scene"], after["settings"])
    # Browsers refuse to vibrate, as they refuse to play sounds, before the person has touched the page.
    if should_vibrate(after) and sound.is_unlocked:
        vibrate()


def should_vibrate(state: "SceneState") -> "bool":
    """Whether the device vibrates: another seat has just moved, it is the person's turn, and the settings allow it."""
    scene = state["scene"]
    allowed = state["settings"]["vibrate"] and pace(state) > 0
    own_turn = scene["phase"] != "replay" and scene["turn"] == scene["you"] and not scene["next"]
    return bool(allowed and own_turn and scene["steps"] and scene["steps"][-1]["seat"] != scene["you"])


def vibrate() -> "None":
    """Vibrate briefly, if the device can."""
    if hasattr(window.navigator, "vibrate"):
        window.navigator.vibrate(30)


class Sound:
    """The synthesizer."""

    def __init__(self, app: "App") -> "None":
        self.is_unlocked = False  # whether the person has tapped the page. Before that, the browser forbids sound and vibration
        self._context: Element = None  # the AudioContext; None until START_DELAY ms after the first tap
        self._noise: Element = None  # an AudioBuffer with a quarter of a second of noise
        self._volume = 1.0  # the factor of the current settings

    def unlock(self) -> "None":
        """Allow sound, and resume it after a suspension.

        Browsers play sound only after a tap, so each tap calls this.
        """
        if not self.is_unlocked:
            self.is_unlocked = True
            if hasattr(window, "AudioContext"):
                window.setTimeout(ffi.create_proxy(self._begin), START_DELAY)
        elif self._context is not None and self._context.state == "suspended":
            self._context.resume()

    def _begin(self) -> "None":
        """Create the AudioContext and the noise. A browser that refuses, as without a sound device, stays silent."""
        created = window.startup.create("AudioContext")
        if not created:
            return
        self._context = created
        self._noise = self._context.createBuffer(1, RATE // 4, RATE)
        samples = window.crypto.getRandomValues(window.Int8Array.new(RATE // 4))
        self._noise.getChannelData(0).set(samples)

    def play(self, scene: "TableScene", settings: "Settings") -> "None":
        """Play the sounds of a scene's last three events, and of the end of a round, if the settings allow it."""
        if self._context is None or not settings["sound"]:
            return
        self._volume = VOLUME[settings["volume"]]
        for event in scene["steps"][-3:]:
            action = event["do"]
            if action == "play":
                self._burst(500 if event["double"] else 1100, 0.05, 0.5)  # a tile set down on wood
                if event["double"]:
                    self._tones((523, 659, 784), 0.07, 0.12)
            elif action == "draw":
                self._burst(2600, 0.16, 0.08)  # a tile drawn over cloth
            elif action in ("call", "catch"):
                self._tones((784, 988), 0.09, 0.15)
            elif action == "pass":
                self._tones((220,), 0.05, 0.1)
        if scene["phase"] in OVER and scene["steps"]:
            winners = scene["sheet"]["rows"][scene["round"]["number"] - 1]["won"]
            self._tones(
                (523, 659, 784, 1047) if scene["you"] in winners else (392, 330), 0.12, 0.25, delay=0.15
            )

    def play_sample(self, settings: "Settings") -> "None":
        """Play a sample, the sound of a laid tile, as loud as the settings say."""
        # All that `play` reads of a scene.
        self.play({"steps": [{"do": "play", "double": False}], "phase": "playing"}, settings)  # type: ignore[arg-type]  # no whole scene

    def _burst(self, pitch: "float", length: "float", loudness: "float") -> "None":
        """Play noise around `pitch` (Hz) that fades out within `length` seconds.

        `loudness` is its first amplitude, at most 1.
        """
        context = self._context
        now = context.currentTime
        source, filter_, gain = (
            context.createBufferSource(),
            context.createBiquadFilter(),
            context.createGain(),
        )
        source.buffer = self._noise
        filter_.type = "bandpass"
        filter_.frequency.value = pitch
        filter_.Q.value = 1.2
        gain.gain.setValueAtTime(self._volume * loudness / NOISE_AMPLITUDE, now)
        gain.gain.exponentialRampToValueAtTime(0.001 / NOISE_AMPLITUDE, now + length)
        source.connect(filter_)
        filter_.connect(gain)
        gain.connect(context.destination)
        source.start(now)
        source.stop(now + length)

    def _tones(
        self, pitches: "tuple[float, ...]", step: "float", length: "float", delay: "float" = 0.0
    ) -> "None":
        """Play soft tones of these pitches (Hz), one every `step` seconds.

        Each lasts `length` seconds. `delay` is in seconds.
        """
        context = self._context
        for number, pitch in enumerate(pitches):
            begin = context.currentTime + delay + number * step
            tone, gain = context.createOscillator(), context.createGain()
            tone.type = "triangle"
            tone.frequency.value = pitch
            gain.gain.setValueAtTime(0.0001, begin)
            gain.gain.exponentialRampToValueAtTime(0.12 * self._volume, begin + 0.015)
            gain.gain.exponentialRampToValueAtTime(0.0005, begin + length)
            tone.connect(gain)
            gain.connect(context.destination)
            tone.start(begin)
            tone.stop(begin + length + 0.02)
