// The rule laboratory's workers: they let bots play the trials of a comparison (game/engine/laboratory/lab_verbs.py). The page loads
// this module when the laboratory is opened. Each worker is an engine of its own, begun from the same snapshot as the table's engine
// (assets/engine.js); its name, "laboratory", chooses its verbs.
//
// Workers take the trials in turn. A trial depends on its number alone, so the figures do not depend on the number of workers.
const MOST_WORKERS = 4;
const TELL_EVERY = 800; // ms between two events "laboratory:progress"

const workers = []; // {worker, open, asked} of each running worker; `open`: its unanswered requests {verb, given, resolve}, by id
let rows = []; // the answers of the verb `trial` so far
let run = 0; // the number of the present run; a worker of an earlier run takes no further trial

// The number of workers: one fewer than the processor has cores, so that one is left for the page and its table.
export function workerCount() {
  return Math.max(1, Math.min(MOST_WORKERS, (navigator.hardwareConcurrency || 2) - 1));
}

function startWorker() {
  const worker = new Worker(new URL("engine.js", import.meta.url), { type: "module", name: "laboratory" });
  const entry = { worker, open: new Map(), asked: 0 };
  worker.addEventListener("message", ({ data }) => {
    if (data.id) {
      entry.open.get(data.id)?.resolve(data.answer);
      entry.open.delete(data.id);
    } else if (data.failed) fail(data.failed);
  });
  worker.addEventListener("error", ({ message }) => fail(message));
  const { compiled } = window.engine;
  if (compiled) compiled.then((module) => worker.postMessage({ module }), fail);
  else worker.postMessage({ compile: Number(document.documentElement.dataset.wasm) });
  workers.push(entry);
  return entry;
}

function fail(reason) {
  close();
  tell("failed", String(reason));
}

function tell(name, detail) {
  document.dispatchEvent(new CustomEvent(`laboratory:${name}`, { detail }));
}

function askWorker(entry, verb, given) {
  return new Promise((resolve) => {
    entry.open.set(++entry.asked, { verb, given, resolve });
    entry.worker.postMessage({ id: entry.asked, verb, given });
  });
}

// Sends a request to the first worker, and starts one if there is none. `given` and the answer are JSON texts.
export function ask(verb, given) {
  return askWorker(workers[0] ?? startWorker(), verb, given);
}

// Asks for the figures of all trials so far. The answer is null if there are none.
export function figures() {
  return rows.length ? ask("figures", `{"rows":[${rows.join(",")}]}`) : Promise.resolve('{"ok":null}');
}

// Forgets all trials.
export function clear() {
  run += 1;
  rows = [];
}

// Plays the trials from the number of those already played up to `count`. `setting` is JSON: the arguments of the verb `trial`
// without the number. Tells "laboratory:progress" with the number of trials at most every TELL_EVERY ms, and after the last one.
export function play(setting, count) {
  const given = JSON.parse(setting);
  const present = ++run;
  let next = 0;
  const played = new Set(rows.map((row) => JSON.parse(row).number));
  let told = 0;
  const takeNext = () => {
    while (played.has(next)) next += 1;
    return next < count ? next++ : -1;
  };
  const work = async (entry) => {
    for (let number = takeNext(); number >= 0 && run === present; number = takeNext()) {
      const { ok, refused, failed } = JSON.parse(await askWorker(entry, "trial", JSON.stringify({ ...given, number })));
      if (run !== present) return;
      if (failed || refused) return fail(failed ?? refused.key);
      rows.push(JSON.stringify(ok));
      if (rows.length === count || performance.now() - told > TELL_EVERY) {
        told = performance.now();
        tell("progress", rows.length);
      }
    }
  };
  const wanted = Math.min(workerCount(), count - rows.length);
  while (workers.length < wanted) startWorker();
  workers.slice(0, Math.max(1, wanted)).forEach((entry) => work(entry).catch(fail));
}

// Stops the run. One worker stays for requests, if it plays no trial: a trial can take a minute, and requests would wait for its
// end. The other workers end, and a new worker answers their open requests.
export function stop() {
  run += 1;
  const requests = ({ open }) => [...open.values()].filter(({ verb }) => verb !== "trial");
  const kept = workers.find((entry) => requests(entry).length === entry.open.size);
  const ended = workers.splice(0).filter((entry) => entry !== kept);
  if (kept) workers.push(kept);
  for (const { worker } of ended) worker.terminate();
  for (const { verb, given, resolve } of ended.flatMap(requests)) ask(verb, given).then(resolve);
}

// Ends all workers. The trials so far stay, so that `play` can go on.
export function close() {
  run += 1;
  for (const { worker, open } of workers.splice(0)) {
    worker.terminate();
    for (const { resolve } of open.values()) resolve('{"gone":true}');
  }
}

// The survey's file as text (game/laboratory/survey_data.py).
export async function surveyText() {
  const response = await fetch(new URL("survey.json", import.meta.url));
  if (!response.ok) throw new Error(`survey.json: ${response.status}`);
  return response.text();
}

// Saves a text as a file.
export function save(text, file, type) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(new Blob([text], { type })), download: file });
  link.click();
  setTimeout(URL.revokeObjectURL, 60_000, link.href);
}

// Draws the figures as a PNG: a promise of a File. `description` is JSON:
// {title, sentence, file, lines: [[name, A, B, difference, verdict, clear], …]}.
export async function picture(description) {
  const { title, sentence, file, lines } = JSON.parse(description);
  const canvas = Object.assign(document.createElement("canvas"), { width: 1080, height: 1350 });
  const pen = canvas.getContext("2d");
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => {
    pen.fillStyle = style.getPropertyValue(name);
    const probe = Object.assign(document.createElement("i"), { style: `color: var(${name})`, hidden: true });
    document.body.append(probe);
    pen.fillStyle = getComputedStyle(probe).color;
    probe.remove();
  };
  const [sans, serif] = ["--sans", "--serif"].map((name) => style.getPropertyValue(name));
  colour("--paper");
  pen.fillRect(0, 0, canvas.width, canvas.height);
  colour("--quiet");
  pen.font = `600 30px ${sans}`;
  pen.fillText(title, 64, 96);
  colour("--ink");
  pen.font = `bold 46px ${serif}`;
  let y = 170;
  for (const line of wrapped(pen, sentence, 952)) {
    pen.fillText(line, 64, y);
    y += 58;
  }
  const step = (canvas.height - 60 - y) / lines.length;
  for (const [name, a, b, gap, verdict, clear] of lines) {
    y += step;
    if (clear) {
      colour("--turn");
      pen.fillRect(44, y - step / 2 - 14, 992, step - 8);
    }
    colour("--ink");
    pen.font = `650 28px ${sans}`;
    pen.fillText(name, 64, y - 18);
    pen.font = `500 26px ${sans}`;
    pen.fillText(`A ${a}    B ${b}    ${gap}`, 64, y + 18);
    pen.textAlign = "end";
    pen.fillText(verdict, 1016, y - 18);
    pen.textAlign = "start";
  }
  const blob = await new Promise((made) => canvas.toBlob(made, "image/png"));
  return new File([blob], file, { type: "image/png" });
}

// Breaks a text into lines of at most `width` px.
function wrapped(pen, text, width) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (lines.at(-1) && pen.measureText(longer).width > width) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}
