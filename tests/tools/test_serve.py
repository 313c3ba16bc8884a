"""What the server of dist/ prints."""

from pathlib import Path

import pytest

from tools.common import serve


@pytest.mark.parametrize(("problem", "is_printed"), [(BrokenPipeError(), False), (ValueError("ours"), True)])
def test_a_browser_that_closes_its_connection_is_no_failure(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, problem: Exception, is_printed: bool
) -> None:
    with serve.server(tmp_path, 0) as web_server:
        try:
            raise problem
        except (BrokenPipeError, ValueError):
            web_server.handle_error(None, ("127.0.0.1", 1))
    assert bool(capsys.readouterr().err) == is_printed
