"""When each clause of docs/rules.md has an effect."""

from collections.abc import Callable

from game.rules.options.declared import Options


def left_over(options: Options) -> int:
    """The tiles that nobody is dealt: all, less the hands, less a centre that lies on the table."""
    tiles = (options.set + 1) * (options.set + 2) // 2
    return tiles - options.players * options.hand - (1 if options.centre_from == "table" else 0)


def kept(options: Options) -> int:
    """The tiles of the yard that stay there: TURN-5."""
    if options.yard_reserve == "none":
        return 0
    return 2 if options.players == 2 else 1


def missing(options: Options) -> str:
    """What happens when nobody holds the centre; nothing can, when everything is dealt to hands or it lies there."""
    if options.centre_from == "table" or left_over(options) == 0:
        return ""
    return options.missing_double


def drawn(options: Options) -> bool:
    return left_over(options) > kept(options)


def always(options: Options) -> bool:
    return True


# Each clause of rules.md, and when it has effect, written from that page alone.
EFFECT: dict[str, Callable[[Options], bool]] = {
    "DEAL-1": always,
    "DEAL-2": always,
    "DEAL-3": always,
    "DEAL-4": always,
    "START-1": lambda o: o.centre_from == "hand",
    "START-2": lambda o: missing(o) == "all-draw" and drawn(o),
    "START-3": lambda o: missing(o) == "next-lower",
    "START-4": lambda o: missing(o) == "redeal" or (missing(o) == "all-draw" and kept(o) > 0),
    "START-5": lambda o: o.centre_from == "table",
    "TURN-1": always,
    "TURN-2": always,
    "TURN-3": always,
    "TURN-4": always,
    "TURN-5": lambda o: left_over(o) > 0,
    "TURN-6": drawn,
    "TURN-7": always,
    "TURN-8": lambda o: o.take_back,
    "FOOT-1": always,
    "FOOT-2": always,
    "FOOT-3": lambda o: o.short_foot == "blocks",
    "FOOT-4": lambda o: o.short_foot == "closes",
    "FOOT-5": always,
    "LAST-1": lambda o: o.last_tile_call != "none",
    "LAST-2": lambda o: o.last_tile_call in ("none", "courtesy"),
    "LAST-3": lambda o: o.last_tile_call == "catch",
    "LAST-4": lambda o: o.last_tile_call == "automatic",
    "LAST-5": lambda o: o.last_tile_call in ("catch", "automatic"),
    "LAST-6": lambda o: o.last_tile_call in ("catch", "automatic") and o.take_back,
    "LAST-7": lambda o: o.last_tile_call in ("catch", "automatic") and o.call_again,
    "END-1": always,
    "END-2": always,
    "END-3": always,
    "END-4": always,
    "END-5": lambda o: o.out_bonus_on_double > 0,
    "MATCH-1": always,
    "MATCH-2": always,
    "MATCH-3": always,
}
