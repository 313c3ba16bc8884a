"""Sounds, synthesized from noise and a few tones; no files. Silent until the first tap."""

from pyscript import ffi, window

RATE = 22050
GRAIN = 128  # the noise samples are integers up to this size
START_DELAY = 250  # ms between the first tap and the creation of the AudioContext, which is slow and must not delay the tap

_touched = False
_context = None
_noise = None
_volume = 1.0
VOLUME = {"quiet": 0.35, "normal": 1.0, "loud": 2.0}


def unlock():
    """Allow sound. Browsers start it only after a tap or a key, so every tap calls this and the first one counts."""
    global _touched
    if not _touched:
        _touched = True
        if hasattr(window, "AudioContext"):
            window.setTimeout(ffi.create_proxy(_begin), START_DELAY)
    elif _context is not None and _context.state == "suspended":
        _context.resume()


def _begin():
    global _context, _noise
    _context = window.AudioContext.new()
    _noise = _context.createBuffer(1, RATE // 4, RATE)
    grains = window.crypto.getRandomValues(window.Int8Array.new(RATE // 4))
    _noise.getChannelData(0).set(grains)


def unlocked():
    """Whether the person has touched the page, so that it may sound and vibrate."""
    return _touched


def play(scene, settings):
    """Play the sounds of a scene's steps, if the settings allow."""
    global _volume
    if _context is None or not settings["sound"]:
        return
    _volume = VOLUME[settings["volume"]]
    for step in scene["steps"][-3:]:
        do = step["do"]
        if do == "play":
            click(low=step["double"])
            if step["double"]:
                tones((523, 659, 784), 0.07, 0.12)
        elif do == "draw":
            slide()
        elif do in ("call", "catch"):
            tones((784, 988), 0.09, 0.15)
        elif do == "pass":
            tones((220,), 0.05, 0.1)
    if scene["phase"] in ("round-over", "match-over") and scene["steps"]:
        won = scene["sheet"]["rows"][scene["round"]["number"] - 1]["won"]
        tones((523, 659, 784, 1047) if scene["you"] in won else (392, 330), 0.12, 0.25, start=0.15)


def play_sample(settings):
    """Play one sample sound, as loud as the settings say."""
    play({"steps": [{"do": "play", "double": False}], "phase": "playing"}, settings)


def click(low=False):
    """A tile set down on wood."""
    _burst(500 if low else 1100, 0.05, 0.5)


def slide():
    """A tile drawn over felt."""
    _burst(2600, 0.16, 0.08)


def _burst(pitch, length, loudness):
    """Filtered noise that fades out."""
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
    gain.gain.setValueAtTime(_volume * loudness / GRAIN, now)
    gain.gain.exponentialRampToValueAtTime(0.001 / GRAIN, now + length)
    source.connect(filter_)
    filter_.connect(gain)
    gain.connect(_context.destination)
    source.start(now)
    source.stop(now + length)


def tones(pitches, step, length, start=0.0):
    """Soft tones one after the other, `step` seconds apart."""
    for number, pitch in enumerate(pitches):
        begin = _context.currentTime + start + number * step
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
