// node tools/making/make_snapshot.mjs PYODIDE GAME TARGET: starts the Pyodide in the folder PYODIDE, imports the engine from the
// archive GAME, and writes the heap snapshot (assets/snapshot.js) to TARGET.
//
// The bytes are the same for every machine, folder, time and environment (tests/tools/test_reproducible.py): Python gets a fixed
// environment and hash seed, the clock stands still, and the random source gives zeros. `open_verbs` (game/engine/verbs.py) seeds
// `random` in the browser. `time.tzname` stays UTC; `time.localtime` asks the browser each time.
import crypto from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, game, target] = process.argv.slice(2);
process.argv = ["node", "./this.program"]; // Emscripten makes argv[0] and the variable `_` of it
process.env.TZ = "UTC";
const load = (file) => import(pathToFileURL(file));
const [{ loadPyodide }, { default: create }] = await Promise.all(["pyodide.mjs", "pyodide.asm.mjs"].map((name) => load(`${folder}/${name}`)));
const { write } = await import("../../assets/snapshot.js");

let fresh;
const instantiate = WebAssembly.instantiate;
WebAssembly.instantiate = async (...given) => {
  const made = await instantiate(...given);
  const { memory } = made.instance?.exports ?? {};
  if (memory) fresh ??= new Uint8Array(memory.buffer).slice();
  return made;
};
crypto.randomFillSync = (numbers) => numbers.fill(0);
Date.now = () => 0;
performance.now = () => 0;

const python = await loadPyodide({
  createPyodideModule: create,
  indexURL: `${folder}/`,
  env: { PYTHONHASHSEED: "0", LANG: "C.UTF-8" },
});
// Private names, which another version of Pyodide may not have (docs/upgrading.md).
const { _api: api, _module: { HEAPU32, __PyRuntime: runtime, __PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET: offset, _sbrk } } = python;
for (const [name, found] of Object.entries({
  "_api.makeSnapshot": typeof api.makeSnapshot === "function",
  _PyRuntime: runtime > 0,
  _PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET: offset > 0 && runtime + HEAPU32[offset / 4] < HEAPU32.byteLength,
  sbrk: typeof _sbrk === "function",
  memory: fresh,
})) {
  if (found) continue;
  console.error(`Error: Pyodide has no ${name}`);
  process.exit(1);
}
python.FS.writeFile("/home/pyodide/game.zip", readFileSync(game));
python.runPython("import sys; sys.path.insert(0, 'game.zip')");
python.pyimport("game.engine.verbs");
python.runPython("from game.engine import menu; menu.declared()"); // the first thing that a page asks for
python.runPython("import gc; gc.collect()");
writeFileSync(target, new Uint8Array(await new Blob(write(python, fresh)).arrayBuffer()));
process.exit(0); // Pyodide leaves a timer behind
