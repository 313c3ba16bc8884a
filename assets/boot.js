// The first script of the page, written into it by tools/build.py: it begins the engine before anything else is read, shows
// real progress, and says a sentence with a way forward when a start fails. Before any Python; assets/keep.js comes after it.
//
// Stages, each an element [data-stage] with a <progress>:
//   table    PyScript and the page's MicroPython      (its events, then the page's own first line)
//   tiles    the bytes of the engine                  (counted as they come)
//   players  the engine: its Python runs, it answers
// The page's Python talks to `window.startup`: at(stage, part), ready(), fail(detail); and to `window.engine`: ask(verb, given).
{
  const PATIENCE = 45_000; // without any progress for so long (ms), a start counts as failed; it may still succeed
  const $ = (selector) => document.querySelector(selector);
  const ROOT = document.documentElement.dataset;
  let waiting = 0;
  let over = false;

  function at(stage, part) {
    const element = $(`[data-stage="${stage}"]`);
    if (!element) return; // not read yet
    const bar = element.querySelector("progress");
    bar.value = Math.max(bar.value, part);
    if (part >= 1) performance.mark(`start:${stage}`); // for tools/bench.py
    element.toggleAttribute("data-done", bar.value >= 1);
    clearTimeout(waiting);
    if (!over) waiting = setTimeout(fail, PATIENCE, `${stage}: nothing more came`);
  }

  function fail(detail) {
    if (over) return;
    console.warn(`start-up failed: ${detail}`);
    clearTimeout(waiting);
    document.body.dataset.start = "failed";
    $("#start-failed").hidden = false;
  }

  function ready() {
    over = true;
    clearTimeout(waiting);
    at("players", 1);
    document.body.dataset.start = "ready";
    $("#start-failed").hidden = true;
    dispatchEvent(new Event("startup:ready"));
  }

  const SILENT = 5; // seconds without a word, though something was asked, after which the engine counts as silent
  const answers = new Map(); // by the number of the question
  let worker;
  let bytes = 0;
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
    mine.addEventListener("error", ({ message }) => (over ? tell("broke", message) : fail(message)));
    worker = mine;
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
      bytes += data.bytes;
      at("tiles", bytes / ROOT.bytes);
    } else if (data.stage) {
      performance.mark(`engine:${data.stage}`, { startTime: Math.max(0, data.at - performance.timeOrigin) });
      if (data.stage === "python") at("players", 0.5);
    } else if (data.tell) tell("tell", data.tell);
    else if (over) tell("broke", data.failed);
    else fail(data.failed);
  }

  function ask(verb, given) {
    return new Promise((answer) => {
      answers.set(++questions, answer);
      worker.postMessage({ id: questions, verb, given });
    });
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

  window.startup = { at, ready, fail, recall, remember };
  begin();
  setInterval(watch, 1_000);
  window.engine = { ask, restart };
  addEventListener("error", ({ target, message }) => over || fail(message ?? target.src ?? target.href), true);
  addEventListener("unhandledrejection", ({ reason }) => over || fail(reason));
  addEventListener("mpy:progress", ({ detail }) => at("table", detail === "Loaded MicroPython" ? 0.9 : 0.5));
  addEventListener("DOMContentLoaded", () => {
    $("#start-retry").addEventListener("click", () => location.reload());
    at("table", 0.2);
  });
}
