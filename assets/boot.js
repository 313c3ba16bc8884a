// Start-up before any Python: real progress, a sentence and a Retry button when it fails, and the service worker.
//
// Stages, each an element [data-stage] with a <progress>:
//   table    PyScript and the page's MicroPython      (its events, then the page's own first line)
//   tiles    the bytes of Pyodide and of the game     (counted as they arrive; they stay in the cache for the worker)
//   players  the engine: its Python runs, it answers  (told by game/page/bridge.py)
// The page's Python talks to `window.startup`: at(stage, part), ready(), fail(detail).

const PATIENCE = 45_000; // without any progress for so long (ms), a start counts as failed; it may still succeed
const $ = (selector) => document.querySelector(selector);

let waiting = 0;
let over = false;

function at(stage, part) {
  const element = $(`[data-stage="${stage}"]`);
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
  keepForOffline();
}

async function count(files) {
  const total = Object.values(files).reduce((sum, size) => sum + size, 0);
  let here = 0;
  const one = async (address) => {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    const reader = answer.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      here += part.value.length;
      at("tiles", Math.min(here / total, 0.99));
    }
  };
  await Promise.all(Object.keys(files).map(one));
  at("tiles", 1);
}

// The service worker keeps everything for use without a network. A new version is fetched and waits; the page offers it
// ([data-update] on the body, shown between rounds only) and #update-now swaps it in.
let registration;

async function keepForOffline() {
  if (!("serviceWorker" in navigator)) return;
  try {
    registration = await navigator.serviceWorker.register("sw.js");
  } catch (reason) {
    console.warn(`no use without a network: ${reason}`); // private windows refuse; the game itself plays on
    return;
  }
  const offer = () => {
    if (registration.waiting && registration.active) document.body.dataset.update = "waiting";
  };
  const watch = () => registration.installing?.addEventListener("statechange", offer);
  registration.addEventListener("updatefound", watch);
  watch();
  offer();
  await navigator.serviceWorker.ready;
  document.body.dataset.offline = "ready";
}

function update() {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  registration.waiting.postMessage({ type: "SKIP_WAITING" });
}

window.startup = { at, ready, fail };
$("#update-now").addEventListener("click", update);
$("#start-retry").addEventListener("click", () => location.reload());
addEventListener("error", ({ target, message }) => over || fail(message ?? target.src ?? target.href), true);
addEventListener("unhandledrejection", ({ reason }) => over || fail(reason));
addEventListener("mpy:progress", ({ detail }) => at("table", detail === "Loaded MicroPython" ? 0.9 : 0.5));
at("table", 0.2);
count(JSON.parse($("#boot-files").textContent)).catch(fail);
