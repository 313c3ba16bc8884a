// Lists the modules with which a start begins: node tools/making/first_modules.mjs PYODIDE LIBRARY GAME
// Starts the Pyodide in the folder PYODIDE with the archive LIBRARY, imports the engine from the archive GAME, and prints a JSON list
// of the paths in these archives from which a module has come.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, library, game] = process.argv.slice(2);
const load = (file) => import(pathToFileURL(`${folder}/${file}`));
const [{ loadPyodide }, { default: create }] = await Promise.all(["pyodide.mjs", "pyodide.asm.mjs"].map(load));
const python = await loadPyodide({ createPyodideModule: create, indexURL: `${folder}/`, stdLibURL: library });
python.FS.writeFile("/lib/game.zip", readFileSync(game));
const found = python.runPython(`
import json, sys
sys.path.append("/lib/game.zip")
import game.engine.verbs
origins = [getattr(module.__spec__, "origin", None) or "" for module in [*sys.modules.values()]]
json.dumps(sorted(origin.partition(".zip/")[2] for origin in origins if ".zip/" in origin))
`);
process.stdout.write(found, () => process.exit(0)); // necessary: a timer of Pyodide keeps Node running
