// One connection to another device: its lines go over the relay, and directly while a direct path is open.

import { Direct } from "./direct.js";
import { Ordered } from "./ordered.js";

const SIGNAL = "~"; // how a line with a signal of Direct begins; the lines of the protocol are JSON objects
// How the line begins with which the host lets a guest in, see game/devices/wire.py. Before it nobody learns an address.
const WELCOME = '{"v":1,"do":"welcome"';
const LONGEST_CLOSING = 5_000; // ms in which lines that were sent before `close` may still arrive

export class Link {
  #closed; // the promise of `close`
  #finish; // resolves it earlier than after LONGEST_CLOSING

  // `session` seals what goes by the relay. `publish(packet)` sends it. `line(text)` takes a line that arrived.
  constructor(session, isHost, servers, { publish, line }) {
    this.session = session;
    this.publish = publish;
    this.isHost = isHost;
    this.isIn = false; // the guest was let in
    this.heardAt = 0; // when a frame came last (ms of performance.now); the owner reads it
    this.ordered = new Ordered(this.#carry, (text) => {
      if (this.#closed) return;
      if (!text.startsWith(SIGNAL)) {
        if (!isHost) this.#letIn(text);
        line(text);
      } else if (this.isIn) void this.direct.take(text.slice(SIGNAL.length));
    });
    this.direct = new Direct(isHost, servers, {
      signal: (text) => this.ordered.put(SIGNAL + text),
      frame: (text) => this.accept(text),
    });
    this.tick(performance.now());
    this.heardAt = performance.now();
  }

  // Send a line. Returns false if the other device has taken nothing for too long.
  send(line) {
    if (this.isHost) this.#letIn(line);
    return this.ordered.put(line);
  }

  // Look for a direct path as soon as the guest is let in.
  #letIn(line) {
    if (this.isIn || !line.startsWith(WELCOME)) return;
    this.isIn = true;
    if (!this.isHost) void this.direct.offer();
  }

  // Take a frame that came by the relay, and that the session has opened.
  accept(frame) {
    if (this.ordered.take(frame)) this.heardAt = performance.now();
    if (this.ordered.isEmpty) this.#finish?.();
  }

  tick(now) {
    this.ordered.tick(now);
    this.direct.tick(now, () => this.ordered.probe());
  }

  // The relay is back: what was on its way is lost.
  again() {
    this.ordered.again();
  }

  // Say goodbye when the lines that were sent before have arrived, or after LONGEST_CLOSING. Until then the owner goes on with `accept`
  // and `tick`, because more lines than fit into the window of `ordered` may wait.
  close() {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close() {
    let timer;
    await new Promise((resolve) => {
      this.#finish = resolve;
      timer = setTimeout(resolve, LONGEST_CLOSING);
      if (this.ordered.isEmpty) resolve();
    });
    clearTimeout(timer);
    await this.session.sealing;
    this.leave();
  }

  // The other side has gone, so nothing arrives there any more.
  gone() {
    this.#finish?.();
  }

  // Say goodbye at once, because the page goes away.
  leave() {
    this.publish(this.session.goodbye);
    this.direct.close();
  }

  #carry = (frame, isAgain) => {
    if (this.direct?.isGood && this.direct.send(frame) && !isAgain) return;
    void this.session.seal(frame).then(this.publish);
  };
}
