// One connection to another device: its lines go over the relay, and directly while a direct path is open.

import { Direct } from "./direct.js";
import { Ordered } from "./ordered.js";

const SIGNAL = "~"; // how a line with a signal of Direct begins; the lines of the protocol are JSON objects

export class Link {
  // `session` seals what goes by the relay. `publish(packet)` sends it. `line(text)` takes a line that arrived.
  constructor(session, isHost, servers, { publish, line }) {
    this.session = session;
    this.publish = publish;
    this.heardAt = 0; // when a frame came last (ms of performance.now); the owner reads it
    this.ordered = new Ordered(this.#carry, (text) => {
      if (text.startsWith(SIGNAL)) void this.direct.take(text.slice(SIGNAL.length));
      else line(text);
    });
    this.direct = new Direct(isHost, servers, {
      signal: (text) => this.ordered.put(SIGNAL + text),
      frame: (text) => this.accept(text),
    });
    this.tick(performance.now());
    this.heardAt = performance.now();
    if (!isHost) void this.direct.offer();
  }

  // Send a line. Returns false if the other device has taken nothing for too long.
  send(line) {
    return this.ordered.put(line);
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
