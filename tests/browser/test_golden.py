"""The same seed gives the same deal in the browser's Python as in CPython."""

import json
from pathlib import Path

from playwright.sync_api import BrowserContext

from tests.browser.starts import JOIN

GOLDEN = Path(__file__).parents[1] / "rules"

DEAL = (
    f"""async ([pyodide, stdLibURL, game, code]) => {{
  await ({JOIN})(pyodide);
"""
    + """
  const { loadPyodide } = await import(pyodide);
  const python = await loadPyodide({ stdLibURL });
  python.FS.writeFile("/lib/game.zip", new Uint8Array(await (await fetch(game)).arrayBuffer()));
  python.runPython("import sys; sys.path.append('/lib/game.zip')");
  const names = python.toPy({ __name__: "golden", __file__: "/golden.py" });
  python.runPython(code, { globals: names });
  return python.runPython("json.dumps(golden_deals())", { globals: names });
}"""
)


def test_golden_deals_in_the_browser(context: BrowserContext, address: str, dist: Path) -> None:
    pyodide = next(dist.glob("runtime/*/pyodide/pyodide.mjs")).relative_to(dist)
    archives = [next(dist.glob(f"app/*/{name}.zip.wasm")).relative_to(dist) for name in ("library", "game")]
    page = context.new_page()
    page.goto(f"{address}THIRD-PARTY.txt")  # an empty page of this origin
    code = (GOLDEN / "golden.py").read_text()
    dealt = page.evaluate(DEAL, [*(f"{address}{path}" for path in (pyodide, *archives)), code])
    assert json.loads(dealt) == json.loads((GOLDEN / "golden_deals.json").read_text())
