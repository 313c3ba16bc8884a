"""What belongs to a release: one version, the licence, the changelog's form."""

import json
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from tools import build
from tools.common import provision

ROOT = provision.ROOT
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def test_the_version_is_declared_once_and_put_in_by_the_build() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", build.version())
    assert "version" not in json.loads((ROOT / "package.json").read_text())
    assert (ROOT / "index.html").read_text().count("<!-- version -->") == 1
    assert ROOT / "pyproject.toml" in build.sources()


def test_the_changelog_names_the_version_and_groups_its_changes() -> None:
    text = (ROOT / "CHANGELOG.md").read_text()
    heads = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert heads[0] == "Unreleased" or heads[0].startswith(build.version())
    released = [head for head in heads if head != "Unreleased"]
    assert released[0].startswith(f"{build.version()} - ")
    assert all(re.fullmatch(r"\d+\.\d+\.\d+ - \d{4}-\d\d-\d\d", head) for head in released)
    assert set(re.findall(r"^### (.*)$", text, re.MULTILINE)) <= {"Added", "Changed", "Fixed"}
    titles = [re.findall(r"^### (.*)$", part, re.MULTILINE) for part in text.split("\n## ")[1:]]
    assert all(len(set(part)) == len(part) for part in titles)


def test_the_licence_is_declared_where_tools_look() -> None:
    text = (ROOT / "LICENSE").read_text()
    assert text.startswith("MIT License\n\nCopyright (c) 2026 the Chickenfoot authors\n")
    assert PROJECT["license"] == "MIT" and PROJECT["license-files"] == ["LICENSE"]
    assert json.loads((ROOT / "package.json").read_text())["license"] == "MIT"


def git(folder: Path, *words: str) -> str:
    command = ["git", "-c", "user.name=a", "-c", "user.email=a@b", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout


def test_the_build_names_the_commit_of_its_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "ROOT", tmp_path)
    monkeypatch.delenv(build.COMMIT_VARIABLE, raising=False)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert build.commit() == ""
    git(tmp_path, "init", "-q")
    (tmp_path / "index.html").write_text("one")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "Begin")
    begun = git(tmp_path, "rev-parse", "HEAD")[:10]
    assert build.commit() == begun
    (tmp_path / "README.md").write_text("no source")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "Say more")
    assert build.commit() == begun
    (tmp_path / "index.html").write_text("two")
    assert build.commit() == f"{begun}+"
    monkeypatch.setenv(build.COMMIT_VARIABLE, "5f7a")
    assert build.commit() == "5f7a"
