// Written into the page by tools/build.py, after assets/check.js: it begins the engine before anything else is read, shows
// real progress, and says a sentence with a way forward when a start fails. Before any Python; what the game can do without comes last.
//
// Stages, each an element [data-stage] with a <progress>:
//   table    PyScript and the page's MicroPython      (its events, then the page's own first line)
//   tiles    the bytes of the engine                  (counted as they come)
//   players  the engine: its Python runs, it answers
// The page's Python talks to `window.startup`: at(stage, part), ready(), done(), fail(detail), bring(file), breathe(); and to `window.engine`: ask(verb, given), give(verb, file, given).
{
  const WASM = "assets/runtime/pyodide/pyodide.asm.wasm"; // addresses are as in the repository; tools/build.py makes them the hashed ones
  const SLOW = 10_000; // without any progress for so long (ms), the page says so; it goes on by itself when something comes
  const PATIENCE = 60_000; // with everything here and no progress for so long, a start counts as failed; it may still succeed
  const LATE = 10_000; // what is fetched when it is wanted counts as failed after so long (ms)
  const PAINTING = 1_000; // what waits for the first paint waits so long at the most (ms)
  const STEP = 0.04; // of a bar: less is not seen, and each is a paint
  const PIECE = 2; // work of so long (ms) is done in one piece
  const LONGEST_ADDRESS = 5_000; // signs after the path; a link of ours has up to 4,000 (game/records/links/packing.py)
  const EXTRAS = ["updates", "device"]; // scripts in assets/ that the game can do without
  const $ = (selector) => document.querySelector(selector);
  const ROOT = document.documentElement.dataset;
  let timers = [];
  let over = false;
  let bytes = 0;
  let gathered = false; // the engine has all that it asked for, but for its wasm, which is counted in bytes
  let breathed = 0;

  function at(stage, part) {
    const element = $(`[data-stage="${stage}"]`);
    if (!element) return; // not read yet
    const bar = element.querySelector("progress");
    if (part >= Math.min(1, bar.value + STEP)) bar.value = part;
    if (part >= 1) performance.mark(`start:${stage}`); // for tools/bench.py
    element.toggleAttribute("data-done", bar.value >= 1);
    if (!over) wait();
  }

  function wait() {
    timers.forEach(clearTimeout);
    slow("");
    timers = [
      setTimeout(() => slow(here() ? "working" : "waiting"), SLOW),
      setTimeout(() => here() && fail("nothing more came"), PATIENCE),
    ];
  }

  // Whether nothing is on its way any more that the start needs.
  function here() {
    const { modules, files, script } = JSON.parse(ROOT.python);
    const ended = new Set(performance.getEntriesByType("resource").map(({ name }) => name));
    return gathered && bytes >= ROOT.bytes && [...modules, ...files, script].every((file) => ended.has(new URL(file, location).href));
  }

  function slow(what) {
    const place = $("#start-slow");
    if (!place) return; // not read yet; assets/check.js says when no more of the page comes
    for (const line of document.querySelectorAll("[data-slow]")) line.hidden = line.dataset.slow !== what;
    place.hidden = !what;
  }

  // A start that fails is tried once more by itself, after every kept file was checked and what is damaged fetched anew.
  async function fail(detail) {
    if (document.readyState === "loading") await new Promise((read) => addEventListener("DOMContentLoaded", read));
    if (over || document.body.dataset.start === "failed") return;
    if (!$("#start-retry")) return; // the page ended too early, which assets/check.js has said
    console.warn(`start-up failed: ${detail}`);
    timers.forEach(clearTimeout);
    slow("");
    document.body.dataset.start = "failed";
    if (!history.state?.mended) {
      mended(true); // outlives the reload, and needs no storage
      if (await mend()) return location.reload();
    }
    $("#start-failed").hidden = false;
    $("#start-retry").focus();
  }

  function mended(state) {
    history.replaceState({ ...history.state, mended: state }, "");
  }

  // Fetches past every cache what a start needs and is not as it was built; whether anything could be mended.
  async function mend() {
    const worker = navigator.serviceWorker?.controller;
    if (worker) {
      const { port1, port2 } = new MessageChannel();
      const answer = new Promise((resolve) => {
        port1.onmessage = ({ data }) => resolve(data);
        setTimeout(resolve, PATIENCE, { mended: 0 }); // a worker that is damaged itself
      });
      worker.postMessage({ type: "CHECK" }, [port2]);
      if ((await answer).mended) return true;
    }
    const files = [...JSON.parse(ROOT.files), ...performance.getEntriesByType("resource").map(({ name }) => name)];
    const own = files.map((name) => new URL(name, location)).filter(({ origin }) => origin === location.origin);
    const signal = AbortSignal.timeout(PATIENCE);
    const anew = own.map((file) => fetch(file, { cache: "reload", signal }).then(({ ok }) => ok, () => false));
    return (await Promise.all(anew)).every(Boolean);
  }

  async function retry() {
    for (const button of document.querySelectorAll("[data-retry]")) button.disabled = true;
    if (document.body.dataset.start === "failed") await mend(); // otherwise something is only late
    location.reload();
  }

  // Drops the offline copy and all that the browser keeps of the program; matches and settings stay. Not without a network:
  // nothing would be left to play with.
  async function afresh() {
    const there = await fetch("sw.js", { cache: "no-store" }).then(({ ok }) => ok, () => false);
    for (const line of document.querySelectorAll("[data-no-network]")) line.hidden = there;
    if (!there) return;
    const kept = (await navigator.serviceWorker?.getRegistrations()) ?? [];
    await Promise.all(kept.map((registration) => registration.unregister()));
    await Promise.all(((await self.caches?.keys()) ?? []).map((name) => caches.delete(name)));
    await mend();
    location.reload();
  }

  function ready() {
    over = true;
    timers.forEach(clearTimeout);
    slow("");
    at("players", 1);
    document.body.dataset.start = "ready";
    $("#start-failed").hidden = true;
    mended(false);
    self.caches?.delete("chickenfoot-engine"); // where versions of November 2026 kept the engine's memory
  }

  const SILENT = 5; // seconds without a word, though something was asked, after which the engine counts as silent
  const answers = new Map(); // by the number of the question
  let worker;
  let questions = 0;
  let quiet = 0; // seconds since the engine said anything, while it is asked something
  let looked = 0;

  // Events on the document: engine:silent, engine:heard (again), engine:broke, and engine:tell for what it says unasked.
  function tell(name, detail) {
    document.dispatchEvent(new CustomEvent(`engine:${name}`, { detail }));
  }

  function begin() {
    const mine = new Worker("assets/engine.js", { type: "module", name: "engine" });
    mine.addEventListener("message", ({ data }) => mine === worker && hear(data));
    mine.addEventListener("error", ({ message }) => mine === worker && broke(message));
    if (compiled) compiled.then((module) => mine.postMessage({ module }), broke);
    else mine.postMessage({ compile: true });
    worker = mine;
  }

  // From the second visit on the page compiles the engine's wasm: browsers keep for the next one what a page compiled, and not
  // what a worker did. On a first one there is nothing to be found, and the page has enough to do.
  async function interpreter() {
    const answer = (await fetch(WASM).catch(() => self.caches?.match(WASM))) ?? Response.error();
    if (!answer.ok) throw new Error(`${WASM}: ${answer.status}`);
    compiled.then(() => came(Number(ROOT.wasm)), () => {}); // it was here already: to count its bytes as they come would cost more
    return answer;
  }

  function came(more) {
    bytes += more;
    at("tiles", bytes / ROOT.bytes);
  }

  // Ends the engine, whatever it is doing, and begins it anew; what it was asked is answered with {gone: true}.
  function restart() {
    worker.terminate();
    begin();
    quiet = 0;
    for (const answer of answers.values()) answer('{"gone":true}');
    answers.clear();
  }

  // While the engine is asked something it has to say a word now and then; it thinks in slices, so it can. A page that was
  // hidden or stopped itself counts anew.
  function watch() {
    const late = performance.now() - looked > 2_500;
    looked = performance.now();
    if (!over || !answers.size || late || document.hidden) {
      quiet = 0;
    } else {
      worker.postMessage({ ping: true });
      if (++quiet === SILENT) tell("silent");
    }
  }

  function hear(data) {
    if (quiet >= SILENT) tell("heard");
    quiet = 0;
    if (data.pong) return;
    if (data.id) {
      if (!answers.has(data.id)) return;
      answers.get(data.id)(data.answer);
      answers.delete(data.id);
    } else if (data.bytes) {
      came(data.bytes);
    } else if (data.stage) {
      performance.mark(`engine:${data.stage}`, { startTime: Math.max(0, data.at - performance.timeOrigin) });
      if (data.stage === "gathered") gathered = true;
      if (data.stage === "python") at("players", 0.5);
    } else if (data.tell) tell("tell", data.tell);
    else broke(data.failed);
  }

  function broke(reason) {
    if (over) tell("broke", reason);
    else fail(reason);
  }

  function ask(verb, given) {
    return new Promise((answer) => {
      answers.set(++questions, answer);
      worker.postMessage({ id: questions, verb, given });
    });
  }

  // A file's text, which may be larger than all the memory of the page's Python, goes to the engine past it.
  async function give(verb, file, given) {
    return ask(verb, JSON.stringify({ ...JSON.parse(given), text: await file.text() }));
  }

  // What the first paint needs is kept here too; a browser may forbid it, by throwing (which MicroPython could not catch).
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

  // What works in pieces awaits this between them: the browser does what waits, a tap above all, if it had to wait for long.
  async function breathe() {
    if (performance.now() - breathed < PIECE) return;
    const { port1, port2 } = new MessageChannel();
    await new Promise((then) => {
      port1.onmessage = then;
      port2.postMessage("");
    });
    breathed = performance.now();
  }

  // A module of ours that no start needs, fetched when it is wanted; fails when it does not come.
  function bring(name) {
    const late = new Promise((_, refuse) => setTimeout(() => refuse(new Error(`${name}: nothing came`)), LATE));
    return Promise.race([import(new URL(ROOT.app + name, location)), late]);
  }

  // Where one of them does not come, it is said where its part of the game would be used.
  async function extra(name) {
    try {
      await bring(`assets/${name}.js`);
    } catch (reason) {
      console.warn(`the game goes on without ${name}.js: ${reason}`);
      for (const line of document.querySelectorAll(`[data-without=${name}]`)) line.hidden = false;
    }
  }

  // PyScript and the page's Python are fetched after the first paint, with which they would share the line and the processor.
  async function python() {
    const read = new Promise((then) => addEventListener("DOMContentLoaded", then));
    await painted();
    if (document.readyState === "loading") await read;
    const { modules, files, script } = JSON.parse(ROOT.python);
    for (const href of modules) add("link", { rel: "modulepreload", href });
    for (const href of files) add("link", { rel: "preload", as: "fetch", crossOrigin: "", href });
    add("script", { type: "module", src: script });
  }

  function add(tag, given) {
    document.head.append(Object.assign(document.createElement(tag), given));
  }

  // The first paint was seen, or nothing will be painted soon.
  function painted() {
    return new Promise((then) => {
      if (document.hidden || !PerformanceObserver.supportedEntryTypes.includes("paint")) return then();
      new PerformanceObserver(then).observe({ type: "paint", buffered: true });
      setTimeout(then, PAINTING);
    });
  }

  let done; // the page has done its own, and others may begin: the service worker's installing above all
  const whole = new Promise((resolve) => (done = resolve));
  // The page's Python has 1 MB of memory or so: an address that is longer than any of ours is cut before it is read there.
  function cutAddress() {
    const { pathname, search, hash } = location;
    if (search.length + hash.length > LONGEST_ADDRESS)
      history.replaceState(history.state, "", pathname + search.slice(0, LONGEST_ADDRESS) + hash.slice(0, LONGEST_ADDRESS));
  }

  cutAddress();
  for (const kind of ["popstate", "hashchange"]) addEventListener(kind, cutAddress);
  window.startup = { at, ready, done, whole, fail, recall, remember, bring, breathe };
  const compiled = navigator.serviceWorker?.controller && WebAssembly.compileStreaming(interpreter());
  begin();
  python().catch(fail);
  whole.then(() => EXTRAS.forEach(extra));
  setInterval(watch, 1_000);
  window.engine = { ask, give, restart };
  addEventListener("error", ({ target, message }) => over || fail(message ?? target.src ?? target.href), true);
  addEventListener("unhandledrejection", ({ reason }) => over || fail(reason));
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault(); // a button of ours asks (assets/device.js)
    window.startup.installer = event;
  });
  addEventListener("mpy:progress", ({ detail }) => at("table", detail === "Loaded MicroPython" ? 0.9 : 0.5));
  addEventListener("mpy:done", () => $("[data-stage=table][data-done]") || fail("the page's own Python")); // its first line says so
  addEventListener("DOMContentLoaded", () => {
    for (const button of document.querySelectorAll("[data-retry]")) button.addEventListener("click", retry);
    for (const button of document.querySelectorAll("[data-afresh]")) button.addEventListener("click", afresh);
    at("table", 0.2);
  });
}
