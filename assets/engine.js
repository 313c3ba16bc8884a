// The engine's worker: runs the rules and the opponents (game/engine/verbs.py) in Pyodide. A worker named "laboratory" has the verbs of
// the rule laboratory instead (game/engine/laboratory/lab_verbs.py). It is not a worker of PyScript, because
// those can start only after PyScript itself (docs/startup.md). Its messages:
//
//   in    {id, verb, given}   a request: one of the engine's verbs, with its arguments as JSON text
//         {ping}              asks for {pong}, or for {failed} if Python has died
//         {module}            the interpreter's wasm, compiled by the page
//         {compile}           the page has not compiled it: compile it here
//   out   {id, answer}        the answer to a request, as JSON text
//         {stage, at}         a stage of the start is complete (tools/benches/starts.py lists them); `at` is in ms since the Unix epoch
//         {bytes}             the size of a chunk that has arrived
//         {pong}              Python runs, or has not started yet
//         {tell}              a message without a request (game/engine/verbs.py)
//         {lines}             lines for the guests' devices, as JSON text (game/engine/guests/party.py)
//         {failed}            why the engine cannot start or continue, fatal errors of Pyodide included
//
// Page and worker have different clock origins, so times count from the Unix epoch. The paths below are paths in the repository;
// tools/build.py replaces them by addresses that contain hashes.
const WASM = "assets/runtime/pyodide/pyodide.asm.wasm";
const LIBRARY = "assets/runtime/pyodide/python_stdlib.zip";
const GAME = "../game.zip";
const SNAPSHOT = "../snapshot.wasm"; // the heap after Python's library and the game are imported (assets/snapshot.js)
const HASH = ""; // the SHA-256 of the snapshot in Base64, from tools/build.py; empty in a build without a snapshot
const LOCK = `assets/runtime/pyodide/pyodide-lock.json`; // tools/build.py puts the file's text here
const MOUNT_DELAY = 2_000; // ms from Python's start to the download of the archives, which must not slow down the page's start
const IS_LABORATORY = self.name === "laboratory";

// The browser's caches, or undefined if there are none or it forbids them by an exception.
const fileCaches = (() => {
  try {
    return self.caches;
  } catch (reason) {
    console.info(`refused by the browser: ${reason}`);
  }
})();

const network = self.fetch.bind(self); // the original fetch; interceptPyodide replaces self.fetch
let library; // promise of the bytes of LIBRARY, if the engine starts without a snapshot
let game; // the same of GAME
let fresh; // the first bytes of the memory of the wasm instance, before any code ran (see assets/snapshot.js)
let mounted; // promise of the end of mountArchives; game/engine/verbs.py awaits self.mountArchives() before late imports
let running = false; // whether Python runs and answers
let failed = false; // whether {failed} was sent

// Start every download before waiting for any of them.
let setCompiled;
const compiled = new Promise((resolve) => (setCompiled = resolve)); // the compiled wasm (WebAssembly.Module)
// The snapshot (a promise), or undefined: then Python imports from the archives.
const snapshotLoaded = HASH ? readSnapshot().catch(dropSnapshot) : fetchArchives();
const modules = ["pyodide.mjs", "pyodide.asm.mjs"].map((name) => imported(`assets/runtime/pyodide/${name}`));
const verbs = start(); // the engine's verbs, functions by name
for (const part of [compiled, verbs]) part.catch(fail); // tell the page, which would wait for ever
compiled.then(() => stage("compiled"), () => {});
verbs.then(() => (running = true), () => {});
stage("worker");

addEventListener("message", async ({ data: { id, verb, given, ping, module, compile } }) => {
  if (module) return setCompiled(module);
  if (compile) return setCompiled(WebAssembly.compileStreaming(counted(fetched(WASM))));
  if (ping) return pong();
  try {
    const known = await verbs;
    postMessage({ id, answer: Object.hasOwn(known, verb) ? await known[verb](given) : missing(verb) });
  } catch (reason) {
    fail(reason); // a fault of the interpreter, such as a lack of memory; the engine's verbs report their own faults as answers
  }
});

// The answer to a request for a verb that is not there: a fault in our own code, as in game/engine/verbs.py.
function missing(verb) {
  return JSON.stringify({ failed: `the engine has no verb ${verb}` });
}

// Answers a ping. Python itself must answer, because the worker survives the death of its interpreter.
async function pong() {
  try {
    if (running) await (await verbs).ping();
    postMessage({ pong: true });
  } catch (reason) {
    fail(reason);
  }
}

// Imports a script, which is asked for once more if it does not arrive: a browser may cut a request when it stops the service worker.
// A browser remembers that an address failed, so the second address differs.
function imported(address) {
  return import(address).catch(() => import(`${address}?again`));
}

