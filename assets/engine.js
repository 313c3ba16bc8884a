// The engine's worker: runs the rules and the opponents (game/engine/verbs.py) in Pyodide. A worker named "laboratory" has the verbs of
// the rule laboratory instead (game/engine/laboratory/lab_verbs.py). The table's engine is named "first" on a first visit, and "later"
// if all files are here. It is not a worker of PyScript, because those can start only after PyScript itself (docs/startup.md). Its
// messages:
//
//   in    {id, verb, given}   a request: one of the engine's verbs, with its arguments as JSON text
//         {ping}              asks for {pong}, or for {failed} if Python has died
//         {module}            the interpreter's wasm, compiled by the page
//         {compile}           the page has not compiled it, as on a first visit: compile it here; the wasm's size in bytes. With
//                             `isPassed` the page has requested it, because this worker begins later
//         {part}              bytes of it that have arrived
//         {end}               no more parts come: {isWhole, isKept}; `isKept`: they came from the browser's cache
//   out   {id, answer}        the answer to a request, as JSON text
//         {stage, at}         a stage of the start is complete (tools/benches/starts.py lists them); `at` is in ms since the Unix epoch
//         {bytes}             the size of a chunk that has arrived; below zero if it is of no use after all
//         {pong}              Python runs, or has not started yet
//         {tell}              a message without a request (game/engine/verbs.py)
//         {lines}             lines for the guests' devices, as JSON text (game/engine/guests/party.py)
//         {failed}            why the engine cannot start or continue, fatal errors of Pyodide included
//
// Page and worker have different clock origins, so times count from the Unix epoch. The paths below are paths in the repository;
// tools/build.py replaces them by addresses that contain hashes.
const WASM = "assets/runtime/pyodide/pyodide.asm.wasm"; // with the functions that a first match calls
const LATER = "assets/runtime/pyodide/later.wasm"; // the other functions (tools/trim/split_wasm.py)
const LIBRARY = "../library.zip.wasm"; // the modules of Python's library with which a start without a snapshot begins
const GAME = "../game.zip.wasm"; // those of the game; both archives together are the starter
const REST = "../rest.zip.wasm"; // all other modules, which may be imported later
const SNAPSHOT = "../snapshot.wasm"; // the heap after the starter's modules are imported (assets/snapshot.js)
const HASH = ""; // the SHA-256 of the snapshot in Base64, from tools/build.py; empty in a build without a snapshot
const LIBRARY_HASH = ""; // the same of the starter's archives; empty in a development build
const GAME_HASH = "";
const LOCK = `assets/runtime/pyodide/pyodide-lock.json`; // tools/build.py puts the file's text here
const MOUNT_DELAY = 2_000; // ms from the engine's start to the download of the other modules, which must not slow down the page's start
// A module that makes a JavaScript function, "load" of "js", a function of wasm without parameters and result, its export "load".
const CALL = Uint8Array.from(atob("AGFzbQEAAAABBAFgAAACCwECanMEbG9hZAAABwgBBGxvYWQAAA=="), (letter) => letter.charCodeAt(0));
const MEGABYTE = 1 << 20; // bytes, decompressed
const FAST = 200; // ms for a megabyte of the wasm or of the snapshot, on a line that is quick enough for the snapshot (docs/startup.md)
const TRIES = 2; // megabytes after which the line counts as slow
const NEARLY = 0.95; // the part of the wasm after which the game's modules are requested: no earlier, because Python starts without them
const RETRIES = 2; // further tries to get a file after the connection was cut
const RETRY_DELAY = 1_000; // ms before a further try
const IS_LATER = self.name === "later"; // a later visit: all files are here
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
let starter; // promises of the bytes of LIBRARY and GAME, {library, game}, if the engine starts without a snapshot
let fresh; // the first bytes of the memory of the wasm instance, before any code ran (see assets/snapshot.js)
let mounted; // promise of the end of mountRest; game/engine/verbs.py awaits self.mountArchives() before late imports
let fetchLater; // fetches the later part of the wasm; see `joined`
let parts; // what controls `passed`
const passed = new ReadableStream({ start: (controller) => (parts = controller) }); // the bytes of the wasm from the page
let isKept = false; // whether they came from the browser's cache, and said nothing about the line
let running = false; // whether Python runs and answers
let failed = false; // whether {failed} was sent

