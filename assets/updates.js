// Registers the service worker, which caches everything for offline use, and offers updates. The browser fetches a new version in
// the background, where it waits. The attribute [data-update] on the body offers it, and the button #update-now activates it.
// The style sheets show the offer only between rounds.
const ANSWER_TIMEOUT = 10_000; // ms; a service worker of an older version does not know the question
const $ = (selector) => document.querySelector(selector);
let registration;

async function start() {
  if (!("serviceWorker" in navigator)) return;
  if (navigator.connection?.saveData && !navigator.serviceWorker.controller) {
    $("[data-refused=saving]").hidden = false; // the person's browser asks for few bytes: nothing is fetched ahead
    return;
  }
  try {
    registration = await register();
  } catch (reason) {
    console.info(`no use without a network: ${reason}`); // private windows refuse a service worker; the game works without it
    $("[data-refused=updates]").hidden = false;
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

// Registers the service worker, unless it is registered already. In a sub-folder, the scope includes the address without the last
// slash, if the host allows it by a header (tools/making/headers.py).
async function register() {
  const existing = await navigator.serviceWorker.getRegistration();
  if (existing?.active?.scriptURL === new URL("sw.js", location).href) return existing; // the browser looks for updates itself
  const folder = new URL("./", location).pathname;
  const isAllowed = folder !== "/" && (await fetch("sw.js", { method: "HEAD" }).catch(() => null))?.headers.get("Service-Worker-Allowed");
  return navigator.serviceWorker.register("sw.js", isAllowed ? { scope: folder.slice(0, -1) } : {});
}

// Reloads the page, again after five seconds if it is still there: a pending history.back() cancels a reload.
function reload() {
  location.reload();
  setTimeout(reload, 5_000);
}

function update() {
  const next = registration?.waiting;
  if (!next) return location.reload(); // the new version is active already: a page loaded past the worker does not hold it back
  next.addEventListener("statechange", () => next.state === "activated" && reload());
  next.postMessage({ type: "SKIP_WAITING" });
}

// The parts of the offline copy of this device, as JSON text, see `parts` in tools/making/sw.js; "[]" if there is none.
export async function parts() {
  const worker = registration?.active ?? registration?.installing;
  if (!worker) return "[]";
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(JSON.stringify(data));
    setTimeout(resolve, ANSWER_TIMEOUT, "[]");
    worker.postMessage({ type: "PARTS" }, [port2]);
  });
}

$("#update-now").addEventListener("click", update);
$("#update-later").addEventListener("click", () => delete document.body.dataset.update);
start();
