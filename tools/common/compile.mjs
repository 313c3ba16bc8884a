// Compiles Python sources to bytecode, so that the page compiles no Python when it starts:
//   node tools/common/compile.mjs SOURCE TARGET OPTIMIZE [DROP…] [NAME=TEXT…]
// SOURCE is a zip or a folder, TARGET the zip to write. Pyodide compiles, so the bytecode fits Pyodide's version of Python.
// OPTIMIZE is Python's optimization level, 0 to 2. Docstrings, the types of functions and imports for type checkers are removed at
// every level, line numbers at level 2.
// Each DROP is a pattern of paths in SOURCE to leave out (`*` matches any text, `/` too).
// Each TEXT replaces the content of the file NAME in SOURCE.
import { dirname, resolve, basename } from "node:path";
import { loadPyodide } from "pyodide";

const [source, target, optimize, ...changes] = process.argv.slice(2);
const dropped = changes.filter((change) => !change.includes("="));
const replaced = changes.filter((change) => change.includes("=")).map((change) => [change.split("=", 1)[0], change.replace(/^[^=]*=/, "")]);
const pyodide = await loadPyodide();
pyodide.mountNodeFS("/source", dirname(resolve(source)));
pyodide.mountNodeFS("/target", dirname(resolve(target)));
pyodide.globals.set("arguments", pyodide.toPy({
  source: `/source/${basename(source)}`,
  target: `/target/${basename(target)}`,
  optimize: Number(optimize),
  dropped,
  replaced,
}));
pyodide.runPython(`
import ast, fnmatch, importlib.util, marshal, os, zipfile

def files_in(path):
    """Yield (path, content) of each file in a folder or zip; paths in a folder begin with its name."""
    if os.path.isdir(path):
        parent = os.path.dirname(path)
        for folder, _, names in sorted(os.walk(path)):
            for name in sorted(names):
                full_path = os.path.join(folder, name)
                with open(full_path, "rb") as file:
                    yield os.path.relpath(full_path, parent), file.read()
    else:
        with zipfile.ZipFile(path) as archive:
            for name in sorted(archive.namelist()):
                yield name, archive.read(name)

def without_line_numbers(code):
    """Remove the line numbers of a code object: a quarter of a library's bytes, and useless without the source.

    The new line table says "no line" for each code unit (two bytes), because a traceback looks up every unit.
    An entry of the table covers up to eight units: 0xF8 + (number of units - 1).
    """
    constants = tuple(without_line_numbers(part) if hasattr(part, "co_code") else part for part in code.co_consts)
    full_entries, rest = divmod(len(code.co_code) // 2, 8)
    no_lines = b"\\xff" * full_entries + bytes([0xF8 | rest - 1] if rest else [])
    return code.replace(co_linetable=no_lines, co_consts=constants)

def without_docs_and_types(text):
    """Parse a module and remove what nobody reads in a page: docstrings, and the types of functions' arguments and results.

    Python 3.14 keeps a code object for the types of each function. The types of a class stay, because NamedTuple reads
    them, and those of functions with the decorator "register" of functools.singledispatch.
    """
    tree = ast.parse(text)
    tree.body = [node for node in tree.body if not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")]
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and ast.get_docstring(node, clean=False) is not None:
            del node.body[0]  # not replaced by "pass": imports from __future__ must come first
            if not node.body and not isinstance(node, ast.Module):
                node.body.append(ast.copy_location(ast.Pass(), node))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and not any(map(is_register, node.decorator_list)):
            node.returns = None
            for part in ast.iter_child_nodes(node.args):
                if isinstance(part, ast.arg):
                    part.annotation = None
    return tree

def is_register(decorator):
    return isinstance(decorator, ast.Attribute) and decorator.attr == "register"

def bytecode(name, text):
    """The content of the .pyc file of a module."""
    code = compile(without_docs_and_types(text), name, "exec", dont_inherit=True, optimize=arguments["optimize"])
    if arguments["optimize"] == 2:
        code = without_line_numbers(code)
    flags = (0b01).to_bytes(4, "little")  # "hash-based, unchecked": Python never looks for the source
    return importlib.util.MAGIC_NUMBER + flags + importlib.util.source_hash(text) + marshal.dumps(code)

replaced = dict(arguments["replaced"])

with zipfile.ZipFile(arguments["target"], "w") as archive:
    for name, content in files_in(arguments["source"]):
        if name.endswith((".pyc", "/")) or any(fnmatch.fnmatchcase(name, pattern) for pattern in arguments["dropped"]):
            continue
        if name in replaced:
            content = replaced.pop(name).encode()
        if name.endswith(".py"):
            name, content = name + "c", bytecode(name, content)
        entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))  # a fixed date, so that every build writes the same bytes
        archive.writestr(entry, content, zipfile.ZIP_STORED)  # the host compresses the whole zip better
assert not replaced, f"SOURCE has no file {list(replaced)}"
`);