// Start every download before waiting for any of them.
let setCompiled;
const compiled = new Promise((resolve) => (setCompiled = resolve)); // the compiled wasm (WebAssembly.Module)
let setNearlyHere;
const nearlyHere = new Promise((resolve) => (setNearlyHere = resolve)); // resolved when NEARLY all of the wasm has arrived
let setWay;
const way = new Promise((resolve) => (setWay = resolve)); // {isFirstVisit, isFast}; `isFast`: the line is quick enough for the snapshot
// The snapshot (a promise), or undefined: then Python imports from the starter.
const snapshotLoaded = HASH ? (IS_LATER ? readSnapshot(false).catch(dropSnapshot) : way.then(takeWay)) : fetchStarter();
const modules = ["pyodide.mjs", "pyodide.asm.mjs"].map((name) => imported(`assets/runtime/pyodide/${name}`));
const engine = start(); // the engine: a function of a verb's name and its arguments, a promise of the answer
for (const part of [compiled, engine]) part.catch(fail); // tell the page, which would wait for ever
compiled.then(setNearlyHere, () => {});
compiled.then(() => stage("compiled"), () => {});
engine.then(() => (running = true), () => {});
stage("worker");

addEventListener("message", async ({ data: { id, verb, given, ping, module, compile, isPassed, part, end } }) => {
  if (part) return parts.enqueue(part);
  if (end) {
    isKept = end.isKept;
    return end.isWhole ? parts.close() : parts.error(new TypeError("the connection was cut"));
  }
  if (module) {
    setWay({ isFirstVisit: false, isFast: true });
    return setCompiled(module);
  }
  if (compile) {
    const begin = performance.now();
    const measured = meter((isFast) => setWay({ isFirstVisit: true, isFast }));
    // On a busy machine Firefox has delivered the wasm and not the copy that is measured. Then the time of the whole file decides.
    const measure = () => setWay({ isFirstVisit: true, isFast: performance.now() - begin < (FAST * compile) / MEGABYTE });
    compiled.then(measure, () => {});
    const compileIt = (response) => WebAssembly.compileStreaming(counted(response, measured, compile));
    const first = isPassed && compileIt(new Response(passed, { headers: { "content-type": "application/wasm" } }));
    const again = () => compileIt(fetched(WASM));
    return setCompiled(first ? first.catch(() => despiteCuts(again)) : despiteCuts(again));
  }
  if (ping) return pong();
  try {
    postMessage({ id, answer: await (await engine)(verb, given) });
  } catch (reason) {
    fail(reason); // a fault of the interpreter, such as a lack of memory; the engine's verbs report their own faults as answers
  }
});

// Answers a ping. Python itself must answer, because the worker survives the death of its interpreter.
async function pong() {
  try {
    if (running) await (await engine)("ping", "");
    postMessage({ pong: true });
  } catch (reason) {
    fail(reason);
  }
}

// Fetches the snapshot, or on a slow line the starter, which is much smaller; restoring the snapshot saves half a second of work.
function takeWay({ isFirstVisit, isFast }) {
  return isFast ? readSnapshot(isFirstVisit).catch(dropSnapshot) : fetchStarter();
}

// Imports a script, which is asked for once more if it does not arrive: a browser may cut a request when it stops the service worker.
// A browser remembers that an address failed, so the second address differs.
function imported(address) {
  return import(address).catch(() => import(`${address}?again`));
}

// Starts Python. Returns the engine.
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
  self.mountArchives = () => (mounted ??= mountRest(python));
  if (IS_LABORATORY) await Promise.all([fetchLater?.(), self.mountArchives()]); // its modules are in the rest
  if (starter) mount(python, "game.zip", await starter.game);
  const module = python.pyimport(IS_LABORATORY ? "game.engine.laboratory.lab_verbs" : "game.engine.verbs");
  stage("game");
  const fetchRest = () => Promise.all([fetchLater?.(), self.mountArchives()]).catch(missRest);
  const missRest = (reason) => {
    console.info(`later imports may fail: ${reason}`);
    if (reason instanceof TypeError) setTimeout(fetchRest, MOUNT_DELAY); // of a network: it comes back
  };
  if (!IS_LABORATORY && !navigator.connection?.saveData) setTimeout(fetchRest, MOUNT_DELAY);
  return module.open_verbs();
}

