// Compiles Python sources to bytecode, so that the page compiles no Python when it starts:
//   node tools/common/compile.mjs SOURCE TARGET OPTIMIZE [DROP…] [NAME=TEXT…]
// SOURCE is a zip or a folder, TARGET the zip to write. Pyodide compiles, so the bytecode fits Pyodide's version of Python.
// OPTIMIZE is Python's optimization level, 0 to 2. Docstrings, the types of functions and imports for type checkers are removed at
// every level, and where in a line each instruction comes from; the numbers of the lines at level 2.
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

def with_lines(code, lines):
    """Replace the line table of a code object, and of those within it.

    lines: Whether to keep the numbers of lines. Columns are useless without the source, and more than half of the table.

    An entry of the table covers up to eight code units (two bytes each): 0x80 | kind << 3 | number of units - 1. Kind 15 means "no
    line". After kind 13, "no columns", follows the difference to the line before.
    """
    constants = tuple(with_lines(part, lines) if hasattr(part, "co_code") else part for part in code.co_consts)
    table, before = bytearray(), code.co_firstlineno
    for start, end, line in code.co_lines() if lines else [(0, len(code.co_code), None)]:
        for units in divided(end - start >> 1):
            if line is None:
                table.append(0xF8 | units - 1)
            else:
                table += bytes([0xE8 | units - 1]) + signed(line - before)
                before = line
    return code.replace(co_linetable=bytes(table), co_consts=constants)

def divided(units):
    """Divide a number of code units into parts of eight or fewer. A traceback looks up every unit."""
    return [8] * (units // 8) + [units % 8] * bool(units % 8)

def signed(number):
    """Write a number as a line table does: the sign in the lowest bit, six bits in a byte, 0x40 if more follow."""
    rest, written = (-number << 1 | 1 if number < 0 else number << 1), bytearray()
    while rest > 63:
        written.append(0x40 | rest & 63)
        rest >>= 6
    return bytes(written) + bytes([rest])

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
    code = with_lines(code, arguments["optimize"] < 2)
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
