"""Added markup runs no Python. The content-security policy stops added JavaScript, but PyScript would run Python by itself."""

from pathlib import Path

from playwright.sync_api import Page

from tools.common import drive

ADD = "(markup) => document.body.insertAdjacentHTML('beforeend', markup)"
FRAGMENT = "(markup) => document.body.append(document.createRange().createContextualFragment(markup))"
REWRITE = "(markup) => { document.body.appendChild(document.createElement('div')).innerHTML = markup; }"
SHADOW = """(markup) => {
  document.body.appendChild(document.createElement("div")).attachShadow({ mode: "open" }).innerHTML = markup;
}"""
CLICK = """(markup) => {
  document.body.insertAdjacentHTML("beforeend", markup);
  return new Promise((done) => setTimeout(() => done(document.body.lastElementChild.click())));
}"""
ATTRIBUTE = """(markup) => {
  const button = document.body.appendChild(document.createElement("button"));
  button.setAttribute("mpy-click", markup);
  return new Promise((done) => setTimeout(() => done(button.click())));
}"""
# Receives the reports of added Python.
BEGIN = "() => { globalThis.ran = []; globalThis.clicked = () => ran.push('click'); }"
# Yields the main thread thirty times, far more often than PyScript needs to run a script. Returns the scripts that ran.
TURNS = """async () => {
  for (let turn = 0; turn < 30; turn++) await new Promise((done) => setTimeout(done));
  return ran;
}"""


def python(name: str) -> str:
    """Python that reports that it ran."""
    return f"import js; js.ran.push('{name}')"


def ways(micropython: str) -> dict[str, tuple[str, str]]:
    """By name: how markup is added, and the markup. `micropython` is the address of an interpreter that the policy allows.

    PyScript 0.7.31 ran each of them while it watched the document.
    """
    return {
        "script": (ADD, f"<script type='mpy'>{python('script')}</script>"),
        "within": (REWRITE, f"<p><b><script type='mpy' async='false'>{python('within')}</script></b></p>"),
        "element": (ADD, f"<mpy-script>{python('element')}</mpy-script>"),
        "fragment": (FRAGMENT, f"<script type='mpy'>{python('fragment')}</script>"),
        "shadow": (SHADOW, f"<script type='mpy'>{python('shadow')}</script>"),
        "configured": (ADD, f"<script type='mpy' config='{{}}'>{python('configured')}</script>"),
        "polyscript": (
            ADD,
            f"<script type='micropython' version='{micropython}'>{python('polyscript')}</script>",
        ),
        "handler": (CLICK, "<button mpy-click='window.clicked'></button>"),
        "attribute": (ATTRIBUTE, "window.clicked"),
    }


def test_added_markup_runs_no_python(started: Page, address: str, dist: Path) -> None:
    started.evaluate(BEGIN)
    interpreter = next(dist.glob("runtime/*/micropython/micropython.mjs")).relative_to(dist)
    for add, markup in ways(address + interpreter.as_posix()).values():
        started.evaluate(add, markup)
    assert started.evaluate(TURNS) == []
    drive.start_match(started)  # gives added Python enough time
    drive.take_turn(started)
    drive.phase(started)
    assert started.evaluate("() => ran") == []
