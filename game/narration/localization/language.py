"""Load a language from `assets/locales/` in CPython. The locale file has its rules for plurals and numbers.

The rules are in the keys that begin with `language.` (docs/adding.md). The page uses the browser's Intl instead of
them.
"""

import json
import re
from functools import cache
from pathlib import Path

from game.narration.localization.texts import ENGLISH, Texts

LOCALES = Path(__file__).resolve().parents[3] / "assets" / "locales"


class Language(Texts):
    """The texts of one locale file, or of a test's own table."""

    def plural(self, n: int | float) -> str:
        """The plural category of a number, by the rules in `language.plurals`."""
        return category(self.template("language.plurals"), n)

    def number(self, n: int | float) -> str:
        """Write a number with the language's thousands and decimal separators."""
        whole, _, fraction = f"{n:,}".partition(".")
        whole = whole.replace(",", self.template("language.thousands"))
        return whole + self.template("language.decimal") + fraction if fraction else whole


def languages(folder: Path = LOCALES) -> list[str]:
    """The tags of the languages that have a file, for example "es"."""
    return sorted(path.stem for path in folder.glob("*.json"))


def read_locale(language: str, folder: Path = LOCALES) -> dict[str, str]:
    """Read the keys and templates from a language's file."""
    table: dict[str, str] = json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))
    return table


@cache
def load(language: str = ENGLISH, folder: Path = LOCALES) -> Language:
    """Load a language, with English as the fallback for missing keys."""
    fallback = load(ENGLISH, folder) if language != ENGLISH else None
    return Language(read_locale(language, folder), fallback)


def category(rules: str, n: int | float) -> str:
    """The plural category of a number by rules such as `one: n = 1; few: n % 10 = 2..4`.

    The notation is a part of Unicode's CLDR: its only operand is `n`, and its rules apply to whole numbers only.

    >>> [category("one: n = 1; few: n % 10 = 2..4 and n % 100 != 12..14", n) for n in (1, 3, 13, 1.5)]
    ['one', 'few', 'other', 'other']
    """
    for rule in rules.split(";"):
        name, _, condition = rule.partition(":")
        if isinstance(n, int) and any(_holds(part, n) for part in condition.split(" or ") if part.strip()):
            return name.strip()
    return "other"


def _holds(condition: str, n: int) -> bool:
    """Whether a number meets all relations of a condition such as `n % 10 = 2..4,7 and n % 100 != 12..14`."""
    for relation in condition.split(" and "):
        parsed = re.fullmatch(r"n(?:\s*%\s*(\d+))?\s*(!?=)\s*([\d.,]+)", relation.strip())
        if not parsed:
            raise ValueError(f"{relation!r} is not a plural rule")
        modulus, operator, allowed = parsed.groups()
        value = n % int(modulus) if modulus else n
        ranges = [part.split("..") for part in allowed.split(",")]
        if any(int(ends[0]) <= value <= int(ends[-1]) for ends in ranges) != (operator == "="):
            return False
    return True
