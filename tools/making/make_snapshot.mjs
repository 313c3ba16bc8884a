// Writes the heap snapshot of the engine (assets/snapshot.js): node tools/making/make_snapshot.mjs PYODIDE LIBRARY GAME TARGET
// Starts the Pyodide in the folder PYODIDE, with the archive LIBRARY, imports the engine from the archive GAME (starter.py), and writes
// the snapshot to TARGET, from where starter.py carries it.
//
// The bytes are the same for every machine, folder, time and environment (tests/tools/test_reproducible.py). For this, Python gets
// a fixed environment and hash seed, the clock stands still, and the random source returns zeros. In the browser, `open_verbs`
// (game/engine/verbs.py) seeds `random`. `time.tzname` stays UTC, but `time.localtime` asks the browser at each call.
import crypto from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, library, game, target] = process.argv.slice(2);
process.argv = ["node", "./this.program"]; // Emscripten copies it to argv[0] and to the environment variable `_`
process.env.TZ = "UTC";
const load = (file) => import(pathToFileURL(file));
const [{ loadPyodide }, { default: create }] = await Promise.all(["pyodide.mjs", "pyodide.asm.mjs"].map((name) => load(`${folder}/${name}`)));
const { write } = await import("../../assets/snapshot.js");

let fresh; // a copy of the memory of Pyodide's wasm instance before any of its functions runs
const instantiate = WebAssembly.instantiate;
WebAssembly.instantiate = async (...parameters) => {
  const result = await instantiate(...parameters);
  const { memory } = result.instance?.exports ?? {};
  if (memory) fresh ??= new Uint8Array(memory.buffer).slice();
  return result;
};
crypto.randomFillSync = (numbers) => numbers.fill(0);
Date.now = () => 0;
performance.now = () => 0;

const python = await loadPyodide({
  createPyodideModule: create,
  indexURL: `${folder}/`,
  stdLibURL: library,
  env: { PYTHONHASHSEED: "0", LANG: "C.UTF-8" },
});
// Private names: another version of Pyodide may not have them (docs/upgrading.md).
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
python.FS.writeFile("/lib/game.zip", readFileSync(game));
python.runPython('import sys; sys.path.append("/lib/game.zip")');
python.pyimport("game.engine.verbs");
python.runPython("from game.engine import menu; menu.declared()"); // fills the cache for the page's first request
python.runPython("import gc; gc.collect()");
writeFileSync(target, new Uint8Array(await new Blob(write(python, fresh)).arrayBuffer()));
process.exit(0); // necessary: a timer of Pyodide keeps Node running
