"""Helpers for the commands: error messages, sentences from the locale, and the arguments that choose options."""

import argparse
import sys
from pathlib import Path
from typing import NoReturn

from game.narration.localization.language import load
from game.rules.errors import RecordError, Refusal
from game.rules.options.declared import BY_CODE, Options
from game.rules.options.presets import resolve


class Parser(argparse.ArgumentParser):
    """An argument parser that reports wrong arguments in one sentence and exits with 2."""

    def error(self, message: str) -> NoReturn:
        """Print the error and end the command."""
        raise SystemExit(complain(f"{self.prog}: {message}"))


def complain(sentence: str) -> int:
    """Write a sentence to standard error and return 2, the exit code for bad usage."""
    print(sentence, file=sys.stderr)
    return 2


def sentence(refusal: Refusal) -> str:
    """A refusal as an English sentence. If another refusal caused it, the sentence states the cause too.

    The text of a refusal `error.<name>` with its cause has the key `because.<name>`.
    """
    texts, cause = load(), refusal.__cause__
    key_with_cause = refusal.key.replace("error.", "because.", 1)
    if isinstance(cause, Refusal) and texts.has(key_with_cause):
        return texts.say(key_with_cause, {**refusal.values, "cause": [cause.key, cause.values]})
    return texts.say(refusal.key, refusal.values)


def read_text(path: Path, longest: int = -1) -> str:
    """The text of a file, or its first `longest` characters. Raises OSError, and RecordError if it is not UTF-8."""
    try:
        with path.open(
            encoding="utf-8-sig"
        ) as file:  # an editor may have put a byte order mark before the text
            return file.read(longest)
    except UnicodeDecodeError:
        raise RecordError("error.record.not-utf8") from None


def add_option_arguments(parser: argparse.ArgumentParser) -> None:
    """Add `--preset`, `--option` and `--players` to a parser."""
    parser.add_argument("--preset", help="a rule-book; without it, the default options")
    parser.add_argument(
        "--option", action="append", default=[], metavar="KEY=VALUE", help="change an option; may be repeated"
    )
    parser.add_argument("--players", type=int, help="number of seats")


def options_from_arguments(arguments: argparse.Namespace) -> Options:
    """The options that the arguments of `add_option_arguments` choose. Raises OptionError."""
    changes: dict[str, object] = {}
    for text in arguments.option:
        code, _, value = text.partition("=")
        changes[code] = BY_CODE[code].read(value) if code in BY_CODE else value
    return resolve(arguments.preset, changes, arguments.players)
