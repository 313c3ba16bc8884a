"""`verify`: checks records event by event against the rules, and prints a line for every violation."""

from pathlib import Path

from game.commands.common import Parser, complain, sentence
from game.records.fields import LONGEST
from game.records.reading import violations


def run(argv: list[str]) -> int:
    """Run the command; see docs/contracts.md, section 1."""
    parser = Parser(prog="verify", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    wrong = 0
    for path in parser.parse_args(argv).files:
        try:
            with path.open(encoding="utf-8") as file:  # it may be a pipe or a device that never ends
                written = file.read(LONGEST + 1)
        except OSError as problem:
            return complain(f"{path} cannot be read: {problem.strerror}.")
        except UnicodeDecodeError:
            written = ""  # not UTF-8, so no record
        for violation in violations(written):
            print(f"{path}: {sentence(violation)}")
            wrong += 1
    return 1 if wrong else 0
