// Two sides of an ordered channel over a transport in memory that loses, doubles, delays, reorders and breaks.
// node tests/relay/cuts.mjs RUNS SEED: in each run both sides send lines through random trouble. Every line must arrive once and
// in order. Prints {"lines", "frames", "cuts"} as JSON.
import assert from "node:assert/strict";
import { LONGEST_LINE, MOST_BUFFERED, Ordered, WINDOW } from "../../assets/relay/ordered.js";

const [runs, seed] = process.argv.slice(2).map(Number);

// A small generator of random numbers (mulberry32), so that a run can be repeated.
const chance = (state) => () => {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};

const total = { lines: 0, frames: 0, cuts: 0 };

// Two ways between the sides: a relay and a direct one. `now` is in ms.
const run = (random) => {
  let now = 0;
  const flights = []; // [time, side, frame]
  const ways = [{ isOpen: true }, { isOpen: false }];
  const trouble = random() * 0.4; // the share of frames that meet trouble
  const heard = [[], []];
  const said = [[], []];
  const carry = (side) => (frame, isAgain) => {
    total.frames += 1;
    // a side takes the direct way while it believes in it, and both for what it sends again
    for (const way of isAgain ? ways : [ways[1].isOpen ? ways[1] : ways[0]]) {
      if (!way.isOpen || random() < trouble / 2) continue; // lost
      const copies = random() < trouble / 2 ? 2 : 1;
      for (let copy = 0; copy < copies; copy++) {
        const delay = random() < trouble ? 3000 * random() : way === ways[1] ? 5 : 40;
        flights.push([now + delay, 1 - side, frame]);
      }
    }
  };
  const sides = [0, 1].map((side) => new Ordered(carry(side), (line) => heard[side].push(line)));
  const step = (ms) => {
    const end = now + ms;
    for (;;) {
      flights.sort((a, b) => a[0] - b[0]);
      if (!flights.length || flights[0][0] > end) break;
      const [time, side, frame] = flights.shift();
      now = Math.max(now, time);
      assert.ok(sides[side].take(frame), frame);
    }
    now = end;
    sides.forEach((side) => side.tick(now));
  };
  const lines = 20 + Math.floor(random() * 200);
  for (let number = 0; number < lines; number++) {
    const side = random() < 0.3 ? 0 : 1;
    const line = `${side} ${number} ${random() < 0.1 ? "long ".repeat(3_000) : ""}${"é\n 🁫 ".repeat(Math.floor(random() * (random() < 0.1 ? 800 : 5)))}`;
    said[1 - side].push(line);
    assert.ok(sides[side].put(line));
    if (random() < 0.1) {
      total.cuts += 1; // what is on its way is lost with the way
      const way = ways[random() < 0.5 ? 0 : 1];
      way.isOpen = !way.isOpen;
      if (random() < 0.7) flights.length = 0;
      if (way.isOpen && random() < 0.7) sides.forEach((each) => each.again());
    }
    if (random() < 0.5) step(Math.floor(random() * 700));
  }
  ways[0].isOpen = true;
  for (let tries = 0; tries < 400 && heard.some((each, side) => each.length < said[side].length); tries++) step(500);
  assert.deepEqual(heard, said);
  total.lines += lines;
};

for (let number = 0; number < runs; number++) {
  try {
    run(chance(seed * 100_003 + number));
  } catch (reason) {
    console.error(`run ${number} of seed ${seed}`);
    throw reason;
  }
}

// What is no frame, or none that the other side could send, changes nothing.
const taken = [];
const sent = [];
const side = new Ordered((frame) => sent.push(frame), (line) => taken.push(line));
for (const frame of ["", "1", "x 0 a", "1 0", "1 1 a", `${WINDOW + 1} 0 a`, "-1 0 a", "1  0 a", "9999999999 0 a", "1.5 0 a", "0x1 0 a", "1 0-a"]) {
  assert.equal(side.take(frame), false, frame);
}
assert.ok(side.take("2 0 b") && side.take("1 0 a") && side.take("1 0 again"));
assert.deepEqual(taken, ["a", "b"]);
assert.deepEqual(sent, ["0 0 !"]);

// A side that never acknowledges is given up, and no more than the window is on its way.
sent.length = 0;
const half = "x".repeat(MOST_BUFFERED / 16);
let count = 0;
while (side.put(count < 17 ? half : "y")) count += 1;
assert.equal(count, 17);
const other = new Ordered((frame) => sent.push(frame), () => {});
sent.length = 0;
for (let number = 0; number < 3 * WINDOW; number++) other.put("z");
assert.equal(sent.length, WINDOW);
assert.ok(other.take("0 10"));
assert.equal(sent.length, WINDOW + 10);

// No frame has more bytes than a broker takes at once. A line without an end becomes an empty one.
const wide = new Ordered((frame) => sent.push(frame), () => {});
sent.length = 0;
wide.put("🁫".repeat(5_000));
wide.put("x".repeat(20_000));
assert.ok(sent.every((frame) => Buffer.byteLength(frame) < 3_450 && frame.isWellFormed()), "a frame is too long");
const endless = [];
const patient = new Ordered(() => {}, (line) => endless.push(line));
let number = 0;
for (let length = 0; length < 4 * LONGEST_LINE; length += 3_400) patient.take(`${++number} 0+${"x".repeat(3_400)}`);
patient.take(`${++number} 0 end`);
patient.take(`${++number} 0 next`);
assert.deepEqual(endless.map((line) => line.length < LONGEST_LINE), [true, true]);
assert.equal(endless[1], "next");

console.log(JSON.stringify(total));
