"""What a fresh clone brings: pins with hashes, Debian's lock waited for, and the cause of a failure said last."""

import importlib.metadata
import multiprocessing
import os
import re
import select
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools import build
from tools import test as testing
from tools.common import hashes, provision
from tools.making import runtime

MACHINES = (("linux", "posix", "Linux"), ("darwin", "posix", "Darwin"), ("win32", "nt", "Windows"))
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
HASHED = re.compile(r"[\w.-]+==[\w.]+(; \w+ == \"\w+\")?( \\\n    --hash=sha256:[0-9a-f]{64})+\n")


@pytest.mark.parametrize("path", hashes.files(), ids=lambda path: path.name)
def test_every_package_that_is_installed_is_pinned_by_hashes(path: Path) -> None:
    text = re.sub(r"^#.*\n", "", path.read_text(), flags=re.MULTILINE)
    assert text and HASHED.sub("", text) == ""


def test_pip_installs_nothing_without_a_hash() -> None:
    assert "--require-hashes" in provision.INSTALL
    for path in (provision.ROOT / "tools").rglob("*.py"):
        if path.name != "provision.py":
            assert '"pip", "install"' not in path.read_text(), path


def machines() -> Iterator[dict[str, str]]:
    """What markers ask for on every machine that this project runs on."""
    for platform, name, system in MACHINES:
        for version in PYTHONS:
            yield {
                "sys_platform": platform,
                "os_name": name,
                "platform_system": system,
                "implementation_name": "cpython",
                "platform_python_implementation": "CPython",
                "python_version": version,
                "python_full_version": f"{version}.0",
                "extra": "",
            }


def test_what_any_platform_needs_is_pinned() -> None:
    """With hashes pip installs nothing that is not pinned, so one package for Windows alone would keep everything from it."""
    lines = re.findall(r"^[\w.-]+==.*?(?= \\$)", provision.REQUIREMENTS.read_text(), re.MULTILINE)
    pins = {canonicalize_name(pin.name): pin for pin in map(Requirement, lines)}
    assert len(pins) == len(lines) > 30

    def pinned(name: str, machine: dict[str, str]) -> bool:
        pin = pins.get(canonicalize_name(name))
        return pin is not None and (pin.marker is None or pin.marker.evaluate(machine))

    for machine in machines():
        here = [name for name in pins if pinned(name, machine)]
        for name in here:
            if (
                pins[name].marker is None
            ):  # others are not installed on this machine, and have no needs but pycparser, which is
                needs = map(Requirement, importlib.metadata.requires(name) or [])
                missing = [
                    n.name
                    for n in needs
                    if not n.marker or n.marker.evaluate(machine)
                    if not pinned(n.name, machine)
                ]
                assert not missing, (name, machine)


def test_the_hashes_of_a_file_are_written_anew() -> None:
    old = 'a-b==1.0; os_name == "nt" \\\n    --hash=sha256:00 \\\n    --hash=sha256:01\n# why\nc==2\n'
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hashes, "published", lambda name, version: iter([f"{name}{version}", "0"]))
        new = hashes.with_hashes(old)
        assert new == (
            'a-b==1.0; os_name == "nt" \\\n    --hash=sha256:0 \\\n    --hash=sha256:a-b1.0\n'
            "# why\nc==2 \\\n    --hash=sha256:0 \\\n    --hash=sha256:c2\n"
        )
        assert hashes.with_hashes(new) == new
        patch.setattr(hashes, "published", lambda name, version: iter([]))
        with pytest.raises(ValueError, match="no file of a-b"):
            hashes.with_hashes(new)


@pytest.fixture
def apt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An apt-get that finds the lists locked as often as the file `locked` has lines, and notes in `calls` what it was asked."""
    command = tmp_path / "apt-get"
    command.write_text(
        f"""#!/bin/sh
cd {tmp_path}
echo "$@" >> calls
if [ -s locked ]; then
  sed -i 1d locked
  echo "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7 (apt)" >&2
  echo "E: Unable to lock directory /var/lib/apt/lists/" >&2
  exit 100
