"""Sounds of the game, synthesized from noise and a few tones by the browser's Web Audio. Silent until the first tap."""

from pyscript import ffi, window

RATE = 22050  # samples per second of the noise
NOISE_AMPLITUDE = 128  # the noise samples are integers from -128 to 127; Web Audio's full amplitude is 1
# ms from the first tap to the creation of the AudioContext. The creation is slow: done at once, it would delay the
# page's reaction to the tap.
START_DELAY = 250
VOLUME = {"quiet": 0.35, "normal": 1.0, "loud": 2.0}  # factors for the amplitude

_touched = False  # whether the person has tapped the page
_context = None  # the AudioContext; None until START_DELAY ms after the first tap
_noise = None  # an AudioBuffer with a quarter of a second of noise
_volume = 1.0  # the factor of the current settings


def unlock():
    """Allow sound, and resume it after a suspension.

    Browsers play sound only after a tap, so each tap calls this function.
    """
    global _touched
    if not _touched:
        _touched = True
        if hasattr(window, "AudioContext"):
            window.setTimeout(ffi.create_proxy(_begin), START_DELAY)
    elif _context is not None and _context.state == "suspended":
        _context.resume()


def _begin():
    """Create the AudioContext and the noise."""
    global _context, _noise
    _context = window.AudioContext.new()
    _noise = _context.createBuffer(1, RATE // 4, RATE)
    samples = window.crypto.getRandomValues(window.Int8Array.new(RATE // 4))
    _noise.getChannelData(0).set(samples)


def unlocked():
    """Whether the person has tapped the page. Before that, the browser forbids sound and vibration."""
    return _touched


def play(scene, settings):
    """Play the sounds of a scene's last three events, and of the end of a round, if the settings allow it."""
    global _volume
    if _context is None or not settings["sound"]:
        return
    _volume = VOLUME[settings["volume"]]
    for event in scene["steps"][-3:]:
        action = event["do"]
        if action == "play":
            click(low=event["double"])
            if event["double"]:
                tones((523, 659, 784), 0.07, 0.12)
        elif action == "draw":
            slide()
        elif action in ("call", "catch"):
            tones((784, 988), 0.09, 0.15)
        elif action == "pass":
            tones((220,), 0.05, 0.1)
    if scene["phase"] in ("round-over", "match-over") and scene["steps"]:
        winners = scene["sheet"]["rows"][scene["round"]["number"] - 1]["won"]
        tones((523, 659, 784, 1047) if scene["you"] in winners else (392, 330), 0.12, 0.25, delay=0.15)


def play_sample(settings):
    """Play a sample, the sound of a laid tile, as loud as the settings say."""
    play({"steps": [{"do": "play", "double": False}], "phase": "playing"}, settings)


def click(low=False):
    """Play the sound of a tile set down on wood; a lower one with `low`."""
    _burst(500 if low else 1100, 0.05, 0.5)


def slide():
    """Play the sound of a tile drawn over cloth."""
    _burst(2600, 0.16, 0.08)


def _burst(pitch, length, loudness):
    """Play noise around `pitch` (Hz) that fades out within `length` seconds.

    `loudness` is its first amplitude, at most 1.
    """
    now = _context.currentTime
    source, filter_, gain = (
        _context.createBufferSource(),
        _context.createBiquadFilter(),
        _context.createGain(),
    )
    source.buffer = _noise
    filter_.type = "bandpass"
    filter_.frequency.value = pitch
    filter_.Q.value = 1.2
    gain.gain.setValueAtTime(_volume * loudness / NOISE_AMPLITUDE, now)
    gain.gain.exponentialRampToValueAtTime(0.001 / NOISE_AMPLITUDE, now + length)
    source.connect(filter_)
    filter_.connect(gain)
    gain.connect(_context.destination)
    source.start(now)
    source.stop(now + length)


def tones(pitches, step, length, delay=0.0):
    """Play soft tones of these pitches (Hz), one every `step` seconds.

    Each lasts `length` seconds. `delay` is in seconds.
    """
    for number, pitch in enumerate(pitches):
        begin = _context.currentTime + delay + number * step
        tone, gain = _context.createOscillator(), _context.createGain()
        tone.type = "triangle"
        tone.frequency.value = pitch
        gain.gain.setValueAtTime(0.0001, begin)
        gain.gain.exponentialRampToValueAtTime(0.12 * _volume, begin + 0.015)
        gain.gain.exponentialRampToValueAtTime(0.0005, begin + length)
        tone.connect(gain)
        gain.connect(_context.destination)
        tone.start(begin)
        tone.stop(begin + length + 0.02)
