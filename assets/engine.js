// The engine's worker: runs the rules and the opponents (game/engine/verbs.py) in Pyodide. It is a module worker of our own,
// because PyScript's workers can start only after PyScript itself (docs/startup.md).
//
//   in    {id, verb, given}   a request: one of the engine's verbs, with its arguments as JSON text
//         {ping}              asks whether Python runs
//         {module}            the interpreter's wasm, compiled by the page
//         {compile}           the page has not compiled it: compile it here
//   out   {id, answer}        the answer to a request, as JSON text
//         {stage, at}         a stage of the start is complete; `at` is in ms since the Unix epoch
//         {bytes}             the size of a chunk that has arrived
//         {pong}              Python runs
//         {tell}              a message without a request (game/engine/verbs.py)
//         {failed}            why the engine cannot start or continue, fatal errors of Pyodide included
//
// Page and worker have different clock origins, so times are sent since the Unix epoch. Paths are those of the repository;
// tools/build.py replaces them by the hashed ones.
const WASM = "assets/runtime/pyodide/pyodide.asm.wasm";
const LIBRARY = "assets/runtime/pyodide/python_stdlib.zip";
const GAME = "../game.zip";
const SNAPSHOT = "../snapshot.wasm"; // the heap after Python's library and the game are imported (assets/snapshot.js)
const HASH = ""; // of the snapshot; empty in a build without one (tools/making/dev_build.py)
const LOCK = `assets/runtime/pyodide/pyodide-lock.json`; // tools/build.py puts the file's text here; no package is ever installed
const MOUNT_DELAY = 2_000; // ms after the start, so that the page's own start is over

const network = self.fetch.bind(self);
let library; // the archives' bytes, fetched at the start only without a snapshot
let game;
let fresh; // the first bytes of the memory of an instance that has not run yet
let running = false; // whether Python runs and answers
let failed = false;

// Start every download before waiting for any of them.
let take;
const compiled = new Promise((then) => (take = then));
const restorable = HASH ? readSnapshot().catch(dropSnapshot) : fetchArchives();
const modules = ["pyodide.mjs", "pyodide.asm.mjs"].map((name) => import(`assets/runtime/pyodide/${name}`));
const verbs = start();
for (const part of [compiled, verbs]) part.catch(fail); // without this, Pyodide would wait for ever
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
    fail(reason); // only a fault of the interpreter, such as a lack of memory: verbs report their own faults
  }
});

// Lets Python itself answer, because the worker survives an interpreter that died.
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
  interceptPyodide(snapshot);
  const python = await (snapshot ? begin(snapshot).catch(beginWithoutSnapshot) : begin());
  python._api.on_fatal = fail; // without this, open requests would stay unanswered for ever
  stage("python");
  if (game) {
    python.FS.writeFile(`${python.FS.cwd()}/game.zip`, await game);
    python.runPython("import sys; sys.path.insert(0, 'game.zip')");
  } else setTimeout(() => mountArchives(python).catch((reason) => console.info(`for what is imported later: ${reason}`)), MOUNT_DELAY);
  const engine = python.pyimport("game.engine.verbs");
  stage("game");
  return engine.open_verbs().toJs({ dict_converter: Object.fromEntries });
}

// Intercepts Pyodide's own requests for the wasm and the library: both are loading already, and a snapshot contains the library.
function interceptPyodide(snapshot) {
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
  // Pyodide compiles 260 tiny modules, one for each function that Python may call, but only thirty differ: cache them.
  const modulesByBytes = {};
  WebAssembly.Module = new Proxy(WebAssembly.Module, { construct: (Module, [bytes]) => (modulesByBytes[bytes] ??= new Module(bytes)) });
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
  const [{ read: parse }, file] = await Promise.all([import("./snapshot.js"), download(SNAPSHOT)]);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", file));
  if (btoa(String.fromCharCode(...digest)) !== HASH) throw new Error("it is damaged");
  return parse(file.buffer);
}

// Removes a damaged snapshot from the caches, so that the next visit fetches it again. This visit imports everything instead.
async function dropSnapshot(reason) {
  console.info(`the engine starts without its snapshot: ${reason}`);
  for (const name of (await self.caches?.keys()) ?? []) await (await caches.open(name)).delete(new URL(SNAPSHOT, import.meta.url));
  fetchArchives();
}

// Without a snapshot, Python imports library and game, which takes longer.
function fetchArchives() {
  [library, game] = [LIBRARY, GAME].map(download);
  for (const part of [library, game]) part.catch(fail);
}

async function beginWithoutSnapshot(reason) {
  await dropSnapshot(reason);
  return begin();
}

// The snapshot already contains the imported modules. Mount the archives afterwards, for lazy imports.
async function mountArchives(python) {
  const [major, minor] = python._api.pyVersionTuple;
  for (const [name, file] of [[`/lib/python${major}${minor}.zip`, LIBRARY], [`${python.FS.cwd()}/game.zip`, GAME]])
    python.FS.writeFile(name, await download(file));
  stage("complete");
}

async function fetched(file) {
  const address = new URL(file, import.meta.url);
  const answer = (await network(address).catch(() => self.caches?.match(address))) ?? Response.error();
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer;
}

// Downloads a file and counts its bytes. Reading chunks avoids a second copy of the response.
async function download(file) {
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

// The same response, with its bytes counted as they arrive.
async function counted(coming) {
  const answer = await coming;
  read(answer.clone().body, () => {}).catch(fail);
  return answer;
}

// Passes each chunk of a stream to `take`. Returns the number of bytes.
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
