// The engine's worker: Pyodide, and in it the rules and the opponents (game/engine/verbs.py). A module worker of ours and not
// one of PyScript's, which could begin only after PyScript itself (docs/startup.md); the page's own Python is PyScript's.
//
//   in    {id, verb, given}   one of the engine's verbs, with its JSON text
//         {ping}              does Python run?
//         {module}            the interpreter's wasm, which the page has compiled
//         {compile}           it has not: it is compiled here
//   out   {id, answer}        its answer, as JSON text
//         {stage, at}         a stage of the start is over, at that time since the Unix epoch in ms
//         {bytes}             so many more bytes have come
//         {pong}              yes
//         {tell}              something that nobody asked (game/engine/verbs.py)
//         {failed}            why the engine cannot start, or go on: Pyodide's fatal errors too
//
// The page's clock begins earlier than the worker's, so times are told on the one that they share. Addresses are as in the
// repository; tools/build.py makes them the hashed ones.
const WASM = "assets/runtime/pyodide/pyodide.asm.wasm";
const LIBRARY = "assets/runtime/pyodide/python_stdlib.zip";
const GAME = "../game.zip";
const SNAPSHOT = "../snapshot.wasm"; // the memory after library and game are imported (assets/snapshot.js)
const HASH = ""; // of the snapshot; empty where there is none (tools/making/dev_build.py)
const LOCK = `assets/runtime/pyodide/pyodide-lock.json`; // its text: nothing is ever installed
const LATER = 2_000; // ms after the start, when the page has done its own

const network = self.fetch.bind(self);
let library; // the archives' bytes: fetched at once only where there is no snapshot
let game;
let fresh; // the first bytes of the memory of an instance that has not run
let running = false; // Python is, and answers
let failed = false;

// Everything is begun before anything is waited for.
let take;
const compiled = new Promise((then) => (take = then));
const restorable = HASH ? readSnapshot().catch(without) : archives();
const modules = ["pyodide.mjs", "pyodide.asm.mjs"].map((name) => import(`assets/runtime/pyodide/${name}`));
const verbs = start();
for (const part of [compiled, verbs]) part.catch(fail); // Pyodide itself would wait for ever
compiled.then(() => stage("compiled"), () => {});
verbs.then(() => (running = true), () => {});
stage("worker");

addEventListener("message", async ({ data: { id, verb, given, ping, module, compile } }) => {
  if (module) return take(module);
  if (compile) return take(WebAssembly.compileStreaming(counted(fetched(WASM))));
  if (ping) return pong();
  try {
    postMessage({ id, answer: await (await verbs)[verb](given) });
  } catch (reason) {
    fail(reason); // the interpreter itself, which may be out of memory: a verb answers its own faults
  }
});

// Python answers, once it runs: the worker outlives an interpreter that died.
async function pong() {
  try {
    if (running) await (await verbs).ping();
    postMessage({ pong: true });
  } catch (reason) {
    fail(reason);
  }
}

async function start() {
  await Promise.all(modules);
  stage("modules");
  const snapshot = await restorable;
  if (snapshot) stage("recalled");
  stage("gathered");
  hand(snapshot);
  const python = await (snapshot ? begin(snapshot).catch(anew) : begin());
  python._api.on_fatal = fail; // else nobody hears of it: what Python had been asked stays unanswered for ever
  stage("python");
  if (game) {
    python.FS.writeFile(`${python.FS.cwd()}/game.zip`, await game);
    python.runPython("import sys; sys.path.insert(0, 'game.zip')");
  } else setTimeout(() => complete(python).catch((reason) => console.info(`for what is imported later: ${reason}`)), LATER);
  const engine = python.pyimport("game.engine.verbs");
  stage("game");
  return engine.opened().toJs({ dict_converter: Object.fromEntries });
}

// Pyodide would ask for these two itself, when it needs them: it is given what is on its way, and no library where the snapshot holds it.
function hand(snapshot) {
  self.fetch = async (asked, ...how) => {
    const name = String(asked).split("/").pop();
    if (name === "pyodide.asm.wasm") return compiled.then(() => new Response());
    return name === "python_stdlib.zip" ? new Response(library && (await library)) : network(asked, ...how);
  };
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const module = await compiled;
    const instance = await WebAssembly.instantiate(module, imports);
    if (snapshot) fresh = new Uint8Array(instance.exports.memory.buffer).slice(0, snapshot.initialised);
    return { module, instance };
  };
  // It makes 260 modules of a few bytes, for functions that Python is to call, of thirty kinds.
  const made = {};
  WebAssembly.Module = new Proxy(WebAssembly.Module, { construct: (Module, [bytes]) => (made[bytes] ??= new Module(bytes)) });
}

async function begin(snapshot) {
  const [{ loadPyodide }, { default: create }] = await Promise.all(modules);
  return loadPyodide({
    async createPyodideModule(settings) {
      const module = await create(settings);
      snapshot?.restore(module, fresh);
      return module;
    },
    indexURL: new URL("assets/runtime/pyodide/", import.meta.url).href,
    lockFileContents: JSON.parse(LOCK),
    packageBaseUrl: new URL(".", import.meta.url).href,
    _loadSnapshot: snapshot?.header,
  });
}

async function readSnapshot() {
  const [{ read: parse }, file] = await Promise.all([import("./snapshot.js"), bring(SNAPSHOT)]);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", file));
  if (btoa(String.fromCharCode(...digest)) !== HASH) throw new Error("it is damaged");
  return parse(file.buffer);
}

// A damaged snapshot is dropped from the caches, so the next visit fetches it anew; this one starts Python by itself.
async function without(reason) {
  console.info(`the engine starts without its snapshot: ${reason}`);
  for (const name of (await self.caches?.keys()) ?? []) await (await caches.open(name)).delete(new URL(SNAPSHOT, import.meta.url));
  archives();
}

// Without a snapshot, library and game are imported, which takes longer.
function archives() {
  [library, game] = [LIBRARY, GAME].map(bring);
  for (const part of [library, game]) part.catch(fail);
}

async function anew(reason) {
  await without(reason);
  return begin();
}

// The snapshot already contains the imported modules. The archives follow, for what is imported later.
async function complete(python) {
  const [major, minor] = python._api.pyVersionTuple;
  for (const [name, file] of [[`/lib/python${major}${minor}.zip`, LIBRARY], [`${python.FS.cwd()}/game.zip`, GAME]])
    python.FS.writeFile(name, await bring(file));
  stage("complete");
}

async function fetched(file) {
  const address = new URL(file, import.meta.url);
  const answer = (await network(address).catch(() => self.caches?.match(address))) ?? Response.error();
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer;
}

// A file's bytes, put together as they come: they are counted, and a copy of the answer to count by would be read twice.
async function bring(file) {
  const { body } = await fetched(file);
  const parts = [];
  const size = await read(body, (part) => parts.push(part));
  const bytes = new Uint8Array(size);
  let place = 0;
  for (const part of parts) {
    bytes.set(part, place);
    place += part.length;
  }
  return bytes;
}

// The same answer, its bytes told as they come.
async function counted(coming) {
  const answer = await coming;
  read(answer.clone().body, () => {}).catch(fail);
  return answer;
}

// Takes a stream's parts as they come; how many bytes they are.
async function read(stream, take) {
  const reader = stream.getReader();
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    take(part.value);
    size += part.value.length;
    postMessage({ bytes: part.value.length });
  }
  return size;
}

function fail(reason) {
  if (!failed) postMessage({ failed: String(reason.stack ?? reason) });
  failed = true;
}

function stage(name) {
  postMessage({ stage: name, at: performance.timeOrigin + performance.now() });
}
