// Device features: installation on the home screen, a wake lock, and the round on the first screen's table. The game works without them.
const $ = (selector) => document.querySelector(selector);

// --- The home screen. The button #install shows if the browser can install the page (Chromium) or the person can do so by hand
// (iOS). It does not show if the page was started from the home screen.
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

// --- The wake lock keeps the screen on while several persons play on one device, from the first curtain until the match ends
// or is left. A curtain hides the hands until the next person takes over.
const IN_PLAY = ["playing", "curtain", "round-over"]; // phases of a match in play
let isPassed = false; // whether this match has had a curtain
let lock; // the promise of the wake lock, while it is wanted and possible

async function updateLock() {
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
addEventListener("beforeinstallprompt", () => setTimeout(offer)); // later, so that assets/boot.js has stored the event
addEventListener("appinstalled", offer);
offer();
if ("wakeLock" in navigator) {
  new MutationObserver(updateLock).observe(document.body, { attributeFilter: ["data-phase"] });
  document.addEventListener("visibilitychange", updateLock);
  updateLock();
}

// --- The table of the first screen, on larger windows and upright phones: its picture of a round (tools/making/shell.py) is unpacked here.
// assets/styles/screens.css lets the tiles appear one by one. The picture stays complete when the last one lies.
const hasTable = matchMedia("(width >= 39em) and (height >= 35em), (width < 39em) and (orientation: portrait)");

function showRound() {
  if (!hasTable.matches || $(".round-picture")) return;
  window.startup.unpack("round");
  const picture = $(".round-picture");
  const pause = () => picture.toggleAttribute("data-paused", document.hidden);
  document.addEventListener("visibilitychange", pause);
  pause();
  picture.lastElementChild.addEventListener("animationend", () => picture.setAttribute("data-still", ""));
}

hasTable.addEventListener("change", showRound);
showRound();
