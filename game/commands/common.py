"""Helpers for the commands: errors of one sentence, sentences from the locale, and the arguments that choose options."""

import argparse
import sys
from typing import NoReturn

from game.narration.localization.language import load
from game.rules.errors import Refusal
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
    """A refusal as a sentence in English, with its cause if there is one."""
    texts, cause = load(), refusal.__cause__
    because = refusal.key.replace("error.", "because.", 1)
    if isinstance(cause, Refusal) and texts.has(because):
        return texts.say(because, {**refusal.values, "cause": [cause.key, cause.values]})
    return texts.say(refusal.key, refusal.values)


def add_option_arguments(parser: argparse.ArgumentParser) -> None:
    """Add `--preset`, `--option` and `--players` to a parser."""
    parser.add_argument("--preset")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--players", type=int)


def options_from_arguments(given: argparse.Namespace) -> Options:
    """The options that the arguments choose. Raises OptionError."""
    changes: dict[str, object] = {}
    for text in given.option:
        code, _, value = text.partition("=")
        changes[code] = BY_CODE[code].read(value) if code in BY_CODE else value
    return resolve(given.preset, changes, given.players)
