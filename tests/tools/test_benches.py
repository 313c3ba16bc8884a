"""The harness of the benches: comparing in turn, figures, checks that fail; and how the soak compares."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tools.benches import harness, soaks, starts
from tools.common import provision


@pytest.fixture
def benches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two benches in place of the real ones."""

    def speed(run: harness.Run) -> harness.Figures:
        """How fast."""
        return {"speed_ms": run.count(3)}

    def broken(run: harness.Run) -> harness.Figures:
        """How broken."""
        raise harness.Failed("a match is lost")

    monkeypatch.setattr(harness, "BENCHES", {"speed": speed, "broken": broken})
    monkeypatch.setattr(harness, "load_benches", lambda: None)


@pytest.mark.usefixtures("benches")
def test_figures_are_printed_and_a_failed_check_is_the_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert harness.main(["speed", "--json", "--count", "5"]) == 0
    assert json.loads(capsys.readouterr().out) == {"speed_ms": 5}
    assert harness.main(["broken", "speed"]) == 1
    told = capsys.readouterr()
    assert "broken: a match is lost" in told.err
    assert told.out.splitlines()[-1].split() == ["speed_ms", "3"], "the other bench still runs"


@pytest.mark.usefixtures("benches")
def test_an_unknown_bench_is_refused_with_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert harness.main(["speed", "speeed"]) == 2
    assert capsys.readouterr().err == "unknown bench speeed; the benches are broken speed\n"


def test_candidates_are_measured_in_turn() -> None:
    order: list[str] = []

    def measured(name: str) -> dict[str, float]:
        order.append(name)
        return {"ms": len(order)}

    values = harness.in_turn(2, {name: lambda name=name: measured(name) for name in ("ours", "stock")})
    assert order == ["ours", "stock", "ours", "stock"]
    assert values == {"ours_ms": [1, 3], "stock_ms": [2, 4]}
    assert harness.medians(values) == {"ours_ms": 2, "stock_ms": 3}


def test_each_bench_that_the_documents_name_has_a_line_for_help() -> None:
    harness.load_benches()
    named = {
        name
        for path in (provision.ROOT / "README.md", *(provision.ROOT / "docs").glob("*.md"))
        for names in re.findall(r"tools/bench\.py ([a-z_ ]+)", path.read_text())
        for name in names.split()
    }
    assert named <= harness.BENCHES.keys()
    assert {
        "page",
        "engines",
        "glance",
        "relay",
        "layout",
        "links",
        "soak",
        "kill",
        "lighthouse",
    } <= harness.BENCHES.keys()
    assert all((bench.__doc__ or "").splitlines()[0].endswith(".") for bench in harness.BENCHES.values())


def test_the_last_links_of_a_soak_repeat_the_first_after_the_warm_ones() -> None:
    links = [*soaks.planned_links(float("inf"), 40)]
    assert len(links) == 40 and len({*links[:30]}) == 30
    assert links[-soaks.SAMPLE :] == links[soaks.WARM : soaks.WARM + soaks.SAMPLE]
    assert len([*soaks.planned_links(0, 40)]) == soaks.SAMPLE


def match(memory: float, click: float) -> dict[str, float]:
    """The figures of one match of a soak."""
    return {"renderer_mb": memory, "click_p95_ms": click}


def test_the_soak_compares_the_first_matches_with_the_last() -> None:
    flat = [match(100, 20 + number % 3) for number in range(60)]
    found = soaks.compared(flat)
    assert found["soak_renderer_mb_first"] == found["soak_renderer_mb_last"] == 100
    assert (
        found["soak_clicks_percent_from"] <= found["soak_clicks_percent"] <= found["soak_clicks_percent_to"]
    )
    grown = [match(100 + number / 5, 20 + number % 3) for number in range(60)]
    with pytest.raises(harness.Failed, match="memory has grown"):
        soaks.compared(grown)


FAKE_LIGHTHOUSE = """
import { writeFileSync } from "node:fs";
const path = process.argv.find((word) => word.startsWith("--output-path=")).slice("--output-path=".length);
writeFileSync(path, process.env.REPORT);
"""


def test_lighthouses_report_becomes_figures(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    command = tmp_path / "lighthouse" / "cli" / "index.js"
    command.parent.mkdir(parents=True)
    command.write_text(FAKE_LIGHTHOUSE)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    node = provision.node()
    monkeypatch.setattr(starts.provision, "node", lambda minimum: node)
    report: dict[str, Any] = {
        "categories": {name: {"score": 0.9} for name in starts.CATEGORIES},
        "audits": {name: {"score": 1, "numericValue": 7} for name in starts.AUDITED},
    }
    monkeypatch.setenv("REPORT", json.dumps(report))
    found = starts.audit("http://localhost/", tmp_path, "chromium")
    assert found["performance_score"] == 0.9 and found["blocked_ms"] == 7
    monkeypatch.setenv("REPORT", json.dumps(report | {"runtimeError": {"message": "no page"}}))
    with pytest.raises(harness.Failed, match="no page"):
        starts.audit("http://localhost/", tmp_path, "chromium")
