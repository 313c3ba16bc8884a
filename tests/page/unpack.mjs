// Runs page.py of the folder named on the command line in the page's own interpreter, with the pack beside it.
import { readFileSync } from "node:fs";
import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript/micropython.mjs";

const folder = process.argv[2];
const python = await loadMicroPython();
python.FS.writeFile("page.pack", readFileSync(`${folder}/page.pack`));
python.runPython(readFileSync(`${folder}/page.py`, "utf8"));
