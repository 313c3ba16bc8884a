// Starts the engine's worker before the rest of the page is parsed, shows the progress, and handles a failed start. It runs
// before any Python; tools/build.py writes it into the page after assets/check.js. Scripts that the game can do without load last.
//
// The stages of the start, each an element [data-stage] with a <progress>:
//   table    PyScript and the page's MicroPython      (PyScript's events, then the first line of game/page/main.py)
//   tiles    the bytes of the engine                  (counted as they arrive)
//   players  the engine: Python runs, then it answers
// The page's Python uses window.startup: at(stage, part), ready(), done(), fail(detail), bring(file), breathe(), recall(key),
// remember(key, text); and window.engine: ask(verb, given), give(verb, file, given), restart().
{
  const WASM = "assets/runtime/pyodide/pyodide.asm.wasm"; // a path in the repository; tools/build.py replaces it by the hashed one
  const SLOW_AFTER = 10_000; // ms without progress before the page says so; the start continues when data arrives
  const FAIL_AFTER = 60_000; // ms without progress, with all files loaded, before the start counts as failed; it may still succeed
  const LOAD_TIMEOUT = 10_000; // ms before a script that is loaded on demand counts as failed
  const PAINT_TIMEOUT = 1_000; // the longest wait for the first paint (ms)
  const LEAST_STEP = 0.04; // the least visible change of a progress bar; each change costs a paint
  const PIECE = 2; // ms of work between two pauses
  const LONGEST_ADDRESS = 5_000; // characters after the path; a link code has up to 4,000 (game/records/links/packing.py)
  const OPTIONAL = ["updates", "device"]; // optional scripts in assets/
  const $ = (selector) => document.querySelector(selector);
  const ROOT = document.documentElement.dataset;
  let timers = [];
  let isReady = false;
  let bytes = 0;
  let gathered = false; // the engine has loaded all its files except the wasm, which `bytes` counts
  let lastPause = 0;

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
    return gathered && bytes >= ROOT.bytes && [...modules, ...files, script].every((file) => ended.has(new URL(file, location).href));
  }

  function showSlow(what) {
    const place = $("#start-slow");
    if (!place) return; // not parsed yet; assets/check.js reports a page that stops arriving
    for (const line of document.querySelectorAll("[data-slow]")) line.hidden = line.dataset.slow !== what;
    place.hidden = !what;
  }

  // Retries a failed start once: repairs the cached files and reloads. If that fails too, shows the buttons to retry.
  async function fail(detail) {
    if (document.readyState === "loading") await new Promise((parsed) => addEventListener("DOMContentLoaded", parsed));
    if (isReady || document.body.dataset.start === "failed") return;
    if (!$("#start-retry")) return; // the page ended too early, which assets/check.js reports
    console.warn(`start-up failed: ${detail}`);
    timers.forEach(clearTimeout);
    showSlow("");
    document.body.dataset.start = "failed";
    if (!history.state?.mended) {
      setRepaired(true); // survives the reload without storage
      if (await repairFiles()) return location.reload();
    }
    $("#start-failed").hidden = false;
    $("#start-retry").focus();
  }

  function setRepaired(state) {
    history.replaceState({ ...history.state, mended: state }, "");
  }

  // Fetches damaged files of the start again, past every cache. Returns whether all or any could be repaired.
  async function repairFiles() {
    const worker = navigator.serviceWorker?.controller;
    if (worker) {
      const { port1, port2 } = new MessageChannel();
      const answer = new Promise((resolve) => {
        port1.onmessage = ({ data }) => resolve(data);
        setTimeout(resolve, FAIL_AFTER, { mended: 0 }); // no answer: the service worker itself is damaged
      });
      worker.postMessage({ type: "CHECK" }, [port2]);
      if ((await answer).mended) return true;
    }
    const files = [...JSON.parse(ROOT.files), ...performance.getEntriesByType("resource").map(({ name }) => name)];
    const own = files.map((name) => new URL(name, location)).filter(({ origin }) => origin === location.origin);
    const signal = AbortSignal.timeout(FAIL_AFTER);
    const anew = own.map((file) => fetch(file, { cache: "reload", signal }).then(({ ok }) => ok, () => false));
    return (await Promise.all(anew)).every(Boolean);
  }

  async function retry() {
    for (const button of document.querySelectorAll("[data-retry]")) button.disabled = true;
    if (document.body.dataset.start === "failed") await repairFiles(); // otherwise the start is only slow
    location.reload();
  }

  // Deletes the offline copy and all caches of the program, but no matches and settings. Does nothing without a network, because
  // then no program would be left.
  async function startOver() {
    const there = await fetch("sw.js", { cache: "no-store" }).then(({ ok }) => ok, () => false);
    for (const line of document.querySelectorAll("[data-no-network]")) line.hidden = there;
    if (!there) return;
    const kept = (await navigator.serviceWorker?.getRegistrations()) ?? [];
    await Promise.all(kept.map((registration) => registration.unregister()));
    await Promise.all(((await self.caches?.keys()) ?? []).map((name) => caches.delete(name)));
    await repairFiles();
    location.reload();
  }

  function ready() {
    isReady = true;
    timers.forEach(clearTimeout);
    showSlow("");
    at("players", 1);
    document.body.dataset.start = "ready";
    $("#start-failed").hidden = true;
    setRepaired(false);
    self.caches?.delete("chickenfoot-engine"); // a cache of versions before December 2026
  }

  const SILENT_AFTER = 5; // seconds without a message, while a request is open, before the engine counts as silent
  const answers = new Map(); // resolve functions, by the number of the request
  let worker;
  let requests = 0;
  let silentFor = 0; // seconds since the engine's last message, while a request is open
  let lastWatch = 0;

  // Events on the document: engine:silent, engine:heard (again), engine:broke, and engine:tell for messages without a request.
  function tell(name, detail) {
    document.dispatchEvent(new CustomEvent(`engine:${name}`, { detail }));
  }

  function startWorker() {
    const mine = new Worker("assets/engine.js", { type: "module", name: "engine" });
    mine.addEventListener("message", ({ data }) => mine === worker && onMessage(data));
    mine.addEventListener("error", ({ message }) => mine === worker && onFailure(message));
    if (compiled) compiled.then((module) => mine.postMessage({ module }), onFailure);
    else mine.postMessage({ compile: true });
    worker = mine;
  }

  // Compiles the engine's wasm in the page, from the second visit on: browsers cache code that a page compiled, but not code that
  // a worker compiled. On a first visit the cache is empty and the page is busy, so the worker compiles.
  async function fetchWasm() {
    const answer = (await fetch(WASM).catch(() => self.caches?.match(WASM))) ?? Response.error();
    if (!answer.ok) throw new Error(`${WASM}: ${answer.status}`);
    compiled.then(() => countBytes(Number(ROOT.wasm)), () => {}); // from the cache: counting its bytes one chunk at a time would cost more
    return answer;
  }

  function countBytes(more) {
    bytes += more;
    at("tiles", bytes / ROOT.bytes);
  }

  // Terminates the engine's worker and starts a new one. Open requests are answered with {gone: true}.
  function restart() {
    worker.terminate();
    startWorker();
    silentFor = 0;
    for (const answer of answers.values()) answer('{"gone":true}');
    answers.clear();
  }

  // Pings the engine every second while a request is open. It computes in slices, so it can answer. After a pause of the page
  // itself (hidden or suspended) the count starts again.
  function watch() {
    const late = performance.now() - lastWatch > 2_500;
    lastWatch = performance.now();
    if (!isReady || !answers.size || late || document.hidden) {
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
      if (!answers.has(data.id)) return;
      answers.get(data.id)(data.answer);
      answers.delete(data.id);
    } else if (data.bytes) {
      countBytes(data.bytes);
    } else if (data.stage) {
      performance.mark(`engine:${data.stage}`, { startTime: Math.max(0, data.at - performance.timeOrigin) });
      if (data.stage === "gathered") gathered = true;
      if (data.stage === "python") at("players", 0.5);
    } else if (data.tell) tell("tell", data.tell);
    else onFailure(data.failed);
  }

  function onFailure(reason) {
    if (isReady) tell("broke", reason);
    else fail(reason);
  }

  function ask(verb, given) {
    return new Promise((answer) => {
      answers.set(++requests, answer);
      worker.postMessage({ id: requests, verb, given });
    });
  }

  // Sends a file's text to the engine directly: it may be larger than all memory of MicroPython.
  async function give(verb, file, given) {
    return ask(verb, JSON.stringify({ ...JSON.parse(given), text: await file.text() }));
  }

  // localStorage holds the settings for the first paint. A browser may forbid access by an exception that MicroPython cannot catch.
  function recall(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  }

  function remember(key, text) {
    try {
      localStorage.setItem(key, text);
    } catch (reason) {
      console.info(`not kept for the first paint: ${reason}`);
    }
  }

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

  // Imports a module of ours on demand; rejects if it does not arrive in time.
  function bring(name) {
    const late = new Promise((_, refuse) => setTimeout(() => refuse(new Error(`${name}: nothing came`)), LOAD_TIMEOUT));
    return Promise.race([import(new URL(ROOT.app + name, location)), late]);
  }

  // Loads an optional script. If it is missing, the lines [data-without] say so where its feature would be used.
  async function loadOptional(name) {
    try {
      await bring(`assets/${name}.js`);
    } catch (reason) {
      console.warn(`the game goes on without ${name}.js: ${reason}`);
      for (const line of document.querySelectorAll(`[data-without=${name}]`)) line.hidden = false;
    }
  }

  // Loads PyScript and the page's Python after the first paint, so that they do not slow it down.
  async function loadPython() {
    const parsed = new Promise((then) => addEventListener("DOMContentLoaded", then));
    await firstPaint();
    if (document.readyState === "loading") await parsed;
    const { modules, files, script } = JSON.parse(ROOT.python);
    for (const href of modules) addToHead("link", { rel: "modulepreload", href });
    for (const href of files) addToHead("link", { rel: "preload", as: "fetch", crossOrigin: "", href });
    addToHead("script", { type: "module", src: script });
  }

  function addToHead(tag, given) {
    document.head.append(Object.assign(document.createElement(tag), given));
  }

  // Waits for the first paint, or until none is to be expected.
  function firstPaint() {
    return new Promise((then) => {
      if (document.hidden || !PerformanceObserver.supportedEntryTypes.includes("paint")) return then();
      new PerformanceObserver(then).observe({ type: "paint", buffered: true });
      setTimeout(then, PAINT_TIMEOUT);
    });
  }

  let done; // called when the page's own start is complete, so that others may begin, such as the installation of the service worker
  const whole = new Promise((resolve) => (done = resolve));
  // MicroPython has about 1 MB of memory. Cut an address that no link needs before MicroPython reads it.
  function cutAddress() {
    const { pathname, search, hash } = location;
    if (search.length + hash.length > LONGEST_ADDRESS)
      history.replaceState(history.state, "", pathname + search.slice(0, LONGEST_ADDRESS) + hash.slice(0, LONGEST_ADDRESS));
  }

  cutAddress();
  for (const kind of ["popstate", "hashchange"]) addEventListener(kind, cutAddress);
  window.startup = { at, ready, done, whole, fail, recall, remember, bring, breathe };
  const compiled = navigator.serviceWorker?.controller && WebAssembly.compileStreaming(fetchWasm());
  startWorker();
  loadPython().catch(fail);
  whole.then(() => OPTIONAL.forEach(loadOptional));
  setInterval(watch, 1_000);
  window.engine = { ask, give, restart };
  addEventListener("error", ({ target, message }) => isReady || fail(message ?? target.src ?? target.href), true);
  addEventListener("unhandledrejection", ({ reason }) => isReady || fail(reason));
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
