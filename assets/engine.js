// The engine's worker: Pyodide, and in it the rules and the opponents (game/engine/verbs.py). A module worker of ours and not
// one of PyScript's, which could begin only after PyScript itself (docs/startup.md); the page's own Python is PyScript's.
//
//   in    {id, verb, given}   one of the engine's verbs, with its JSON text
//         {ping}              is anybody there?
//   out   {id, answer}        its answer, as JSON text
//         {stage, at}         a stage of the start is over, at that time since the Unix epoch in ms
//         {bytes}             so many more bytes have come
//         {pong}              yes
//         {tell}              something that nobody asked (game/engine/verbs.py)
//         {failed}            why the engine cannot start, or go on
//
// The page's clock begins earlier than the worker's, so times are told on the one that they share. Addresses are as in the
// repository; tools/build.py makes them the hashed ones.
const WASM = "assets/runtime/pyodide/pyodide.asm.wasm";
const LIBRARY = "assets/runtime/pyodide/python_stdlib.zip";
const GAME = "../game.zip";
const LOCK = `assets/runtime/pyodide/pyodide-lock.json`; // its text: nothing is ever installed

// Everything is begun before anything is waited for.
const compiled = WebAssembly.compileStreaming(bring(WASM));
const library = bring(LIBRARY);
const game = bring(GAME).then((answer) => answer.arrayBuffer());
const modules = ["pyodide.mjs", "pyodide.asm.mjs"].map((name) => import(`assets/runtime/pyodide/${name}`));
const verbs = start();
let failed = false;
for (const part of [compiled, library, game, verbs]) part.catch(fail); // Pyodide itself would wait for ever
compiled.then(() => stage("compiled"), () => {});
stage("worker");

addEventListener("message", async ({ data: { id, verb, given, ping } }) => {
  if (ping) return postMessage({ pong: true });
  try {
    postMessage({ id, answer: await (await verbs)[verb](given) });
  } catch (reason) {
    fail(reason); // the interpreter itself, which may be out of memory: a verb answers its own faults
  }
});

async function start() {
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all(modules);
  stage("modules");
  // Pyodide would ask for these two itself, when it needs them: it is given what is on its way.
  const network = self.fetch.bind(self);
  self.fetch = (asked, ...how) => {
    const name = String(asked).split("/").pop();
    if (name === "pyodide.asm.wasm") return compiled.then(() => new Response());
    return name === "python_stdlib.zip" ? library : network(asked, ...how);
  };
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const module = await compiled;
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  };
  const python = await loadPyodide({
    createPyodideModule,
    indexURL: new URL("assets/runtime/pyodide/", import.meta.url).href,
    lockFileContents: JSON.parse(LOCK),
    packageBaseUrl: new URL(".", import.meta.url).href,
  });
  stage("python");
  python.FS.writeFile("/home/pyodide/game.zip", new Uint8Array(await game));
  python.runPython("import sys; sys.path.insert(0, 'game.zip')");
  const found = python.pyimport("game.engine.verbs");
  stage("game");
  return Object.fromEntries(found.__export__.toJs().map((name) => [name, found[name]]));
}

async function bring(file) {
  const address = new URL(file, import.meta.url);
  const answer = (await fetch(address).catch(() => self.caches?.match(address))) ?? Response.error();
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  count(answer.clone().body.getReader()).catch(fail);
  return answer;
}

async function count(reader) {
  for (let part = await reader.read(); !part.done; part = await reader.read()) postMessage({ bytes: part.value.length });
}

function fail(reason) {
  if (!failed) postMessage({ failed: String(reason.stack ?? reason) });
  failed = true;
}

function stage(name) {
  postMessage({ stage: name, at: performance.timeOrigin + performance.now() });
}
