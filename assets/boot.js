// Starts the game: starts the engine's worker before the rest of the page is parsed, loads the page's Python, shows the progress,
// and handles a failed start. It runs before any Python. tools/build.py writes it into the page after assets/check.js. Optional
// scripts (OPTIONAL) load last.
//
// The stages of the start, each an element [data-stage] with a <progress>:
//   table    PyScript and the page's MicroPython: first PyScript's events, then the first line of game/page/main.py
//   tiles    the download of the engine, in bytes
//   players  the engine: first Python runs, then it answers
// The page's Python uses window.startup: at(stage, part), ready(), done(), whole (resolved by done), fail(detail), bring(file),
// isOutdated(), breathe(), recall(key), remember(key, text), create(name), unpack(id), share(); and window.engine: ask(verb, given),
// give(verb, file, given), restart().
{
  const WASM = "assets/runtime/pyodide/pyodide.asm.wasm"; // a path in the repository; tools/build.py replaces it by the hashed one
  const SLOW_AFTER = 10_000; // ms without progress before the page says so; the start continues when data arrives
  const LEAVING = 500; // ms in which a page learns that it is being left, after its requests failed for that reason
  const RETRY_AFTER = 2_000; // ms between two looks whether a cut line is back
  const FAIL_AFTER = 60_000; // ms without progress, with all files loaded, before the start counts as failed; it may still succeed
  const LOAD_TIMEOUT = 10_000; // ms before a script that is loaded on demand counts as failed
  const PAINT_TIMEOUT = 1_000; // ms; the longest wait for the first paint
  const WAIT_AFTER = 3_000; // ms; if half of the engine's bytes are not here then, the line is slow, and the person gets something to read
  const LEAST_STEP = 0.04; // the least change of a progress bar that is shown, because each change costs a paint
  const PIECE = 2; // ms of work between two pauses
  const LONGEST_ADDRESS = 13_000; // characters after the path; a link code has up to 4,000, each of which may be written as "%63"
  const OPTIONAL = ["updates", "device"]; // scripts in assets/ without which the game works
  const $ = (selector) => document.querySelector(selector);
  const ROOT = document.documentElement.dataset; // tools/build.py writes the addresses and sizes of files into it
  // A browser may forbid these by an exception at each access, as some do where cookies are blocked.
  const serviceWorker = attempt(() => navigator.serviceWorker);
  const fileCaches = attempt(() => self.caches);
  const parsed = new Promise((then) => addEventListener("DOMContentLoaded", then)); // resolved when the whole page is parsed
  let timers = [];
  let isReady = false; // whether the start has ended: the engine has answered, or a guest's page needs none
  let hasAnswered = false; // whether the engine has answered
  let bytes = 0; // of the engine's files that have arrived
  let allBytes = Number(ROOT.starter); // of all files that the engine needs to start; with the snapshot it is more
  let gathered = false; // whether the engine has loaded all its files except the wasm, which `bytes` counts
  let wasCut = false; // whether files could not be repaired because their connection was cut
  let leaving = false; // whether the browser is leaving the page
  let lastPause = 0; // when `breathe` last let the browser work (ms of performance.now)

  // Only during the start: in some browsers this listener prevents a quick return with the Back button.
  const leave = () => {
    leaving = true;
    setTimeout(() => (leaving = false), 5_000); // the person may have stopped it
  };
  addEventListener("beforeunload", leave);

  // Shows how much of a stage is complete: `part` is from 0 to 1.
  function at(stage, part) {
    const element = $(`[data-stage="${stage}"]`);
    if (!element) return; // not parsed yet
    const bar = element.querySelector("progress");
    if (part >= Math.min(1, bar.value + LEAST_STEP)) bar.value = part;
    if (part >= 1) performance.mark(`start:${stage}`); // for tools/bench.py
    element.toggleAttribute("data-done", bar.value >= 1);
    if (!isReady) restartTimers();
  }

  function restartTimers() {
    timers.forEach(clearTimeout);
    showSlow("");
    timers = [
      setTimeout(() => showSlow(allLoaded() ? "working" : "waiting"), SLOW_AFTER),
      setTimeout(() => allLoaded() && fail("nothing more came"), FAIL_AFTER),
    ];
  }

  // Whether all files that the start needs have arrived.
  function allLoaded() {
    const { modules, files, script } = JSON.parse(ROOT.python);
    const ended = new Set(performance.getEntriesByType("resource").map(({ name }) => name));
    return gathered && bytes >= allBytes && [...modules, ...files, script].every((file) => ended.has(new URL(file, location).href));
  }

  // Shows why the start is slow: "working", "waiting" (for the network), or "" to hide the message.
  function showSlow(reason) {
    const box = $("#start-slow");
    if (!box) return; // not parsed yet; assets/check.js reports a page that stops arriving
    for (const line of document.querySelectorAll("[data-slow]")) line.hidden = line.dataset.slow !== reason;
    box.hidden = !reason;
  }

  // Whether a browser refused storage. PyScript opens a database at its start, which the game does not use: nothing fails without it.
  const isOfStorage = (reason) => reason?.name === "SecurityError" || reason?.target instanceof IDBRequest;

  // Retries a failed start once: repairs the cached files and reloads. If that fails too, shows the buttons to retry.
  async function fail(detail) {
    // A browser cancels the requests of a page that is being left: that is no failure, and no file needs repair.
    await new Promise((waited) => setTimeout(waited, LEAVING));
    if (leaving) return;
    await parsed;
    if (isReady || document.body.dataset.start === "failed") return;
    if (!$("#start-retry")) return; // the page ended too early; assets/check.js reports that
    console.warn(`start-up failed: ${detail}`);
    timers.forEach(clearTimeout);
    showSlow("");
    document.body.dataset.start = "failed";
    if (!history.state?.mended) {
      setRepaired(true);
      if (await repairFiles()) return location.reload();
      if (wasCut) returnWithNetwork();
    }
    $("#start-failed").hidden = false;
    $("#start-retry").focus();
  }

  // Whether the server answers.
  function isReachable() {
    return fetch("sw.js", { cache: "no-store" }).then(({ ok }) => ok, () => false);
  }

  // Reloads the page when a cut line is back. What had arrived is in the browser's cache.
  async function returnWithNetwork() {
    do await new Promise((waited) => setTimeout(waited, RETRY_AFTER));
    while (!(await isReachable()));
    location.reload();
  }

  // Stores in the history entry, which survives a reload, whether a repair was tried.
  function setRepaired(isRepaired) {
    history.replaceState({ ...history.state, mended: isRepaired }, "");
  }

  // Repairs the files of the start. Returns whether a reload is worth a try.
  // The service worker fetches its damaged files again. If there is none or it repairs no file, fetches all files past the browser's cache.
  async function repairFiles() {
    const worker = serviceWorker?.controller;
    if (worker) {
      const { port1, port2 } = new MessageChannel();
      const answer = new Promise((resolve) => {
        port1.onmessage = ({ data }) => resolve(data);
        setTimeout(resolve, FAIL_AFTER, { mended: 0 }); // without an answer, the service worker itself is damaged
      });
      worker.postMessage({ type: "CHECK" }, [port2]);
      if ((await answer).mended) return true;
    }
    const files = [...JSON.parse(ROOT.files), ...performance.getEntriesByType("resource").map(({ name }) => name)];
    const own = files.map((name) => new URL(name, location)).filter(({ origin }) => origin === location.origin);
    const signal = AbortSignal.timeout(FAIL_AFTER);
    const noteCut = () => {
      wasCut = true;
      return false;
    };
    const successes = own.map((file) => fetch(file, { cache: "reload", signal }).then(({ ok }) => ok, noteCut));
    return (await Promise.all(successes)).every(Boolean);
  }

  // The buttons [data-retry].
  async function retry() {
    for (const button of document.querySelectorAll("[data-retry]")) button.disabled = true;
    if (document.body.dataset.start === "failed") await repairFiles(); // otherwise the start is only slow
    location.reload();
  }

  // The buttons [data-afresh]: delete the offline copy and all caches of the program, but no matches and settings, and reload.
  // Without a network nothing is deleted, because the program could not be fetched again.
  async function startOver() {
    const isOnline = await isReachable();
    for (const line of document.querySelectorAll("[data-no-network]")) line.hidden = isOnline;
    if (!isOnline) return;
    const registrations = (await serviceWorker?.getRegistrations().catch(() => [])) ?? [];
    await Promise.all(registrations.map((registration) => registration.unregister()));
    await Promise.all(((await fileCaches?.keys().catch(() => [])) ?? []).map((name) => fileCaches.delete(name)));
    await repairFiles();
    location.reload();
  }

  // Before the start ends, a press of a button waits. The button shows that it is busy.
  let pressed; // the button pressed last, and what it said
  // What a button says, as the keys of its texts: the language may arrive after the press.
  const isShown = (part) => part.getClientRects().length > 0;
  const label = (button) => [button, ...button.querySelectorAll("[data-text]")].filter(isShown).map(({ dataset }) => dataset.text).join();
  function keepPress({ target }) {
    if (target.closest("#wait")) return;
    pressed?.button.removeAttribute("aria-busy");
    const button = target.closest("button[data-action]");
    pressed = button && { button, said: label(button) };
    button?.setAttribute("aria-busy", "true");
  }
  addEventListener("click", keepPress);

  // Carries out the press that waited, unless its button has gone or says something else now.
  function pressKept() {
    const { button, said } = pressed ?? {};
    button?.removeAttribute("aria-busy");
    if (button && isShown(button) && label(button) === said) button.click();
  }

  // Ends the start. The page's Python calls it when the engine has answered, or earlier on a guest's page.
  function ready() {
    isReady = true;
    removeEventListener("click", keepPress);
    setTimeout(pressKept); // after the page's Python has come to rest
    removeEventListener("beforeunload", leave);
    timers.forEach(clearTimeout);
    showSlow("");
    at("players", 1);
    document.body.dataset.start = "ready";
    $("#start-failed").hidden = true;
    setRepaired(false);
    unpack("portraits");
    fileCaches?.delete("chickenfoot-engine").catch(() => {}); // a cache of versions before December 2026
  }

  const SILENT_AFTER = 5; // seconds without a message, while a request is open, before the engine counts as silent
  const answers = new Map(); // number of an open request -> function that resolves its promise
  let worker; // the engine's worker
  let requests = 0; // the number of the last request
  let silentFor = 0; // seconds since the engine's last message, while a request is open
  let lastWatch = 0; // when `watch` last ran (ms of performance.now)

  // Dispatches an event on the document: engine:silent, engine:heard (after a silence), engine:broke (it cannot continue),
  // engine:tell (a message that answers no request), or engine:lines (lines for other devices, see assets/engine.js).
  function tell(name, detail) {
    document.dispatchEvent(new CustomEvent(`engine:${name}`, { detail }));
  }

  // Starts a new worker. Messages of an older worker are ignored from now on.
  function startWorker() {
    const newWorker = new Worker("assets/engine.js", { type: "module", name: compiled ? "later" : "first" });
    newWorker.addEventListener("message", ({ data }) => newWorker === worker && onMessage(data));
    newWorker.addEventListener("error", ({ message }) => newWorker === worker && onFailure(message));
    if (compiled) compiled.then((module) => newWorker.postMessage({ module }), onFailure);
    else passWasm(newWorker);
    worker = newWorker;
  }

  // Requests the engine's wasm while its worker has not begun yet, and passes on what arrives.
  async function passWasm(newWorker) {
    newWorker.postMessage({ compile: Number(ROOT.wasm), isPassed: true });
    let isWhole = false;
    try {
      const { ok, status, body } = await fetch(WASM);
      if (!ok) throw new Error(`${WASM}: ${status}`);
      const reader = body.getReader();
      for (let part = await reader.read(); !part.done; part = await reader.read())
        newWorker.postMessage({ part: part.value }, [part.value.buffer]);
      isWhole = true;
    } catch (reason) {
      console.info(`the engine asks again: ${reason}`);
    }
    const isKept = performance.getEntriesByName(new URL(WASM, location).href)[0]?.transferSize === 0; // by the browser
    newWorker.postMessage({ end: { isWhole, isKept } });
  }

  // The response with the engine's wasm, for `compiled`.
  async function fetchWasm() {
    const answer = (await fetch(WASM).catch(() => fileCaches?.match(WASM))) ?? Response.error();
    if (!answer.ok) throw new Error(`${WASM}: ${answer.status}`);
    compiled.then(() => countBytes(Number(ROOT.wasm)), () => {}); // all at once, because it comes from the cache
    return answer;
  }

  // Adds the size of a part of the engine that has arrived.
  function countBytes(size) {
    bytes += size;
    at("tiles", share());
  }

  // The part of the engine's bytes that has arrived, from 0 to 1.
  function share() {
    return Math.min(1, bytes / allBytes);
  }

  // Terminates the engine's worker and starts a new one. Open requests are answered with {gone: true}.
  function restart() {
    worker.terminate();
    startWorker();
    silentFor = 0;
    for (const answer of answers.values()) answer('{"gone":true}');
    answers.clear();
  }

  // Runs every second: pings the engine while a request is open. The engine computes in slices, so it can answer between them.
  // After a pause of the page itself (hidden or suspended) the count starts again.
  function watch() {
    const wasPaused = performance.now() - lastWatch > 2_500;
    lastWatch = performance.now();
    if (!hasAnswered || !answers.size || wasPaused || document.hidden) {
      silentFor = 0;
    } else {
      worker.postMessage({ ping: true });
      if (++silentFor === SILENT_AFTER) tell("silent");
    }
  }

  function onMessage(data) {
    if (silentFor >= SILENT_AFTER) tell("heard");
    silentFor = 0;
    if (data.pong) return;
    if (data.id) {
      hasAnswered = true;
      if (!answers.has(data.id)) return;
      answers.get(data.id)(data.answer);
      answers.delete(data.id);
    } else if (data.bytes !== undefined) {
      countBytes(data.bytes);
    } else if (data.stage) {
      performance.mark(`engine:${data.stage}`, { startTime: Math.max(0, data.at - performance.timeOrigin) });
      if (data.stage === "snapshot") allBytes = Number(ROOT.bytes);
      if (data.stage === "starter") allBytes = Number(ROOT.starter); // also if the snapshot was of no use
      if (data.stage === "gathered") gathered = true;
      if (data.stage === "python") at("players", 0.5);
    } else if (data.tell) tell("tell", data.tell);
    else if (data.lines) tell("lines", data.lines);
    else onFailure(data.failed);
  }

  function onFailure(reason) {
    if (isReady) tell("broke", reason);
    else fail(reason);
  }

  // Sends a request: a verb of the engine and its arguments as JSON text. Returns a promise of the answer, also JSON text.
  function ask(verb, given) {
    return new Promise((resolve) => {
      answers.set(++requests, resolve);
      worker.postMessage({ id: requests, verb, given });
    });
  }

  // Like `ask`, with the text of a file as argument `text`. It does not pass through MicroPython, whose memory may be too small.
  // `file.text()` would read a file in another encoding too, and spoil the names in it.
  async function give(verb, file, given) {
    const bytes = await file.arrayBuffer();
    let text;
    try {
      text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      return '{"refused": {"key": "error.record.not-utf8", "values": {}}}';
    }
    return ask(verb, JSON.stringify({ ...JSON.parse(given), text }));
  }

  // Returns the result of a function, or undefined if the browser refuses by an exception. MicroPython cannot catch it.
  function attempt(use) {
    try {
      return use();
    } catch (reason) {
      console.info(`refused by the browser: ${reason}`);
    }
  }

  // Reads localStorage, which holds the settings for the first paint, or what only this tab has. Returns null without a value.
  const recall = (key, ofTab) => attempt(() => (ofTab ? sessionStorage : localStorage).getItem(key)) ?? null;
  const remember = (key, text, ofTab) => attempt(() => (ofTab ? sessionStorage : localStorage).setItem(key, text));

  // Returns a new object of a class of the browser, by its name, or undefined.
  const create = (name) => attempt(() => new window[name]());

  // Lets the browser handle waiting events, such as a tap, if the last pause is at least PIECE ms ago.
  async function breathe() {
    if (performance.now() - lastPause < PIECE) return;
    const { port1, port2 } = new MessageChannel();
    await new Promise((then) => {
      port1.onmessage = then;
      port2.postMessage("");
    });
    lastPause = performance.now();
  }

  // Imports one of our modules on demand. Rejects if it does not arrive in time.
  function bring(name) {
    const timeout = new Promise((_, reject) => setTimeout(() => reject(new Error(`${name}: nothing came`)), LOAD_TIMEOUT));
    return Promise.race([import(new URL(ROOT.app + name, location)), timeout]);
  }

  // Whether the server has a newer version of the page, whose files have other addresses. Without a service worker, which keeps the
  // files of an open page, such a page can no longer load its own. False without a connection.
  async function isOutdated() {
    try {
      const page = await (await fetch(location.pathname, { cache: "no-store", signal: AbortSignal.timeout(LOAD_TIMEOUT) })).text();
      return page.includes("data-app=") && !page.includes(ROOT.app);
    } catch {
      return false;
    }
  }

  // Loads an optional script. If that fails, shows the elements [data-without], which say so where its feature would be used.
  async function loadOptional(name) {
    try {
      await bring(`assets/${name}.js`);
    } catch (reason) {
      console.warn(`the game goes on without ${name}.js: ${reason}`);
      for (const line of document.querySelectorAll(`[data-without=${name}]`)) line.hidden = false;
    }
  }

  // Loads PyScript and the page's Python after the first paint, so that they do not slow it down. The files come while the rest of the page
  // is parsed; the script must not run before that ends.
  async function loadPython() {
    await firstPaint();
    const { modules, files, script } = JSON.parse(ROOT.python);
    for (const href of modules) addToHead("link", { rel: "modulepreload", href });
    for (const href of files) addToHead("link", { rel: "preload", as: "fetch", crossOrigin: "", href });
    await parsed;
    addToHead("script", { type: "module", src: script });
  }

  function addToHead(tag, properties) {
    document.head.append(Object.assign(document.createElement(tag), properties));
  }

  // Waits for the first paint, at most PAINT_TIMEOUT. Does not wait for a hidden page, or if the browser does not report paints.
  function firstPaint() {
    return new Promise((then) => {
      if (document.hidden || !PerformanceObserver.supportedEntryTypes.includes("paint")) return then();
      new PerformanceObserver(then).observe({ type: "paint", buffered: true });
      setTimeout(then, PAINT_TIMEOUT);
    });
  }

  // Puts the markup in a <script type="text/html"> into the script's place. Until then it is text, which the browser parses faster.
  function unpack(id) {
    const script = $(`script#${id}`);
    script.outerHTML = script.textContent;
  }

  let done; // the page's Python calls it when its own start is complete; then the optional scripts load
  const whole = new Promise((resolve) => (done = resolve)); // resolved by done()

  // Cuts an address that is longer than any link needs. MicroPython reads it, and has only about 1 MB of memory.
  function cutAddress() {
    const { pathname, search, hash } = location;
    if (search.length + hash.length > LONGEST_ADDRESS)
      history.replaceState(history.state, "", pathname + search.slice(0, LONGEST_ADDRESS) + hash.slice(0, LONGEST_ADDRESS));
  }

  cutAddress();
  for (const kind of ["popstate", "hashchange"]) addEventListener(kind, cutAddress);
  window.startup = { at, ready, done, whole, fail, recall, remember, create, bring, isOutdated, breathe, unpack, share };
  // From the second visit on the page compiles the engine's wasm, because browsers cache code that a page compiled, but not code that a
  // worker compiled. On a first visit the page is busy and nothing is cached, so the worker compiles.
  const compiled = serviceWorker?.controller && WebAssembly.compileStreaming(fetchWasm());
  startWorker();
  loadPython().catch(fail);
  whole.then(() => OPTIONAL.forEach(loadOptional));
  setInterval(watch, 1_000);
  setTimeout(() => parsed.then(() => isReady || share() > 0.5 || loadOptional("wait")), WAIT_AFTER);
  window.engine = { ask, give, restart, compiled };
  // A link that fails only loaded ahead: the file's user asks for it again, and reports if that fails too.
  addEventListener("error", ({ target, message }) => isReady || target.rel || fail(message ?? target.src), true);
  addEventListener("unhandledrejection", ({ reason }) => isReady || isOfStorage(reason) || fail(reason));
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault(); // the page has its own button (assets/device.js)
    window.startup.installer = event;
  });
  addEventListener("mpy:progress", ({ detail }) => at("table", detail === "Loaded MicroPython" ? 0.9 : 0.5));
  addEventListener("mpy:done", () => $("[data-stage=table][data-done]") || fail("the page's own Python")); // game/page/main.py marks the stage as done
  addEventListener("DOMContentLoaded", () => {
    for (const button of document.querySelectorAll("[data-retry]")) button.addEventListener("click", retry);
    for (const button of document.querySelectorAll("[data-afresh]")) button.addEventListener("click", startOver);
    at("table", 0.2);
  });
}
