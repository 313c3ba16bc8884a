// node tools/making/check_start.mjs FOLDER MODULE…: starts the Pyodide of a folder and imports these Python modules.
import { pathToFileURL } from "node:url";

const [folder, ...names] = process.argv.slice(2);
try {
  const load = (file) => import(pathToFileURL(`${folder}/${file}`));
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all(["pyodide.mjs", "pyodide.asm.mjs"].map(load));
  const python = await loadPyodide({ createPyodideModule, indexURL: `${folder}/` });
  for (const name of names) python.pyimport(name);
  process.exit(0); // Pyodide leaves a timer behind
} catch (reason) {
  const lines = String(reason).trim().split("\n");
  console.error(`Error: ${lines.at(-1)}`); // of a traceback the last line says what is wrong
  process.exit(1);
}
