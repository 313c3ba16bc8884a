// An ordered channel over a transport that loses, doubles, delays or reorders: each line arrives once, and in order.
// It opens no connection and has no clock: `carry` sends a frame, and the owner calls `tick` with the time.
//
// A line travels in pieces. A frame is the text "N ACK PIECE": N is the piece's number, from 1 on, and all pieces up to ACK have
// arrived. "N ACK+PIECE" is a piece that is not the last of its line. "0 ACK" has no piece. "0 ACK !" says that pieces after ACK are
// missing. A frame may travel by any transport, so a change of the transport loses and doubles nothing.

export const WINDOW = 64; // pieces on their way; later ones wait
export const MOST_BUFFERED = 8 << 20; // UTF-16 units of lines that have not arrived, for a device that is away
export const LONGEST_LINE = 262_144; // UTF-16 units
// Mosquitto needs .1 s for each 4 kB of a WebSocket message, but takes many messages below 4 kB at once. So a piece has at most 3,400
// bytes: that many signs of ASCII, or a quarter as many others.
const ASCII = /^[\x00-\x7f]*$/;
const PIECES = /[^]{1,3400}/g, WIDE_PIECES = /[^]{1,850}/gu;
const FRAME = /^(\d{1,9}) (\d{1,9})(?:([ +])([^]*))?$/;
const SOONEST = 2_000; // ms without progress, after which a line is sent again
const LATEST = 8_000; // ms; the wait doubles up to this
const BEAT = 5_000; // ms after which a side that sent nothing sends a frame, so that the other one knows that it is there

export class Ordered {
  #waiting = []; // [number, mark and piece] of what has not arrived
  #buffered = 0; // UTF-16 units of those lines
  #last = 0; // number of the newest own piece
  #sent = 0; // number of the newest own piece that was sent
  #heard = 0; // number of the newest piece that came in order
  #early = new Map(); // [mark, piece] after a gap, by number
  #pieces = []; // of the line that is not complete
  #joined = 0; // UTF-16 units of it
  #owes = false; // whether a piece came that no frame has acknowledged
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
    if (!this.#waiting.length) this.#progress = this.#now;
    const pieces = line.match(ASCII.test(line) ? PIECES : WIDE_PIECES) ?? [""];
    pieces.forEach((piece, index) => {
      this.#last += 1;
      this.#buffered += piece.length;
      this.#waiting.push([this.#last, (index < pieces.length - 1 ? "+" : " ") + piece]);
    });
    this.#sendNew();
    return true;
  }

  // Take a frame of the other side. Returns false for a text that is none.
  take(frame) {
    const [, ...parts] = FRAME.exec(frame) ?? [];
    const [number, ack] = parts.map(Number);
    const [, , mark, piece] = parts;
    if (!(ack <= this.#sent) || number > this.#heard + WINDOW || (number > 0 && mark === undefined)) return false;
    const arrived = ack - (this.#waiting[0]?.[0] ?? ack + 1) + 1;
    if (arrived > 0) {
      for (const [, text] of this.#waiting.splice(0, arrived)) this.#buffered -= text.length - 1;
      this.#progress = this.#now;
      this.#wait = SOONEST;
      this.#sendNew();
    }
    if (number === 0) {
      if (piece === "!") this.again();
      return true;
    }
    this.#owes = true;
    if (number > this.#heard) this.#early.set(number, [mark, piece]);
    while (this.#early.has(this.#heard + 1)) {
      this.#heard += 1;
      const next = this.#early.get(this.#heard);
      this.#early.delete(this.#heard);
      this.#join(...next);
    }
    if (this.#early.size && this.#saysGap) {
      this.#saysGap = false;
      this.#send(0, " !", false);
    }
    return true;
  }

  // Add a piece to its line, and deliver the line when it is complete. A longer one than any line of the game becomes an empty one.
  #join(mark, piece) {
    this.#pieces.push(piece);
    this.#joined += piece.length;
    if (this.#joined > LONGEST_LINE) this.#pieces = [];
    if (mark === "+") return;
    const line = this.#pieces.join("");
    this.#pieces = [];
    this.#joined = 0;
    this.deliver(line);
  }

  // Whether all lines have arrived at the other side.
  get isEmpty() {
    return !this.#waiting.length;
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
    if (this.#owes || now - this.#sentAt >= BEAT) this.#send(0, "", false);
  }

  // A frame without a line, for a way that would fall silent.
  probe() {
    return `0 ${this.#heard}`;
  }

  // Send all lines on their way again, for example after the transport has changed.
  again() {
    for (const [number, text] of this.#waiting) {
      if (number > this.#sent) break;
      this.#send(number, text, true);
    }
  }

  #sendNew() {
    for (const [number, text] of this.#waiting.slice(Math.max(0, this.#sent - this.#last + this.#waiting.length))) {
      if (number > this.#waiting[0][0] + WINDOW - 1) break;
      this.#sent = number;
      this.#send(number, text, false);
    }
  }

  #send(number, text, isAgain) {
    this.#owes = false;
    this.#sentAt = this.#now;
    this.carry(`${number} ${this.#heard}${text}`, isAgain);
  }
}
