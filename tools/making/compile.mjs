// node tools/making/compile.mjs SOURCE TARGET OPTIMIZE [DROP…] [NAME=TEXT…]
// Packs the Python of SOURCE (a zip or a folder) into the zip TARGET as bytecode of Pyodide's own Python, so that
// nothing is compiled when the page starts. Compiled inside Pyodide: no matching native Python is needed.
// TEXT replaces the content of the file NAME of SOURCE. DROP are patterns of paths inside SOURCE to leave out (`*` is any text).
// OPTIMIZE is Python's level (here 2 drops line numbers too). Docstrings are dropped at every level.
import { dirname, resolve, basename } from "node:path";
import { loadPyodide } from "pyodide";

const [source, target, optimize, ...changes] = process.argv.slice(2);
const drop = changes.filter((change) => !change.includes("="));
const instead = changes.filter((change) => change.includes("=")).map((change) => [change.split("=", 1)[0], change.replace(/^[^=]*=/, "")]);
const pyodide = await loadPyodide();
pyodide.mountNodeFS("/source", dirname(resolve(source)));
pyodide.mountNodeFS("/target", dirname(resolve(target)));
pyodide.globals.set("job", pyodide.toPy({
  source: `/source/${basename(source)}`,
  target: `/target/${basename(target)}`,
  optimize: Number(optimize),
  drop,
  instead,
}));
pyodide.runPython(`
import ast, fnmatch, importlib.util, marshal, os, zipfile

def members(path):
    if os.path.isdir(path):
        above = os.path.dirname(path)
        for folder, _, names in sorted(os.walk(path)):
            for name in sorted(names):
                whole = os.path.join(folder, name)
                with open(whole, "rb") as file:
                    yield os.path.relpath(whole, above), file.read()
    else:
        with zipfile.ZipFile(path) as archive:
            for name in sorted(archive.namelist()):
                yield name, archive.read(name)

def without_lines(code):
    """Code without line numbers, which are a quarter of a library's bytes, and useless without its source.

    Each entry of the table says "no line" for up to eight units of code; a traceback asks for every unit.
    """
    inner = tuple(without_lines(part) if hasattr(part, "co_code") else part for part in code.co_consts)
    whole, rest = divmod(len(code.co_code) // 2, 8)
    nowhere = b"\\xff" * whole + bytes([0xF8 | rest - 1] if rest else [])
    return code.replace(co_linetable=nowhere, co_consts=inner)

def without_docstrings(text):
    """The tree of a module without docstrings, which nobody reads in a page."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and ast.get_docstring(node, clean=False) is not None:
            del node.body[0]  # not replaced by "pass": only a docstring may stand before imports from __future__
            if not node.body and not isinstance(node, ast.Module):
                node.body.append(ast.copy_location(ast.Pass(), node))
    return tree

def bytecode(name, text):
    code = compile(without_docstrings(text), name, "exec", dont_inherit=True, optimize=job["optimize"])
    if job["optimize"] == 2:
        code = without_lines(code)
    flags = (0b01).to_bytes(4, "little")  # hash-based, unchecked: the source is not there to compare
    return importlib.util.MAGIC_NUMBER + flags + importlib.util.source_hash(text) + marshal.dumps(code)

instead = dict(job["instead"])

with zipfile.ZipFile(job["target"], "w") as archive:
    for name, content in members(job["source"]):
        if name.endswith((".pyc", "/")) or any(fnmatch.fnmatchcase(name, drop) for drop in job["drop"]):
            continue
        if name in instead:
            content = instead.pop(name).encode()
        if name.endswith(".py"):
            name, content = name + "c", bytecode(name, content)
        entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))  # the same bytes at every build
        archive.writestr(entry, content, zipfile.ZIP_STORED)  # the host compresses the whole, and better
assert not instead, f"not there: {list(instead)}"
`);
