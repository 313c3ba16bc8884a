// node tools/making/begun.mjs PYODIDE GAME TARGET: starts the Pyodide of the folder PYODIDE, imports the engine out of the archive
// GAME and writes its memory to TARGET (assets/frozen.js), with which every visit begins.
//
// The same at every build: Python's hashes have a fixed seed, the clock stands, and chance is nothing (the game asks no unseeded
// `random`; `secrets` asks the browser each time).
import crypto from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { take } from "../../assets/frozen.js";

const [folder, game, target] = process.argv.slice(2);
const [{ loadPyodide }, { default: create }] = await Promise.all(["pyodide.mjs", "pyodide.asm.mjs"].map((name) => import(pathToFileURL(`${folder}/${name}`))));

let untouched;
const instantiate = WebAssembly.instantiate;
WebAssembly.instantiate = async (...given) => {
  const made = await instantiate(...given);
  const { memory } = made.instance?.exports ?? {};
  if (memory) untouched ??= new Uint8Array(memory.buffer).slice();
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
python.FS.writeFile("/home/pyodide/game.zip", readFileSync(game));
python.runPython("import sys; sys.path.insert(0, 'game.zip')");
python.pyimport("game.engine.verbs");
python.runPython("from game.engine import menu; menu.declared()"); // the first thing that a page asks for
python.runPython("import gc; gc.collect()");
writeFileSync(target, new Uint8Array(await new Blob(take(python, untouched)).arrayBuffer()));
process.exit(0); // Pyodide leaves a timer behind
