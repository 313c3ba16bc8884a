"""Options in one short text: `hastings/5,arms=6` is a preset, the number of seats, and what is changed."""

from game.rules.errors import OptionError
from game.rules.options.declared import BEFORE, BY_CODE, Options, Value, written
from game.rules.options.presets import PRESETS, differences, resolve

PLAIN = "plain"  # the defaults, no rule-book's preset


def options_text(options: Options, preset: str | None) -> str:
    """The options as a preset (None: the defaults) and what is changed in it."""
    changes = [f",{code}={written(value)}" for code, value in _changes(options, preset).items()]
    return f"{preset or PLAIN}/{options.players}{''.join(changes)}"


def _changes(options: Options, preset: str | None) -> dict[str, Value]:
    """What is changed; an option that came later counts from what was before it, so that older texts stay true."""
    changes = differences(options, preset)
    for code, before in BEFORE.items():
        changes.pop(code, None)
        if getattr(options, code) != before:
            changes[code] = getattr(options, code)
    return changes


def nearest_preset(options: Options) -> str | None:
    """The preset in which least is changed, the first of equals; None is the defaults, and the last."""
    fitting = [code for code, preset in PRESETS.items() if options.players in preset.seats]
    return min([*fitting, None], key=lambda preset: len(differences(options, preset)))


def parse_options(text: str) -> tuple[str | None, Options]:
    """Preset and options from a text; raises OptionError."""
    head, *changes = text[:1000].split(",")
    preset, _, players = head.partition("/")
    wanted: dict[str, object] = {**BEFORE, "players": BY_CODE["players"].read(players)}
    for change in changes:
        code, _, value = change.partition("=")
        if code not in BY_CODE:
            raise OptionError("option.unknown", {"option": code[:30]})
        wanted[code] = BY_CODE[code].read(value)
    name = None if preset == PLAIN else preset
    return name, resolve(name, wanted)
