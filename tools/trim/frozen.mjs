// Prints JSON: the bytecode of each frozen module of Pyodide, and what replaces it, as pairs in Base64:
//   node tools/trim/frozen.mjs LIBRARY
// LIBRARY is the zip of Python's trimmed library. What replaces a module that it lacks is empty.
import { dirname, resolve, basename } from "node:path";
import { loadPyodide } from "pyodide";

const [library] = process.argv.slice(2);
const pyodide = await loadPyodide();
pyodide.mountNodeFS("/library", dirname(resolve(library)));
pyodide.globals.set("path", `/library/${basename(library)}`);
const text = pyodide.runPython(`
import _imp, base64, json, marshal, zipfile

def with_file_name(code, name):
    """Replace the name of the file in a code object, and in those within it: Python shortens tracebacks by it."""
    constants = tuple(with_file_name(part, name) if hasattr(part, "co_code") else part for part in code.co_consts)
    return code.replace(co_filename=name, co_consts=constants)

def small(name, frozen):
    """The bytecode of a module in the library, with the frozen one's name of the file; empty if the library lacks it."""
    path = name.replace(".", "/") + ".pyc"
    if path not in library.namelist():
        return b""
    code = marshal.loads(library.read(path)[16:])  # after the head of a .pyc file
    return marshal.dumps(with_file_name(code, marshal.loads(frozen).co_filename))

def pair(name):
    data, _, original = _imp.find_frozen(name, withdata=True)
    return [base64.b64encode(part).decode() for part in (data, small(original or name, bytes(data)))]

library = zipfile.ZipFile(path)
json.dumps([pair(name) for name in _imp._frozen_module_names()])
`);
process.stdout.write(text, () => process.exit(0)); // a timer of Pyodide keeps Node running
