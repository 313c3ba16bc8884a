// Hands the answer to an invitation from one tab to another: the link of an answer (#a1…) opens a tab of its own, but the
// connection belongs to the tab with the table. Both are of the same browser, because a channel reaches no other one.

const LONGEST_WAIT = 2000; // ms; a tab answers within some 20 ms, on a busy device much later
const LONGEST_CODE = 600; // characters, as in game/devices/pairing/pairing_code.py
const channel = new BroadcastChannel("chickenfoot-answers");
let takeCode; // the handler of the table's tab
const waiting = new Map(); // by number: what ends the wait for a code that was posted

channel.onmessage = async ({ data: { number, code, taken } }) => {
  if (taken) return waiting.get(taken)?.(true);
  if (!takeCode || typeof code !== "string" || code.length > LONGEST_CODE) return;
  if (await takeCode(code)) channel.postMessage({ taken: number });
};

// Offer a code to the other tabs. Resolves with whether one of them took it.
export const post = (code) => {
  const number = String(crypto.getRandomValues(new Uint32Array(4))); // randomUUID is missing over plain http
  const { promise, resolve } = Promise.withResolvers();
  waiting.set(number, resolve);
  setTimeout(resolve, LONGEST_WAIT, false);
  channel.postMessage({ number, code });
  return promise.finally(() => waiting.delete(number));
};

// Take codes from other tabs from now on: handler(code) returns whether this tab took it, or a promise of that. Without a
// handler, take no more.
export const take = (handler) => {
  takeCode = handler;
};
