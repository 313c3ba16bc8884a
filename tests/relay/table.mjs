// A host and its guests at a real relay: node --experimental-websocket --import browser_like.mjs table.mjs PART ADDRESS PORT.
// A proxy at PORT of this machine stands before the relay at ADDRESS, so that connections can be cut. A stand-in for the engine
// answers "echo TEXT" with TEXT,
// "long answer" with 20,000 signs, and "close" with the end. Prints figures as JSON.
import assert from "node:assert/strict";
import net from "node:net";
import { Broker } from "../../assets/relay/broker.js";
import * as guests from "../../assets/relay/guest.js";
import * as host from "../../assets/relay/host.js";
import { guestRoom, sessionOf } from "../../assets/relay/sealed.js";

const [part, relay, port] = process.argv.slice(2);
const address = `ws://127.0.0.1:${port}/`;
const figures = {};
const PATIENCE = 20_000; // ms
const WELCOME = '{"v":1,"do":"welcome"}';
const SECRETS = ["Lisa Lind", "echo 9-4>9-9", "6-6"];

// --- a proxy whose connections can be cut
const sockets = new Set();
const proxy = net.createServer((client) => {
  const server = net.connect(Number(new URL(relay).port), "127.0.0.1");
  for (const [one, other] of [[client, server], [server, client]]) {
    sockets.add(one);
    one.pipe(other);
    one.on("error", () => {});
    one.on("close", () => {
      sockets.delete(one);
      other.destroy();
    });
  }
});
await new Promise((done) => proxy.listen(Number(port), "127.0.0.1", done));
const cut = () => [...sockets].forEach((socket) => socket.destroy());

// --- a stand-in for the engine
const asked = []; // [verb, arguments, time]
window.engine = {
  ask: async (verb, text) => {
    const given = JSON.parse(text);
    if (verb !== "beat") asked.push([verb, given, performance.now()]);
    if (verb === "received" && given.line.startsWith("echo ")) post([[given.connection, given.line.slice(5)]]);
    if (verb === "received" && given.line.startsWith("long ")) post([[given.connection, "x".repeat(20_000)]]);
    if (verb === "received" && given.line === "close") post([[given.connection, "bye"]], [given.connection]);
    return '{"ok":null}';
  },
};
const post = (send, close = []) =>
  document.dispatchEvent(new CustomEvent("engine:lines", { detail: JSON.stringify({ send, close }) }));
const count = (verb) => asked.filter(([each]) => each === verb).length;

const until = async (what, isSo) => {
  const end = performance.now() + PATIENCE;
  while (!isSo()) {
    assert.ok(performance.now() < end, `${what}: ${JSON.stringify(asked.slice(-5))}`);
    await new Promise((then) => setTimeout(then, 5));
  }
};
let ann;
const state = [];
const wait = (ms) => new Promise((then) => setTimeout(then, ms));

// --- guests
const join = async (id, code) => {
  const told = [];
  await guests.join(id, (_, kind, text) => told.push([kind, text, performance.now()]), address, code, []);
  return { id, told, lines: () => told.filter(([kind]) => kind === "line").map(([, text]) => text), opened: () => told.filter(([kind]) => kind === "open").length };
};
const middle = (values, part) => values.toSorted((a, b) => a - b)[Math.floor(values.length * part)];

const begun = performance.now();
const { code, kept } = await host.open(address, "", "invitation-1", [], (kind) => state.push(kind));
await until("the relay", () => state.includes("open"));
figures.opened = performance.now() - begun;

ann = await join("ann", code);
await until("Ann", () => ann.opened() === 1);
const ben = await join("ben", code);
await until("Ben", () => ben.opened() === 1);
for (const { id } of [ann, ben]) guests.send(id, `echo hello ${id}`);
await until("two answers", () => ann.lines()[0] === "hello ann" && ben.lines()[0] === "hello ben");
assert.deepEqual(asked.filter(([verb]) => verb === "link_opened").map(([, given]) => given.invitation), ["invitation-1", "invitation-1"]);

