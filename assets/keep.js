// The service worker keeps everything for use without a network. A new version is fetched and waits; the page offers it
// ([data-update] on the body, shown between rounds only) and #update-now swaps it in.
const $ = (selector) => document.querySelector(selector);
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

$("#update-now").addEventListener("click", update);
addEventListener("startup:ready", keepForOffline);
if (document.body.dataset.start === "ready") keepForOffline();
