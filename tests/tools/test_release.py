"""What belongs to a release: one version, the licence, the changelog's form."""

import json
import re
import tomllib

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
