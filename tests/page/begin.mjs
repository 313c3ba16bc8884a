// Runs page.py of the folder named on the command line in the page's own interpreter, with page.rom.wasm beside it.
import { readFileSync } from "node:fs";
import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript/micropython.mjs";

const folder = process.argv[2];
const python = await loadMicroPython();
python.registerJsModule("pyscript", { window: { startup: { async breathe() {} } } });
python.FS.writeFile("page.rom", readFileSync(`${folder}/page.rom.wasm`));
await python.runPythonAsync(readFileSync(`${folder}/page.py`, "utf8"));
