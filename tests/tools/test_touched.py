"""What `tools/test.py quick` chooses."""

from tools.common import touched


def test_a_changed_module_leads_to_its_room_and_to_what_imports_it() -> None:
    chosen = touched.nearest(["game/table/drawing.py"])
    assert {"tests/table", "tests/test_imports.py"} <= {*chosen}
    assert "tests/players" not in chosen
    assert "tests/narration" in touched.nearest(["game/narration/localization/terms.py"])


def test_what_no_import_shows_leads_to_the_tests_that_read_it() -> None:
    assert {"tests/look", "tests/page"} <= {*touched.nearest(["index.html"])}
    assert "tests/texts" in touched.nearest(["assets/locales/en.json"])
    assert "tests/golden" in touched.nearest(["tests/golden/days-1.json"])
    assert touched.nearest(["README.md"]) == ["tests/test_references.py", "tests/test_imports.py"]
    assert touched.nearest(["LICENSE"]) == ["tests/test_imports.py"]


def test_tests_at_the_top_of_their_folder_are_near_too() -> None:
    """The pattern of test files once needed a folder below tests/."""
    assert "tests/test_adding.py" in touched.nearest(["tests/test_adding.py"])
    assert "tests/test_adding.py" in touched.nearest(["game/players/search/playout.py"])
    assert "tests/test_references.py" in touched.nearest(["docs/adding.md"])


def test_every_room_with_tests_of_its_own_leads_to_them() -> None:
    rooms = [
        path.name
        for path in (touched.ROOT / "tests").iterdir()
        if (touched.ROOT / "game" / path.name).is_dir()
    ]
    assert len(rooms) > 10
    for room in rooms:
        assert f"tests/{room}" in touched.nearest([f"game/{room}/any.py"]), room


def test_a_room_of_the_page_leads_to_its_own_tests_and_the_guards() -> None:
    chosen = touched.nearest(["game/page/score_pad/pad_view.py"])
    assert {"tests/page/test_pad_view.py", "tests/page/test_page_state.py"} <= {*chosen}
    assert "tests/page" not in chosen and "tests/page/test_gestures.py" not in chosen
    for name in ("kernel/painting.py", "screens/dialogs.py", "main.py"):
        assert "tests/page" in touched.nearest([f"game/page/{name}"]), name


def test_every_room_and_every_test_of_the_page_is_known() -> None:
    rooms = {path.parent.name for path in (touched.ROOT / "game/page").glob("*/__init__.py")}
    assert rooms == {*touched.PAGE, "kernel", "screens"}
    tests = {path.stem.removeprefix("test_") for path in (touched.ROOT / "tests/page").glob("test_*.py")}
    assert tests == {*" ".join([*touched.PAGE.values(), touched.PAGE_GUARDS]).split()}


def test_what_almost_everything_imports_leads_to_its_own_room() -> None:
    chosen = {*touched.nearest(["game/rules/options/declared.py"])}
    assert {"tests/rules", "tests/golden", "tests/test_adding.py"} <= chosen
    assert not [path for path in chosen if path.startswith(("tests/session", "tests/players", "tests/page"))]
    assert "tests/session" not in touched.nearest(["game/rules/options/declared.py", "docs/rules.md"])


def test_trimming_is_tested_after_a_change_of_its_inputs_only() -> None:
    for name in (
        "package-lock.json",
        "assets/snapshot.js",
        "tools/trim/wasm/tables.py",
        "tools/trim/tests/computed.py",
    ):
        assert "tools/trim" in touched.nearest([name]), name
    for name in ("game/rules/tiles.py", "tools/build.py", "assets/boot.js"):
        assert "tools/trim" not in touched.nearest([name]), name


def test_a_changed_test_is_near_itself_and_none_in_a_browser_is() -> None:
    near = touched.nearest(["tests/rules/test_foot.py"])
    assert {"tests/rules/test_foot.py", "tests/test_tests.py"} <= {*near}
    for name in ("tests/browser/test_play.py", "tests/browser/conftest.py", "tools/common/drive.py"):
        assert not [path for path in touched.nearest([name]) if path.startswith("tests/browser")]
