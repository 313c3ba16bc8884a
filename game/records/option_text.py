"""Write and read options as a short text such as `hastings/5,arms=6`: preset, number of seats, and changed options."""

from game.records import fields
from game.rules.errors import OptionError, RecordError
from game.rules.options.declared import BY_CODE, EARLIER_VALUES, Options, Value, written
from game.rules.options.presets import PRESETS, differences, resolve

PLAIN = "plain"  # instead of a preset: the default options


def options_text(options: Options, preset: str | None) -> str:
    """Write options as changes of a preset, or of the defaults if `preset` is None."""
    changes = [f",{code}={written(value)}" for code, value in _changes(options, preset).items()]
    return f"{preset or PLAIN}/{options.players}{''.join(changes)}"


def _changes(options: Options, preset: str | None) -> dict[str, Value]:
    """The options to write, by code: those that differ from the preset.

    In a text from before an option existed, the option has its value in EARLIER_VALUES, whatever the preset says. So every
    value that differs from EARLIER_VALUES must be written, even if it is the preset's value.
    """
    changes = differences(options, preset)
    for code, before in EARLIER_VALUES.items():
        changes.pop(code, None)
        if getattr(options, code) != before:
            changes[code] = getattr(options, code)
    return changes


def nearest_preset(options: Options) -> str | None:
    """The preset for this number of seats with the fewest changes; None (the defaults) if these need fewer changes."""
    fitting = [code for code, preset in PRESETS.items() if options.players in preset.seats]
    return min([*fitting, None], key=lambda preset: len(differences(options, preset)))


def parse_options(text: str) -> tuple[str | None, Options]:
    """Read preset (None: the defaults) and options from a text.

    Raises OptionError. Ignores all after 1,000 characters.
    """
    head, *changes = text[:1000].split(",")
    preset, _, players = head.partition("/")
    values: dict[str, object] = {**EARLIER_VALUES, "players": BY_CODE["players"].read(players)}
    for change in changes:
        code, _, value = change.partition("=")
        if code not in BY_CODE:
            raise OptionError("option.unknown", {"option": code[:30]})
        values[code] = BY_CODE[code].read(value)
    name = None if preset == PLAIN else preset
    return name, resolve(name, values)


def rules_field(data: fields.Entry) -> tuple[str | None, Options]:
    """Read preset and options from the field "rules" of a stored entry, see `parse_options`. Raises RecordError."""
    try:
        return parse_options(fields.text(data, "rules", 1000))
    except OptionError as problem:
        raise RecordError("error.record.options") from problem
