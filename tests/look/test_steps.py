"""Breakpoints: style sheets use only those that base.css names; parts that depend on their own width use container queries."""

import re
from pathlib import Path

STYLES = Path(__file__).parents[2] / "assets" / "styles"
SHEETS = {path.name: path.read_text() for path in STYLES.glob("*.css")}
STEPS = set(re.findall(r"^ {5}\w+ +(\(.*?\))(?: {2,}.*)?$", SHEETS["base.css"], re.M))
OF_THE_DEVICE = {
    "(hover: hover)",
    "(prefers-reduced-motion: reduce)",
    "(forced-colors: active)",
    "print",
}
CONTAINERS = {"play", "seats", "tray", "paper", "form"}


def test_styles_use_only_the_named_breakpoints() -> None:
    assert len(STEPS) == 8
    for name, sheet in SHEETS.items():
        for asked in re.findall(r"@media ([^{]+?) *{", sheet):
            plain = re.sub(r"^not \((\(.*\))\)$|^not (\([^()]*\))$", r"\1\2", asked)
            assert plain in STEPS | OF_THE_DEVICE, f"{name}: {asked}"


def test_every_breakpoint_is_used_and_is_in_em() -> None:
    sheets = "".join(SHEETS.values())
    for step in STEPS:
        assert re.search(rf"@media (not )?\(?{re.escape(step)}", sheets), step
        assert "px" not in step


def test_container_queries_are_named_and_in_rem() -> None:
    sheets = "".join(SHEETS.values())
    assert set(re.findall(r"container: (\w+) /", sheets)) == CONTAINERS
    for asked in re.findall(r"@container ([^{]+?) *{", sheets):
        assert re.fullmatch(rf"({'|'.join(CONTAINERS)}) \(width (<|>=) [\d.]+(rem|lh)\)", asked), asked


def test_text_is_never_in_px() -> None:
    """Drawings have their own units. All other sizes grow with the browser's text size."""
    drawn = re.compile(r"(^|\s)\.(chart|badge|numeral|toe) ?(text)?")
    for name, sheet in SHEETS.items():
        for rule, body in re.findall(r"([^{}]*){([^{}]*)}", sheet):
            if re.search(r"font(-size)?:[^;]*\dpx", body):
                assert drawn.search(rule), f"{name}: {rule.strip()}"


def test_the_kinds_of_a_link_stay_under_the_finger() -> None:
    """The share dialog stands on the lower edge, or in the middle: if its height changed with the kind, they would move."""
    assert re.search(r"#sending:has\(#sending-whats:not\(\[hidden\]\)\) { height: ", SHEETS["sharing.css"])
