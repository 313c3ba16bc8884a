"""Run a command: `python3 -m game COMMAND …`. Each command is a module of `game.commands`."""

import importlib
import signal
import sys

# command name -> module in game/commands/, which has the function run(arguments) -> exit code
COMMANDS = {
    "simulate": "simulate",
    "verify": "verify",
    "rules": "rules",
    "link": "link",
    "daily": "daily",
    "arena": "measure.arena",
    "layout": "measure.layout_quality",
    "perft": "measure.perft",
    "compare": "measure.compare",
    "survey": "measure.survey",
}


def main(argv: list[str]) -> int:
    """Run one command and return its exit code: 0 done, 1 a check failed, 2 bad usage."""
    if not argv or argv[0] not in COMMANDS:
        print(f"usage: python3 -m game {{{'|'.join(COMMANDS)}}} …", file=sys.stderr)
        return 2
    run = importlib.import_module(f"game.commands.{COMMANDS[argv[0]]}").run
    return int(run(argv[1:]))


if __name__ == "__main__":
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # end quietly when `… | head` closes the pipe
    sys.exit(main(sys.argv[1:]))
