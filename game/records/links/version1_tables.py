"""What the digits of version 1 mean, written out: nothing here is ever changed, whatever the rules come to declare.

Options and rule-books that came later are not in it. To a text of version 1 such an option is what it was before
(`declared.BEFORE`). What a rule-book says is held by `tests/golden/`: one that was given out is not changed either.
"""

from game.rules.options.declared import Value

PRESETS: tuple[str | None, ...] = (
    None,
    "montgomery",
    "montgomery-alternate",
    "gamerules",
    "trains-8",
    "hastings",
    "chickie",
    "double-chickenfoot",
    "pagat",
    "nathan",
)
OPTIONS: dict[str, tuple[Value, ...]] = {
    "set": (6, 9, 12, 15, 18),
    "hand_size": ("by-42", "leaflet", "cross", "nathan", *range(1, 96)),
    "round_order": ("descending", "ascending"),
    "rounds": ("all", *range(1, 20)),
    "centre_from": ("hand", "table"),
    "missing_double": ("all-draw", "next-lower", "redeal"),
    "first_seat": ("finder", "high-draw", "high-draw-then-left"),
    "arms": ("players", *range(2, 9)),
    "toes": (3, 2),
    "may_hold_back": (False, True),
    "draw": ("one", "until-playable"),
    "drawn_tile": ("must-play", "may-play"),
    "yard_reserve": ("none", "two-or-one"),
    "short_foot": ("blocks", "closes"),
    "double_blank": (0, 25, 50, 100),
    "blank_half": (0, 25),
    "blocked_when": ("all-stuck", "one-stuck"),
    "last_tile_call": ("none", "courtesy", "catch", "automatic"),
    "take_back": (False, True),
    "out_bonus_on_double": (0, 50),
    "ties": ("shared", "rounds-won"),
}
"""The options in the order of their digits, and what 1, 2, 3 … mean; 0 is what the preset says. Seats have a sign of their own."""
