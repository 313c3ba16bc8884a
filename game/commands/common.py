"""What the commands share: one-sentence errors, sentences from the locale, and the arguments that choose options."""

import argparse
import json
import sys
from functools import cache
from pathlib import Path
from typing import NoReturn

from game.rules.errors import Refusal
from game.rules.options.declared import BY_CODE, Options
from game.rules.options.presets import resolve
from game.telling import texts

_LOCALE = Path(__file__).resolve().parents[2] / "assets" / "locales" / "en.json"


class Parser(argparse.ArgumentParser):
    """Says what is wrong with the arguments in one sentence and exits with 2."""

    def error(self, message: str) -> NoReturn:
        """Ends the command."""
        raise SystemExit(complain(f"{self.prog}: {message}"))


def complain(sentence: str) -> int:
    """Writes a sentence to standard error and returns the exit code of bad usage."""
    print(sentence, file=sys.stderr)
    return 2


@cache
def locale() -> dict[str, str]:
    """The sentences by key."""
    table: dict[str, str] = json.loads(_LOCALE.read_text(encoding="utf-8"))
    return table


def sentence(refusal: Refusal) -> str:
    """What a refusal says to people, with the reason behind it where there is one."""
    cause = refusal.__cause__
    said = _said(refusal)
    return f"{said.removesuffix('.')}: {_said(cause)}" if isinstance(cause, Refusal) else said


def _said(refusal: Refusal) -> str:
    return str(texts.fill(locale(), refusal.key, refusal.values))  # type: ignore[no-untyped-call]


def add_option_arguments(parser: argparse.ArgumentParser) -> None:
    """`--preset`, `--option` and `--players`."""
    parser.add_argument("--preset")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--players", type=int)


def chosen_options(given: argparse.Namespace) -> Options:
    """The options that the arguments ask for; raises OptionError."""
    changes: dict[str, object] = {}
    for text in given.option:
        code, _, value = text.partition("=")
        changes[code] = BY_CODE[code].read(value) if code in BY_CODE else value
    return resolve(given.preset, changes, given.players)
