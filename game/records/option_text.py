"""Options as one short text such as `hastings/5,arms=6`: the preset, the number of seats, and the changed options."""

from game.records import fields
from game.rules.errors import OptionError, RecordError
from game.rules.options.declared import BEFORE, BY_CODE, Options, Value, written
from game.rules.options.presets import PRESETS, differences, resolve

PLAIN = "plain"  # instead of a preset: the default options


def options_text(options: Options, preset: str | None) -> str:
    """Write options as changes of a preset (None: of the defaults)."""
    changes = [f",{code}={written(value)}" for code, value in _changes(options, preset).items()]
    return f"{preset or PLAIN}/{options.players}{''.join(changes)}"


def _changes(options: Options, preset: str | None) -> dict[str, Value]:
    """The changed options. An option from a later version counts as changed if it differs from the earlier behaviour.

    So older texts, which do not mention it, keep their meaning.
    """
    changes = differences(options, preset)
    for code, before in BEFORE.items():
        changes.pop(code, None)
        if getattr(options, code) != before:
            changes[code] = getattr(options, code)
    return changes


def nearest_preset(options: Options) -> str | None:
    """The preset with the fewest changes, the first of equals. None means the defaults, which come last."""
    fitting = [code for code, preset in PRESETS.items() if options.players in preset.seats]
    return min([*fitting, None], key=lambda preset: len(differences(options, preset)))


def parse_options(text: str) -> tuple[str | None, Options]:
    """Read preset and options from a text. Raises OptionError."""
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


def rules_field(data: fields.Entry) -> tuple[str | None, Options]:
    """Read preset and options from the field "rules" of a stored entry. Raises RecordError."""
    try:
        return parse_options(fields.text(data, "rules", 1000))
    except OptionError as problem:
        raise RecordError("error.record.options") from problem
