"""What is left out of Pyodide's script."""

from pathlib import Path

from tools.common import provision
from tools.trim import pyodide

SCRIPT = """async function _createPyodideModule(moduleArg={}){var Module=moduleArg;
var _malloc,_free,_calloc;
function assignWasmExports(wasmExports){_malloc=Module["_malloc"]=wasmExports["malloc"];
_free=Module["_free"]=wasmExports["free"];_calloc=Module["_calloc"]=wasmExports["calloc"]}
function print(){return _malloc(helper)}print.sig="i";
function helper(){}
function paint(){return GL.context}paint.sig="v";
var GL={context:0},SIZE=still(),NAMES=["by_string"];
function by_string(){}
Module["paint"]=paint;
Module["OTHER"]=NAMES;
class Window{}
var wasmImports={paint,print};
still(wasmImports)}
export default _createPyodideModule;
"""


def shaken(script: str, folder: Path) -> str:
    """What is left of it for a wasm that imports `print`, and another script that uses `OTHER`."""
    file, other = folder / "script.mjs", folder / "other.mjs"
    file.write_text(script)
    other.write_text("module.OTHER.length")
    provision.node_modules()
    return pyodide.tree_shaken(file, ["print", "memory"], [other])


def test_what_nothing_comes_to_goes_and_all_else_stays_as_it_is(tmp_path: Path) -> None:
    left = SCRIPT
    for gone, instead in {
        "_malloc,_free,_calloc": "_malloc",
        '_free=Module["_free"]=wasmExports["free"];': "",
        '_calloc=Module["_calloc"]=wasmExports["calloc"]': "",
        "function paint(){return GL.context}": "",
        'paint.sig="v";': "",
        "GL={context:0},": "",
        'Module["paint"]=paint;': "",
        "class Window{}": "",
        "{paint,print}": "{print}",
    }.items():
        assert gone in left
        left = left.replace(gone, instead)
    assert shaken(SCRIPT, tmp_path) == left
    assert shaken(left, tmp_path) == left
