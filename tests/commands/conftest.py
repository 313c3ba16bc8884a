"""Run the commands of `python3 -m game`."""

import pytest

from game.__main__ import main

Run = tuple[int, str, str]


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]):  # type: ignore[no-untyped-def]
    """Run a command; return its exit code, standard output and standard error."""

    def run(*arguments: str) -> Run:
        try:
            code = main([*arguments])
        except SystemExit as stop:
            code = int(stop.code or 0)
        out, err = capsys.readouterr()
        return code, out, err

    return run
