// node laboratory_workers.mjs LABORATORY: stops a run of assets/laboratory.js, given as an .mjs file, while its workers play trials
// and while a request waits. Prints as JSON: the answers after the stop, the workers that ended, and those that run.
import { pathToFileURL } from "node:url";

const started = []; // every worker

// Answers each request at once, but never ends a trial.
class Worker {
  constructor() {
    this.ended = false;
    this.busy = false;
    started.push(this);
  }
  addEventListener(name, heard) {
    if (name === "message") this.heard = heard;
  }
  postMessage({ id, verb, given }) {
    this.busy ||= verb === "trial";
    if (id && !this.busy) queueMicrotask(() => this.ended || this.heard({ data: { id, answer: `${verb} ${given}` } }));
  }
  terminate() {
    this.ended = true;
  }
}

Object.assign(globalThis, { Worker, window: { engine: {} }, document: Object.assign(new EventTarget(), { documentElement: { dataset: { wasm: "1" } } }) });
Object.defineProperty(globalThis, "navigator", { value: { hardwareConcurrency: 4 }, configurable: true });
const laboratory = await import(pathToFileURL(process.argv[2]));
const answers = [await laboratory.ask("check", "first")];
laboratory.play("{}", 100);
const playing = started.length;
const waiting = [laboratory.ask("check", "waiting"), laboratory.ask("survey", "waiting")];
laboratory.stop();
const late = new Promise((told) => setTimeout(told, 1000, "never"));
for (const answer of [...waiting, laboratory.ask("check", "last")]) answers.push(await Promise.race([answer, late]));
const kept = started.filter(({ ended }) => !ended).length;
laboratory.stop();
answers.push(await Promise.race([laboratory.ask("check", "again"), late]));
console.log(JSON.stringify({ answers, playing, kept, still: started.filter(({ ended }) => !ended).length }));