// Answers Pyodide's own requests for the wasm and the library, because both are loading already. The response for the wasm is empty:
// instantiateStreaming uses `compiled`. The response for the library is the starter's, or empty with a
// snapshot, which contains the starter's modules.
function interceptPyodide(snapshot) {
  self.fetch = async (address, ...options) => {
    const name = String(address).split("/").pop();
    if (name === "pyodide.asm.wasm") return compiled.then(() => new Response());
    return name === "python_stdlib.zip" ? new Response(starter && (await starter.library)) : network(address, ...options);
  };
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const module = await compiled;
    const instance = joined(await WebAssembly.instantiate(module, imports), imports);
    if (snapshot) fresh = new Uint8Array(instance.exports.memory.buffer).slice(0, snapshot.initialised);
    return { module, instance };
  };
}

// Joins the first part of the wasm with the later one, and hides from Emscripten what only the later one needs. `fetchLater` fetches it
// soon after the start. Whoever calls a later function before that waits for the file, because wasm cannot await.
function joined({ exports: first }, imports) {
  const exports = Object.fromEntries(Object.entries(first).filter(([name]) => !name.startsWith("$")));
  if (!first.$later) return { exports }; // a build without the split
  const add = (module) => {
    if (!first.$later.value) new WebAssembly.Instance(module, { ...imports, first });
    first.$later.value = 1;
  };
  const load = () => {
    const request = new XMLHttpRequest();
    request.open("GET", new URL(LATER, import.meta.url), false);
    request.responseType = "arraybuffer";
    try {
      request.send();
      if (request.status !== 200) throw new Error(`${LATER}: ${request.status}`);
      add(new WebAssembly.Module(request.response));
    } catch (reason) {
      forget(LATER);
      fail(reason); // Python cannot go on
      throw reason;
    }
  };
  fetchLater = async () => {
    if (first.$later.value) return;
    try {
      add(await despiteCuts(() => WebAssembly.compileStreaming(fetched(LATER))));
    } catch (reason) {
      forget(LATER);
      throw reason;
    }
  };
  first.$slots.set(0, new WebAssembly.Instance(new WebAssembly.Module(CALL), { js: { load } }).exports.load);
  return { exports };
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

// Downloads the snapshot and checks its hash. Returns the result of `read` in assets/snapshot.js. On a first visit it gives up on a slow
// line if the wasm came from the browser's cache, and so said nothing about the line.
async function readSnapshot(isFirstVisit) {
  stage("snapshot");
  const giveUp = (isFast) => {
    if (!isFast && isKept) throw new Error("the line is slow");
  };
  const downloaded = download(SNAPSHOT, isFirstVisit ? meter(giveUp) : undefined);
  const [{ read: parse }, file] = await Promise.all([import("./snapshot.js"), downloaded]);
  return parse((await intact(file, HASH)).buffer);
}

// Returns the bytes of a file. Throws an Error if they have another hash.
async function intact(bytes, hash) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  if (btoa(String.fromCharCode(...digest)) !== hash) throw new Error("it is damaged");
  return bytes;
}

// Removes an unusable snapshot from the caches. Downloads the starter for this visit instead.
async function dropSnapshot(reason) {
  console.info(`the engine starts without its snapshot: ${reason}`);
  await forget(SNAPSHOT);
  fetchStarter();
}

// Removes an unusable file from the caches, so that the next visit fetches it again.
async function forget(file) {
  for (const name of (await fileCaches?.keys().catch(() => [])) ?? [])
    await (await fileCaches.open(name)).delete(new URL(file, import.meta.url));
}