fi
"""
    )
    command.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(provision, "LOCK_POLL", 0)
    return tmp_path


posix = pytest.mark.skipif(os.name == "nt", reason="Debian's own")


@posix
def test_debians_lock_is_waited_for(apt: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (apt / "locked").write_text("1\n2\n3\n")
    assert provision.install_debian(["hello"])
    calls = (apt / "calls").read_text().splitlines()
    assert [call.split()[3] for call in calls] == ["update"] * 4 + ["install"]
    assert all(f"DPkg::Lock::Timeout={provision.LOCK_PATIENCE}" in call for call in calls)
    assert capfd.readouterr().out.count("waiting for it") == 3


@posix
def test_a_lock_that_is_never_let_go_is_the_cause_in_the_last_line(
    apt: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (apt / "locked").write_text("1\n" * 99)
    monkeypatch.setattr(provision, "LOCK_PATIENCE", 0)

    def bring() -> None:
        provision.install_debian(["hello"])

    monkeypatch.setattr(testing, "_needs", lambda step: (bring,))
    assert testing.main(["browser"]) == 1
    last = capfd.readouterr().out.splitlines()[-1]
    assert last.startswith("== browser failed: apt-get ") and "Could not get lock" in last


@pytest.mark.parametrize(
    ("script", "cause"),
    [
        ("print('1 failed, 9 passed'); print(); raise SystemExit(3)", "1 failed, 9 passed"),
        ("raise ValueError('too small')", "ValueError: too small"),
        (
            "print('ERROR: no such version'); print('[notice] a new pip'); raise SystemExit(1)",
            "ERROR: no such version",
        ),
        ("raise SystemExit(4)", "exit code 4"),
    ],
)
def test_the_last_line_of_a_failed_step_says_why(
    script: str, cause: str, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(testing, "_needs", lambda step: ())
    monkeypatch.setitem(testing.STEPS, "unit", lambda: provision.run([sys.executable, "-c", script]))
    assert testing.main(["unit"]) == 1
    last = capfd.readouterr().out.splitlines()[-1]
    assert last.startswith("== unit failed: python") and last.endswith(cause)


@pytest.mark.parametrize(("wrong", "mends"), [("check", "ruff check --fix ."), ("format", "ruff format .")])
def test_a_failed_lint_names_the_command_that_mends_it(
    wrong: str, mends: str, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(command: list[str], **variables: str) -> None:
        if command[3] == wrong:
            raise subprocess.CalledProcessError(1, command, "Would reformat: game/rules/tiles.py")

    monkeypatch.setattr(provision, "run", run)
    monkeypatch.setattr(testing, "_needs", lambda step: ())
    assert testing.main(["lint"]) == 1
    assert f".venv/bin/python -m {mends}" in capfd.readouterr().out


def test_a_commands_output_is_shown_while_it_runs(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(subprocess.CalledProcessError) as problem:
        provision.run([sys.executable, "-c", "print('a€' * 9000); raise SystemExit(2)"])
    assert capfd.readouterr().out.count("€") == 9000
    assert problem.value.returncode == 2 and len(problem.value.output) <= provision.TAIL


def test_two_processes_never_build_at_the_same_time() -> None:
    """Two tests that both staged the runtime once broke each other's files, and the build went on without its optional steps."""
    program = "from tools.common import provision\nwith provision.locked('test'): print('entered', flush=True); input()"
    command = [sys.executable, "-c", program]

    def begin() -> subprocess.Popen[str]:
        return subprocess.Popen(
            command, cwd=provision.ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    with begin() as first:
        assert first.stdout and first.stdout.readline() == "entered\n"
        with begin() as second:
            assert second.stdout
            assert select.select([second.stdout], [], [], 0.5)[0] == []  # it waits
            first.communicate("\n")
            assert second.stdout.readline() == "entered\n"
            second.communicate("\n")
    assert hasattr(runtime.stage, "__wrapped__") and hasattr(build.build, "__wrapped__")


@pytest.mark.parametrize(
    ("commands", "said"),
    [
        ((), "Playwright's own Chromium"),
        (("chromium", "WebKitWebDriver"), "chromium (Chromium 9 of Debian), WebKitWebDriver"),
        (("chromium", "chromium-headless-shell"), "chromium-headless-shell (Chromium 9 of Debian)"),
    ],
)
def test_the_browser_step_says_which_browsers_it_tests(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, commands: tuple[str, ...], said: str
) -> None:
    for command in commands:
        (tmp_path / command).write_text("#!/bin/sh\necho Chromium 9 of Debian\n")
        (tmp_path / command).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert testing.browsers_in_use() == said


def install(folder: Path) -> None:
    """Install the packages of a file, by a command that takes a while and writes a line."""
    script = f"import time; time.sleep(0.3); open({str(folder / 'runs')!r}, 'a').write('one\\n')"
    provision._install_once(folder / "stamp", folder / "pins", [sys.executable, "-c", script])


def test_processes_that_want_the_same_packages_install_them_once(tmp_path: Path) -> None:
    (tmp_path / "pins").write_text("a==1")
    workers = [
        multiprocessing.get_context("fork").Process(target=install, args=(tmp_path,)) for _ in range(3)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(30)
    assert [worker.exitcode for worker in workers] == [0, 0, 0]
    assert (tmp_path / "runs").read_text() == "one\n"
