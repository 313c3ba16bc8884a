"""The meaning of the digits in link codes of version 1 (version1.py). These tables never change.

Options and rule-books that were added to the game after version 1 are missing here. In a link of version 1 such an option
has the value that keeps the game as it was then (`declared.EARLIER_VALUES`). A link can say "as in the rule-book", so
published rule-books do not change either; `tests/golden/` tests that.
"""

from game.rules.options.declared import Value

PRESETS: tuple[str | None, ...] = (  # None: the defaults; the index is the digit
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
"""A code has a digit for each option, in this order. 0 means the preset's value, n the n-th value listed here. The base of
a digit is the number of its values and one more."""
