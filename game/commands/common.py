"""What the commands share: one-sentence errors, sentences from the locale, and the arguments that choose options."""

import argparse
import sys
from typing import NoReturn

from game.narration.localization.language import load
from game.rules.errors import Refusal
from game.rules.options.declared import BY_CODE, Options
from game.rules.options.presets import resolve


class Parser(argparse.ArgumentParser):
    """Says what is wrong with the arguments in one sentence and exits with 2."""

    def error(self, message: str) -> NoReturn:
        """Ends the command."""
        raise SystemExit(complain(f"{self.prog}: {message}"))


def complain(sentence: str) -> int:
    """Writes a sentence to standard error and returns the exit code of bad usage."""
    print(sentence, file=sys.stderr)
    return 2


def sentence(refusal: Refusal) -> str:
    """What a refusal says to people, with the reason behind it where there is one."""
    texts, cause = load(), refusal.__cause__
    because = refusal.key.replace("error.", "because.", 1)
    if isinstance(cause, Refusal) and texts.has(because):
        return texts.say(because, {**refusal.values, "cause": [cause.key, cause.values]})
    return texts.say(refusal.key, refusal.values)


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