// Starts Python and the engine. Returns the engine's verbs.
async function start() {
  await Promise.all(modules);
  stage("modules");
  const snapshot = await snapshotLoaded;
  if (snapshot) stage("recalled");
  stage("gathered"); // all files except the wasm and the archives, which report their bytes themselves
  interceptPyodide(snapshot);
  const python = await (snapshot ? startPyodide(snapshot).catch(startWithoutSnapshot) : startPyodide());
  python._api.on_fatal = fail; // without this, open requests would stay unanswered for ever
  stage("python");
  self.mountArchives = () => (mounted ??= mountArchives(python));
  if (game) { // no snapshot: interceptPyodide gives Pyodide the library, the game comes here
    mounted = Promise.resolve();
    python.FS.writeFile(`${python.FS.cwd()}/game.zip`, await game);
    python.runPython("import sys; sys.path.insert(0, 'game.zip')");
  } else if (IS_LABORATORY) await self.mountArchives(); // its modules are not in the snapshot
  else setTimeout(() => self.mountArchives().catch((reason) => console.info(`later imports may fail: ${reason}`)), MOUNT_DELAY);
  const engine = python.pyimport(IS_LABORATORY ? "game.engine.laboratory.lab_verbs" : "game.engine.verbs");
  stage("game");
  return engine.open_verbs().toJs({ dict_converter: Object.fromEntries });
}

// Answers Pyodide's own requests for the wasm and the library, because both are loading already. The response for the wasm is empty:
// instantiateStreaming uses `compiled`. With a snapshot, which contains the library's modules, that for the library is empty too.
function interceptPyodide(snapshot) {
  self.fetch = async (address, ...options) => {
    const name = String(address).split("/").pop();
    if (name === "pyodide.asm.wasm") return compiled.then(() => new Response());
    return name === "python_stdlib.zip" ? new Response(library && (await library)) : network(address, ...options);
  };
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const module = await compiled;
    const instance = await WebAssembly.instantiate(module, imports);
    if (snapshot) fresh = new Uint8Array(instance.exports.memory.buffer).slice(0, snapshot.initialised);
    return { module, instance };
  };
}

// Starts Pyodide. If there is a snapshot, `restore` writes its memory, and `header` is Pyodide's own account of what is in it.
async function startPyodide(snapshot) {
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

// Downloads the snapshot and checks its hash. Returns the result of `read` in assets/snapshot.js.
async function readSnapshot() {
  const [{ read: parse }, file] = await Promise.all([import("./snapshot.js"), download(SNAPSHOT)]);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", file));
  if (btoa(String.fromCharCode(...digest)) !== HASH) throw new Error("it is damaged");
  return parse(file.buffer);
}

// Removes an unusable snapshot from the caches, so that the next visit fetches it again. Downloads the archives for this visit instead.
async function dropSnapshot(reason) {
  console.info(`the engine starts without its snapshot: ${reason}`);
  for (const name of (await fileCaches?.keys().catch(() => [])) ?? [])
    await (await fileCaches.open(name)).delete(new URL(SNAPSHOT, import.meta.url));
  fetchArchives();
}

// Downloads the archives at once, for a start without a snapshot: Python imports the library and the game from them.
function fetchArchives() {
  [library, game] = [LIBRARY, GAME].map(download);
  for (const part of [library, game]) part.catch(fail);
}

// Starts Pyodide after it has refused the snapshot.
async function startWithoutSnapshot(reason) {
  await dropSnapshot(reason);
  return startPyodide();
}

// The snapshot already contains the imported modules. Mount the archives afterwards, for lazy imports.
async function mountArchives(python) {
  const [major, minor] = python._api.pyVersionTuple;
  for (const [name, file] of [[`/lib/python${major}${minor}.zip`, LIBRARY], [`${python.FS.cwd()}/game.zip`, GAME]])
    python.FS.writeFile(name, await download(file).catch((reason) => {
      mounted = undefined; // the next call tries again
      throw reason;
    }));
  stage("complete");
}

// The response with a file, from the network or else from the service worker's cache. Throws an Error without a usable response.
async function fetched(file) {
  const address = new URL(file, import.meta.url);
  const response = (await network(address).catch(() => fileCaches?.match(address))) ?? Response.error();
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response;
}

// Downloads a file and counts its bytes as they arrive.
async function download(file) {
  const { body } = await fetched(file);
  const parts = [];
  const size = await read(body, (part) => parts.push(part));
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

// Returns the response of a promise, and counts its bytes as they arrive.
async function counted(promise) {
  const response = await promise;
  read(response.clone().body, () => {}).catch(fail);
  return response;
}

// Passes each chunk of a stream to `onChunk` and reports its size to the page. Returns the number of bytes.
async function read(stream, onChunk) {
  const reader = stream.getReader();
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    onChunk(part.value);
    size += part.value.length;
    postMessage({ bytes: part.value.length });
  }
  return size;
}

// Tells the page, once, why the engine cannot start or continue.
function fail(reason) {
  if (!failed) postMessage({ failed: String(reason.stack ?? reason) });
  failed = true;
}

// Tells the page that a stage of the start is complete.
function stage(name) {
  postMessage({ stage: name, at: performance.timeOrigin + performance.now() });
}
