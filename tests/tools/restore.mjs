// node restore.mjs DIST PROGRAM: restores the heap snapshot of DIST twice, as assets/engine.js does, opens the engine and runs the
// Python text PROGRAM; prints a JSON list of what its global RESULT is each time.
import { readdirSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [dist, program] = process.argv.slice(2);
const found = (pattern) => pattern.split("/").reduce((at, part) => `${at}/${part === "*" ? readdirSync(at)[0] : part}`, dist);
const folder = found("runtime/*/pyodide");
const load = (file) => import(pathToFileURL(file));
const [{ loadPyodide }, { default: create }, { read }] = await Promise.all(
  [`${folder}/pyodide.mjs`, `${folder}/pyodide.asm.mjs`, found("app/*/assets/snapshot.js")].map(load),
);
const { buffer } = new Uint8Array(readFileSync(found("app/*/snapshot.wasm")));
globalThis.navigator ??= {}; // Node has one from version 21 on
const instantiate = WebAssembly.instantiate;
const results = [];
for (let start = 0; start < 2; start++) {
  const { header, initialised, restore } = read(buffer);
  let fresh;
  WebAssembly.instantiate = async (...given) => {
    const made = await instantiate(...given);
    const { memory } = made.instance?.exports ?? {};
    if (memory) fresh ??= new Uint8Array(memory.buffer).slice(0, initialised);
    return made;
  };
  const python = await loadPyodide({
    async createPyodideModule(settings) {
      const module = await create(settings);
      restore(module, fresh);
      return module;
    },
    indexURL: `${folder}/`,
    stdLibURL: found("app/*/library.zip.wasm"), // the snapshot holds its modules
    _loadSnapshot: header,
  });
  python.pyimport("game.engine.verbs").open_verbs();
  python.runPython(program);
  results.push(python.globals.get("RESULT").toJs());
}
process.stdout.write(JSON.stringify(results), () => process.exit(0));
