// An ordered channel over a transport that loses, doubles, delays or reorders: each line arrives once, and in order.
// It opens no connection and has no clock: `carry` sends a frame, and the owner calls `tick` with the time.
//
// A frame is the text "N ACK LINE": N is the line's number, from 1 on, and all lines up to ACK have arrived. "0 ACK" has no line.
// "0 ACK !" says that lines after ACK are missing. A frame may travel by any transport, so a change of the transport loses and
// doubles nothing.

export const WINDOW = 64; // lines on their way; later ones wait
export const MOST_BUFFERED = 8 << 20; // UTF-16 units of lines that have not arrived, for a device that is away
const FRAME = /^(\d{1,9}) (\d{1,9})(?: ([^]*))?$/;
const SOONEST = 2_000; // ms without progress, after which a line is sent again
const LATEST = 8_000; // ms; the wait doubles up to this
const BEAT = 4_000; // ms after which a side that sent nothing sends a frame, so that the other one knows that it is there

export class Ordered {
  #waiting = []; // [number, line] of the lines that have not arrived
  #buffered = 0; // UTF-16 units of those lines
  #last = 0; // number of the newest own line
  #sent = 0; // number of the newest own line that was sent
  #heard = 0; // number of the newest line that was delivered
  #early = new Map(); // lines after a gap, by number
  #owes = false; // whether a line came that no frame has acknowledged
  #saysGap = true; // whether the next gap may be reported; once in a tick
  #now = 0;
  #progress = 0; // when a line arrived last, or was sent while none was on its way
  #sentAt = 0; // when a frame was sent last
  #wait = SOONEST;

  // `carry(frame, isAgain)` sends a frame, by a second way too if it was sent before. `deliver(line)` takes a line that arrived.
  constructor(carry, deliver) {
    this.carry = carry;
    this.deliver = deliver;
  }

  // Send a line. Returns false if too much waits already.
  put(line) {
    if (this.#buffered > MOST_BUFFERED) return false;
    this.#last += 1;
    this.#buffered += line.length;
    this.#waiting.push([this.#last, line]);
    if (this.#waiting.length === 1) this.#progress = this.#now;
    this.#sendNew();
    return true;
  }

  // Take a frame of the other side. Returns false for a text that is none.
  take(frame) {
    const [, number, ack, line] = (FRAME.exec(frame) ?? []).map((part, index) => (index === 3 ? part : Number(part)));
    if (!(ack <= this.#sent) || number > this.#heard + WINDOW || (number > 0 && line === undefined)) return false;
    const arrived = ack - (this.#waiting[0]?.[0] ?? ack + 1) + 1;
    if (arrived > 0) {
      for (const [, line] of this.#waiting.splice(0, arrived)) this.#buffered -= line.length;
      this.#progress = this.#now;
      this.#wait = SOONEST;
      this.#sendNew();
    }
    if (number === 0) {
      if (line === "!") this.again();
      return true;
    }
    this.#owes = true;
    if (number > this.#heard) this.#early.set(number, line);
    while (this.#early.has(this.#heard + 1)) {
      this.#heard += 1;
      const next = this.#early.get(this.#heard);
      this.#early.delete(this.#heard);
      this.deliver(next);
    }
    if (this.#early.size && this.#saysGap) {
      this.#saysGap = false;
      this.#send(0, "!", false);
    }
    return true;
  }

  // Call it about twice a second, with the time in ms. Acknowledges what came, and sends again what did not arrive.
  tick(now) {
    this.#now = now;
    this.#saysGap = true;
    if (this.#waiting.length && now - this.#progress >= this.#wait) {
      this.#progress = now;
      this.#wait = Math.min(2 * this.#wait, LATEST);
      this.again();
    }
    if (this.#owes || now - this.#sentAt >= BEAT) this.#send(0, undefined, false);
  }

  // Send all lines on their way again, for example after the transport has changed.
  again() {
    for (const [number, line] of this.#waiting) {
      if (number > this.#sent) break;
      this.#send(number, line, true);
    }
  }

  #sendNew() {
    for (const [number, line] of this.#waiting.slice(Math.max(0, this.#sent - this.#last + this.#waiting.length))) {
      if (number > this.#waiting[0][0] + WINDOW - 1) break;
      this.#sent = number;
      this.#send(number, line, false);
    }
  }

  #send(number, line, isAgain) {
    this.#owes = false;
    this.#sentAt = this.#now;
    this.carry(`${number} ${this.#heard}${line === undefined ? "" : ` ${line}`}`, isAgain);
  }
}
