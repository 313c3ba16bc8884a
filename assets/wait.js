// What a person reads while a first visit over a slow line is under way (#wait in index.html): the share that has arrived and the time
// that is left, whether a press is kept, and pages about the game. assets/boot.js loads this script when the line is slow.
const EVERY = 500; // ms between two looks at the progress
const LEAST = 2; // s; the shortest time that is told
const ROUGH = 20; // s; longer times are told in steps of STEP
const STEP = 5; // s
const COUNTED = 1_500; // ms for which the speed is counted before a time is told
const LATEST = 0.3; // the part from which on the speed counts even if the page's own files, which share the line, are not here
const $ = (selector) => document.querySelector(selector);
let begin; // {share, at}: from then on the speed counts
const pages = [...document.querySelectorAll("#wait article")];
const isWaiting = () => !["ready", "failed"].includes(document.body.dataset.start);

// Shows a page.
function turnTo(next) {
  for (const [number, page] of pages.entries()) page.hidden = number !== next;
  $("#wait-page").textContent = `${next + 1} / ${pages.length}`;
}

// Says that a press is kept: the last button pressed is marked as busy.
function tellPress() {
  const button = $("[aria-busy=true]");
  $("#wait-match").hidden = !button?.matches("#play-now, #resume");
  $("#wait-press").hidden = !button || !$("#wait-match").hidden;
}

function tellProgress() {
  $("#wait").hidden = !isWaiting();
  if (!isWaiting()) return clearInterval(timer);
  const share = window.startup.share();
  $("#wait-part").textContent = `${Math.floor(100 * share)} %`;
  if (!$("[data-stage=table][data-done]") && share < LATEST) return;
  const now = performance.now();
  begin ??= { share, at: now };
  if (now - begin.at < COUNTED || share === begin.share) return;
  const left = ((now - begin.at) / 1_000 / (share - begin.share)) * (1 - share);
  const told = left > ROUGH ? STEP * Math.ceil(left / STEP) : Math.ceil(left);
  $("#wait-seconds").textContent = Math.max(LEAST, told);
  $("#wait-time").hidden = false;
}

const timer = setInterval(tellProgress, EVERY);
addEventListener("click", () => isWaiting() && setTimeout(tellPress)); // after assets/boot.js
$("#wait-next").addEventListener("click", () => turnTo((pages.findIndex((page) => !page.hidden) + 1) % pages.length));
turnTo(0);
tellPress();
tellProgress();
