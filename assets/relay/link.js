// One connection to another device: its lines go over the relay, and directly while a direct path is open.

import { Direct } from "./direct.js";
import { Ordered } from "./ordered.js";

const SIGNAL = "~"; // how a line with a signal of Direct begins; the lines of the protocol are JSON objects
// How the line begins with which the host lets a guest in, see game/devices/wire.py. Before it nobody learns an address.
const WELCOME = '{"v":1,"do":"welcome"';

export class Link {
  // `session` seals what goes by the relay. `publish(packet)` sends it. `line(text)` takes a line that arrived.
  constructor(session, isHost, servers, { publish, line }) {
    this.session = session;
    this.publish = publish;
    this.isHost = isHost;
    this.isIn = false; // the guest was let in
    this.heardAt = 0; // when a frame came last (ms of performance.now); the owner reads it
    this.ordered = new Ordered(this.#carry, (text) => {
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
  }

  tick(now) {
    this.ordered.tick(now);
    this.direct.tick(now, () => this.ordered.probe());
  }

  // The relay is back: what was on its way is lost.
  again() {
    this.ordered.again();
  }

  // Say goodbye, after the lines that were sent before.
  async close() {
    await this.session.sealing;
    this.leave();
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
