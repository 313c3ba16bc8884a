// The service worker keeps everything for use without a network. A new version is fetched and waits; the page offers it
// ([data-update] on the body, shown between rounds only) and #update-now swaps it in.
const $ = (selector) => document.querySelector(selector);
let registration;

async function keepForOffline() {
  if (!("serviceWorker" in navigator)) return;
  try {
    registration = await register();
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

// In a sub-folder, its address without the last slash is ours too, where the host allows that.
async function register() {
  const kept = await navigator.serviceWorker.getRegistration();
  if (kept?.active?.scriptURL === new URL("sw.js", location).href) return kept; // also without a network; it looks for news itself
  const folder = new URL("./", location).pathname;
  const wide = folder !== "/" && (await fetch("sw.js", { method: "HEAD" }).catch(() => null))?.headers.get("Service-Worker-Allowed");
  return navigator.serviceWorker.register("sw.js", wide ? { scope: folder.slice(0, -1) } : {});
}

// Once more if this page is still there: a step back in the history that was on its way swallows a reload.
function reload() {
  location.reload();
  setTimeout(reload, 5_000);
}

function update() {
  const next = registration.waiting;
  if (!next) return location.reload(); // begun by itself, since a page loaded past the worker does not hold it back
  next.addEventListener("statechange", () => next.state === "activated" && reload());
  next.postMessage({ type: "SKIP_WAITING" });
}

$("#update-now").addEventListener("click", update);
$("#update-later").addEventListener("click", () => delete document.body.dataset.update);
keepForOffline();
