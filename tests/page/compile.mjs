// Compiles the modules named on the command line with the page's own interpreter, and names those that it refuses.
import { readFileSync } from "node:fs";
import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript/micropython.mjs";

const python = await loadMicroPython();
for (const path of process.argv.slice(2)) {
  python.globals.set("source", readFileSync(path, "utf8"));
  try {
    python.runPython("compile(source, 'module', 'exec')");
  } catch (refusal) {
    console.log(`${path}: ${refusal}`);
  }
}
