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
const KEY = `${import.meta.url}?${encodeURIComponent(navigator.userAgent)}`; // of the memory that is kept (assets/frozen.js)
const KEEP_AFTER = 2_000; // ms after the start, when the page has done its own

// Everything is begun before anything is waited for.
const compiled = WebAssembly.compileStreaming(bring(WASM));
const frozen = import("./frozen.js");
const recalled = frozen.then(({ recall }) => recall(KEY)).catch((reason) => console.info(`no engine was kept: ${reason}`));
const library = bring(LIBRARY).then((answer) => answer.arrayBuffer());
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
  await Promise.all(modules);
  stage("modules");
  hand();
  const memory = await recalled;
  if (memory) stage("recalled");
  const python = await (memory ? begin(memory).catch(anew) : begin());
  stage("python");
  python.FS.writeFile("/home/pyodide/game.zip", new Uint8Array(await game));
  python.runPython("import sys; 'game.zip' in sys.path or sys.path.insert(0, 'game.zip')");
  const engine = python.pyimport("game.engine.verbs");
  stage("game");
  if (!memory) await keep(python);
  return engine.opened().toJs({ dict_converter: Object.fromEntries });
}

// Pyodide would ask for these two itself, when it needs them: it is given what is on its way.
function hand() {
  const network = self.fetch.bind(self);
  self.fetch = (asked, ...how) => {
    const name = String(asked).split("/").pop();
    if (name === "pyodide.asm.wasm") return compiled.then(() => new Response());
    return name === "python_stdlib.zip" ? library.then((bytes) => new Response(bytes)) : network(asked, ...how);
  };
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const module = await compiled;
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  };
}

async function begin(memory) {
  const [{ loadPyodide }, { default: create }] = await Promise.all(modules);
  return loadPyodide({
    async createPyodideModule(settings) {
      const module = await create(settings);
      memory?.lay(module.HEAPU8);
      return module;
    },
    indexURL: new URL("assets/runtime/pyodide/", import.meta.url).href,
    lockFileContents: JSON.parse(LOCK),
    packageBaseUrl: new URL(".", import.meta.url).href,
    _loadSnapshot: memory?.header,
  });
}

// What was kept cannot be gone on from: dropped, and a start like the first.
async function anew(reason) {
  console.info(`the engine that was kept is dropped: ${reason}`);
  await (await frozen).forget();
  return begin();
}

// Takes the memory at once and keeps it when the page has started.
async function keep(python) {
  const { take, keep } = await frozen;
  const parts = take(python);
  stage("taken");
  const put = () => keep(KEY, parts).then(() => stage("kept"), (reason) => console.info(`the engine is not kept: ${reason}`));
  setTimeout(put, KEEP_AFTER);
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
