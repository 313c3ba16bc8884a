// Register the service worker, which caches everything for offline use, and offer updates. A new version is fetched and waits;
// [data-update] on the body shows the offer, between rounds only, and #update-now activates it.
const $ = (selector) => document.querySelector(selector);
let registration;

async function keepForOffline() {
  if (!("serviceWorker" in navigator)) return;
  try {
    registration = await register();
  } catch (reason) {
    console.warn(`no use without a network: ${reason}`); // private windows refuse it; the game works without
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

// In a sub-folder, the scope includes the address without the last slash, if the host allows it.
async function register() {
  const kept = await navigator.serviceWorker.getRegistration();
  if (kept?.active?.scriptURL === new URL("sw.js", location).href) return kept; // works offline; the browser looks for updates itself
  const folder = new URL("./", location).pathname;
  const wide = folder !== "/" && (await fetch("sw.js", { method: "HEAD" }).catch(() => null))?.headers.get("Service-Worker-Allowed");
  return navigator.serviceWorker.register("sw.js", wide ? { scope: folder.slice(0, -1) } : {});
}

// Repeats the reload if the page is still there: a pending history.back() cancels a reload.
function reload() {
  location.reload();
  setTimeout(reload, 5_000);
}

function update() {
  const next = registration.waiting;
  if (!next) return location.reload(); // it activated by itself: a page that was loaded past the worker does not hold it back
  next.addEventListener("statechange", () => next.state === "activated" && reload());
  next.postMessage({ type: "SKIP_WAITING" });
}

$("#update-now").addEventListener("click", update);
$("#update-later").addEventListener("click", () => delete document.body.dataset.update);
keepForOffline();