// Downloads the modules for a start without a snapshot. The game's come last: Python starts while they arrive.
function fetchStarter() {
  stage("starter");
  const get = async (file, hash) => (hash ? intact(await download(file), hash) : download(file));
  starter = { library: get(LIBRARY, LIBRARY_HASH), game: nearlyHere.then(() => get(GAME, GAME_HASH)) };
  for (const part of Object.values(starter)) part.catch(fail);
}

// Starts Pyodide after it has refused the snapshot.
async function startWithoutSnapshot(reason) {
  await dropSnapshot(reason);
  return startPyodide();
}

// Lets Python import the rest: new packages, and further modules of packages of the starter.
async function mountRest(python) {
  const file = await download(REST).catch((reason) => {
    mounted = undefined; // the next call tries again
    throw reason;
  });
  mount(python, "rest.zip", file);
  python.runPython(`
import sys
for module in [*sys.modules.values()]:
    if isinstance(path := getattr(module, "__path__", None), list):
        path += [f"/lib/rest.zip/{inner}" for _, found, inner in [entry.partition(".zip/") for entry in path] if found]
`);
  stage("complete");
}

// Lets Python import from an archive.
function mount(python, name, file) {
  python.FS.writeFile(`/lib/${name}`, file);
  python.runPython(`import sys; sys.path.append("/lib/${name}")`);
}

// The response with a file, from the network or else from the service worker's cache. Throws an Error without a usable response, a
// TypeError without a connection.
async function fetched(file) {
  const address = new URL(file, import.meta.url);
  const response = await network(address).catch(async (reason) => {
    const kept = await fileCaches?.match(address);
    if (!kept) throw reason;
    return kept;
  });
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response;
}

// Calls `get` again if the connection was cut, after RETRY_DELAY and when the device has a network. A browser that keeps the part of a
// file that has arrived asks only for the rest.
async function despiteCuts(get) {
  for (let tries = RETRIES; ; tries--) {
    try {
      return await get();
    } catch (reason) {
      if (!tries || !(reason instanceof TypeError)) throw reason; // the Fetch standard's error of a network
      do await new Promise((waited) => setTimeout(waited, RETRY_DELAY));
      while (!navigator.onLine);
    }
  }
}

// Downloads a file and counts its bytes as they arrive. Passes the size of each part to `onPart`, which may end the download by an Error.
function download(file, onPart) {
  return despiteCuts(() => downloadOnce(file, onPart));
}

async function downloadOnce(file, onPart) {
  const { body } = await fetched(file);
  const parts = [];
  const size = await read(body, (part) => {
    parts.push(part);
    onPart?.(part.length);
  });
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

// Returns the response of a promise, and counts its bytes as they arrive. Passes the size of each part to `onPart`. NEARLY of `size` bytes
// resolve `nearlyHere`. If the response is cut, who uses it learns that.
async function counted(promise, onPart, size) {
  const response = await promise;
  let arrived = 0;
  const count = ({ length }) => {
    onPart(length);
    arrived += length;
    if (arrived >= NEARLY * size) setNearlyHere();
  };
  read(response.clone().body, count).catch(() => {});
  return response;
}

// Passes each chunk of a stream to `onChunk` and reports its size to the page. Returns the number of bytes. An Error ends the download.
async function read(stream, onChunk) {
  const reader = stream.getReader();
  let size = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.length;
      postMessage({ bytes: part.value.length });
      onChunk(part.value);
    }
  } catch (reason) {
    postMessage({ bytes: -size });
    reader.cancel().catch(() => {});
    throw reason;
  }
  return size;
}

// Returns a function to call with the size of each part of a download. It calls `decide(isFast)` once: true when a megabyte has come
// in FAST ms, false after TRIES megabytes that took longer. The first half megabyte is not counted, because a connection begins slowly.
function meter(decide) {
  let size = -MEGABYTE / 2; // of the present megabyte
  let begin; // when it began to come
  let tries = 0;
  return (length) => {
    size += length;
    if (size < 0 || tries === TRIES) return;
    const now = performance.now();
    begin ??= now;
    if (size < MEGABYTE) return;
    const isFast = now - begin < FAST;
    tries = isFast ? TRIES : tries + 1;
    if (tries === TRIES) decide(isFast);
    [size, begin] = [0, now];
  };
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
