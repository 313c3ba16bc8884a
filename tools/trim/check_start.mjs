// Checks that a changed Pyodide still starts: node tools/trim/check_start.mjs FOLDER MODULE…
// Starts the Pyodide of FOLDER and imports the Python modules. Exits with 0, or with 1 and an error line.
import { pathToFileURL } from "node:url";

const [folder, ...names] = process.argv.slice(2);
try {
  const load = (file) => import(pathToFileURL(`${folder}/${file}`));
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all(["pyodide.mjs", "pyodide.asm.mjs"].map(load));
  const python = await loadPyodide({ createPyodideModule, indexURL: `${folder}/` });
  for (const name of names) python.pyimport(name);
  process.exit(0); // necessary: a timer of Pyodide keeps Node running
} catch (reason) {
  const lines = String(reason).trim().split("\n");
  console.error(`Error: ${lines.at(-1)}`); // the last line of a Python traceback names the error
  process.exit(1);
}
