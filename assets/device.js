// What the device offers beside the page: a place on the home screen, and staying awake. Neither is missed where there is none.
const $ = (selector) => document.querySelector(selector);

// --- the home screen: #install is there where the browser can do it (Chromium) or people can do it by hand (iOS), and not
// where the page was begun from there already
const button = $("#install");
const byHand = "standalone" in navigator && !navigator.standalone; // only Safari on iOS has it

function offer() {
  button.hidden = !window.startup.installer && !byHand;
}

async function install() {
  const { installer } = window.startup;
  if (!installer) return $("#install-by-hand").showModal();
  window.startup.installer = undefined; // it may be asked once
  await installer.prompt();
  offer();
}

// --- awake: while people pass the screen at a table, from the first curtain until the match is left or over
const IN_PLAY = ["playing", "curtain", "round-over"];
let passed = false;
let lock;

async function watch() {
  const { phase } = document.body.dataset;
  passed = IN_PLAY.includes(phase) && (passed || phase === "curtain");
  const wanted = passed && !document.hidden;
  if (wanted && !lock) {
    lock = navigator.wakeLock.request("screen").catch((reason) => console.info(`the screen may sleep: ${reason}`)); // battery low
    (await lock)?.addEventListener("release", () => (lock = undefined)); // the browser does when the page is hidden
  } else if (!wanted && lock) {
    (await lock)?.release();
    lock = undefined;
  }
}

button.addEventListener("click", install);
addEventListener("beforeinstallprompt", () => setTimeout(offer)); // assets/boot.js keeps it first
addEventListener("appinstalled", offer);
offer();
if ("wakeLock" in navigator) {
  new MutationObserver(watch).observe(document.body, { attributeFilter: ["data-phase"] });
  document.addEventListener("visibilitychange", watch);
  watch();
}
