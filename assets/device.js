// Device features: installation on the home screen, and a wake lock. The game works without both.
const $ = (selector) => document.querySelector(selector);

// --- the home screen: #install shows if the browser can install the page (Chromium) or the person can do it by hand (iOS), and
// the page was not started from the home screen already
const button = $("#install");
const installsByHand = "standalone" in navigator && !navigator.standalone; // only Safari on iOS has this property

function offer() {
  button.hidden = !window.startup.installer && !installsByHand;
}

async function install() {
  const { installer } = window.startup;
  if (!installer) return $("#install-by-hand").showModal();
  window.startup.installer = undefined; // a browser allows one prompt
  await installer.prompt();
  offer();
}

// --- the wake lock: held while several persons pass the device, from the first curtain until the match ends or is left
const IN_PLAY = ["playing", "curtain", "round-over"];
let isPassed = false;
let lock;

async function watch() {
  const { phase } = document.body.dataset;
  isPassed = IN_PLAY.includes(phase) && (isPassed || phase === "curtain");
  const wanted = isPassed && !document.hidden;
  if (wanted && !lock) {
    lock = navigator.wakeLock.request("screen").catch((reason) => console.info(`the screen may sleep: ${reason}`)); // for example on a low battery
    (await lock)?.addEventListener("release", () => (lock = undefined)); // the browser releases it when the page is hidden
  } else if (!wanted && lock) {
    (await lock)?.release();
    lock = undefined;
  }
}

button.addEventListener("click", install);
addEventListener("beforeinstallprompt", () => setTimeout(offer)); // runs after the listener in assets/boot.js has stored the event
addEventListener("appinstalled", offer);
offer();
if ("wakeLock" in navigator) {
  new MutationObserver(watch).observe(document.body, { attributeFilter: ["data-phase"] });
  document.addEventListener("visibilitychange", watch);
  watch();
}