const PARTS = {
  // How long a line takes to the host and back.
  async speed() {
    const times = [];
    for (let number = 0; number < 100; number++) {
      await wait(60); // no faster than the limits for a guest
      const start = performance.now();
      guests.send("ann", number % 10 ? `echo ${number} ${"x".repeat(200)}` : "long answer");
      await until("an echo", () => ann.lines().length === number + 2);
      times.push(performance.now() - start);
    }
    figures.p50 = middle(times, 0.5);
    figures.p95 = middle(times, 0.95);
  },

  // Every connection to the relay is cut, at any moment.
  async cuts() {
    const sent = { ann: [], ben: [] };
    for (let number = 0; number < 80; number++) {
      const id = number % 2 ? "ann" : "ben";
      sent[id].push(`${number}`);
      assert.ok(guests.send(id, `echo ${number}`));
      if (number % 16 === 8) cut();
      await wait(20);
    }
    await until("all echoes", () => ann.lines().length === 41 && ben.lines().length === 41);
    assert.deepEqual([ann.lines().slice(1), ben.lines().slice(1)], [sent.ann, sent.ben]);
    assert.deepEqual([ann.opened(), ben.opened(), count("link_opened"), count("link_closed")], [1, 1, 2, 0]);
  },

  // What somebody with the link, or the relay itself, sees and can do.
  async wire() {
    const seen = [];
    const { name } = await guestRoom(code);
    const spy = new Broker(relay, name, [`chickenfoot/1/${name}/#`], { opened() {}, down() {}, packet: (topic, bytes) => seen.push([topic, bytes.slice()]) });
    await until("the spy", () => spy.isOpen);
    const third = await join("third", code);
    await until("the third", () => third.opened() === 1);
    for (const secret of SECRETS) for (const id of ["ann", "third"]) guests.send(id, `echo ${secret}`);
    await until("echoes", () => ann.lines().length === 4 && third.lines().length === 3);
    await wait(1_500); // acknowledgements
    assert.ok(seen.length > 10);
    for (const [topic, bytes] of seen) {
      const text = Buffer.from(bytes).toString("latin1");
      for (const secret of [...SECRETS, "echo", "line", code.slice(0, 22)]) assert.ok(!text.includes(secret) && !topic.includes(secret), topic);
    }
    // All packets again, altered, and at each other's topics. None becomes a line, a guest, or an end.
    const before = [count("received"), count("link_opened"), count("link_closed"), ann.told.length, third.told.length];
    const topics = [...new Set(seen.map(([topic]) => topic))];
    const caught = seen.slice();
    for (const [topic, bytes] of caught) {
      spy.publish(topic, bytes);
      const altered = bytes.slice();
      altered[altered.length - 1] ^= 1;
      spy.publish(topic, altered);
      for (const other of topics) spy.publish(other, bytes);
      await wait(1);
    }
    // Packets of no kind, or with the head of a real one.
    const data = caught.filter(([, bytes]) => sessionOf(bytes));
    for (let number = 0; number < 10_000; number++) {
      const [, sample] = data[number % data.length];
      const bytes = crypto.getRandomValues(new Uint8Array(number % 120));
      if (number % 3 === 0) bytes.set(sample.subarray(0, Math.min(23, bytes.length)));
      if (number % 3 === 1 && bytes.length) bytes[0] = number % 5;
      spy.publish(topics[number % topics.length], bytes);
      if (number % 100 === 0) await wait(2);
    }
    await wait(500);
    const after = [count("received"), count("link_opened"), count("link_closed"), ann.told.length, third.told.length];
    assert.deepEqual(after, before);
    // Another room's member reaches nothing of this one.
    const strangers = [];
    const stranger = new Broker(relay, "another-room", ["#", "$SYS/#", `chickenfoot/1/${name}/h`, "chickenfoot/1/+/+"], { opened() {}, down() {}, packet: (topic) => strangers.push(topic) });
    await until("the stranger", () => stranger.isOpen);
    const wildcards = ["+", "#", "a/b", ""].map((user) => new Broker(relay, user, ["#"], { opened() {}, down() {}, packet: (topic) => strangers.push(topic) }));
    await wait(300);
    seen.length = 0;
    stranger.publish(`chickenfoot/1/${name}/h`, caught[0][1]);
    guests.send("ann", "echo after");
    await until("an echo", () => ann.lines().includes("after"));
    await wait(300);
    assert.deepEqual(strangers, []);
    assert.ok(seen.every(([, bytes]) => !caught.some(([, old]) => Buffer.compare(bytes, old) === 0)));
    for (const each of [spy, stranger, ...wildcards]) each.close();
    figures.packets = caught.length;
  },

  // A guest with valid keys sends as fast as it can. Another one's answers stay quick, and the flooder is gone.
  async flood() {
    const keys = await guestRoom(code);
    const knock = await keys.knock();
    let session;
    const broker = new Broker(relay, keys.name, [knock.inbox], { opened() {}, down() {}, packet: async (_, bytes) => { session ??= await knock.take(bytes); } });
    await until("the flooder", () => broker.isOpen);
    broker.publish(keys.host, knock.packet);
    await until("its session", () => session);
    broker.publish(keys.host, await session.seal("1 0 echo"));
    await until("its connection", () => count("link_opened") === 3);
    const flooder = asked.findLast(([verb]) => verb === "link_opened")[1].connection;
    const start = performance.now();
    let isOver = false;
    const flooding = (async () => {
      for (let number = 2; !isOver; number++) {
        broker.publish(keys.host, await session.seal(`${number} 0 echo x`));
        if (number % 20 === 0) await wait(1);
      }
    })();
    const times = [];
    for (let number = 0; number < 60; number++) {
      const sent = performance.now();
      guests.send("ann", `echo ${number}`);
      await until("an echo", () => ann.lines().length === number + 2);
      times.push(performance.now() - sent);
      await wait(20);
    }
    isOver = true;
    await flooding;
    broker.close();
    const ended = asked.find(([verb, given]) => verb === "link_closed" && given.connection === flooder);
    assert.ok(ended, "the flooder is still there");
    figures.gone = ended[2] - start;
    figures.p95 = middle(times, 0.95);
    assert.ok(count("received") < 200, "the engine got the flood");
  },

  // A guest's page goes away, the host ends a connection, and the host's page comes again with the same room.
  async leaving() {
    guests.send("ann", "close");
    await until("a goodbye", () => ann.told.some(([kind]) => kind === "away"));
    assert.equal(ann.lines().at(-1), "bye");
    guests.close("ann");
    guests.close("ben");
    await until("Ben's end", () => count("link_closed") === 1);
    const mia = await join("mia", code);
    await until("Mia", () => mia.opened() === 1);
    guests.send("mia", "echo one");
    await until("an echo", () => mia.lines().length === 1);
    dispatchEvent(new Event("pagehide"));
    host.close();
    await host.open(address, kept, "invitation-2", [], () => {});
    await until("Mia again", () => mia.opened() === 2);
    guests.send("mia", "echo two");
    await until("an echo", () => mia.lines().length === 2);
    // another link; the guest of the first one stays
    await host.open(address, "", "invitation-3", [], () => {});
    guests.send("mia", "echo three");
    await until("an echo", () => mia.lines().at(-1) === "three");
    const peers = await import("../../assets/peers.js");
    // more than is on its way at once, then the end
    const { connection } = asked.findLast(([verb]) => verb === "link_opened")[1];
    const before = mia.lines().length;
    const many = Array.from({ length: 8 }, (_, number) => `${number}`.repeat(60_000));
    post([...many, "last"].map((line) => [connection, line]));
    peers.endHosting();
    host.close();
    await until("the host's goodbye", () => mia.told.at(-1)[0] === "away");
    assert.deepEqual(mia.lines().slice(before, -1), [...many, "last"]);
    assert.match(mia.lines().at(-1), /"bye"/);
  },

  // A visitor whose device has vanished stands at the door for a short time, a guest with a seat may be away for longer.
  async door() {
    guests.send("ann", `echo ${WELCOME}`);
    await until("a seat", () => ann.lines().includes(WELCOME));
    const keys = await guestRoom(code);
    const knock = await keys.knock();
    let session;
    const broker = new Broker(relay, keys.name, [knock.inbox], { opened() {}, down() {}, packet: async (_, bytes) => { session ??= await knock.take(bytes); } });
    await until("the visitor", () => broker.isOpen);
    broker.publish(keys.host, knock.packet);
    await until("its session", () => session);
    broker.publish(keys.host, await session.seal("1 0 hello"));
    await until("its connection", () => count("link_opened") === 3);
    const visitor = asked.findLast(([verb]) => verb === "link_opened")[1].connection;
    broker.close();
    guests.close("ben");
    await until("Ben's end", () => count("link_closed") === 1);
    const { now } = performance;
    performance.now = () => now.call(performance) + 21_000; // later
    await until("the end of the visitor", () => count("link_closed") === 2);
    assert.equal(asked.findLast(([verb]) => verb === "link_closed")[1].connection, visitor);
  },
};

await PARTS[part]();
console.log(JSON.stringify(figures));
process.exit();
