"""`verify`: checks records event by event against the rules, and prints a line for every violation."""

from pathlib import Path

from game.commands.common import Parser, complain, read_text, sentence
from game.records.fields import LONGEST
from game.records.reading import violations
from game.rules.errors import RecordError


def run(argv: list[str]) -> int:
    """Run the command; see docs/contracts.md, section 1."""
    parser = Parser(prog="verify", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    violation_count = 0
    for path in parser.parse_args(argv).files:
        try:
            found = violations(
                read_text(path, LONGEST + 1)
            )  # the file may be a pipe or a device that never ends
        except OSError as problem:
            return complain(f"{path} cannot be read: {problem.strerror}.")
        except RecordError as problem:  # it is not UTF-8
            found = [problem]
        for violation in found:
            print(f"{path}: {sentence(violation)}")
            violation_count += 1
    return 1 if violation_count else 0
