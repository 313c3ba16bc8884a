// The host's side of a room at a relay: one link for the whole table. Guests knock, and each gets a connection of its own, which
// assets/peers.js treats like a direct one. The engine hears of a guest only after a packet that its session has sealed.

import { adopt } from "../peers.js";
import { Broker } from "./broker.js";
import { Link } from "./link.js";
import { hostRoom, sessionOf } from "./sealed.js";

const TICK = 500; // ms
const LONGEST_GREETING = 20_000; // ms from a knock to the first sealed packet
// ms without a frame, after which a guest who was not let in yet is forgotten. It knocks again by itself when its page wakes up.
const LONGEST_WAITING = 20_000;
const MOST_GREETINGS = 20; // knocks that wait for it
const MOST_LINKS = 24; // guests, and their connections before the last one
const LONGEST_ABSENCE = 600_000; // ms without a frame, after which a connection is forgotten. The seat stays the guest's
// Limits of packets, [at once, a second]: of knocks, of a guest's frames, and of a guest's bytes. The engine counts the lines.
// A guest whose relay was away sends again what was on its way, up to 64 pieces each time.
const KNOCKS = [10, 2], PACKETS = [1_000, 100], BYTES = [500_000, 50_000];
const MOST_REFUSED = 100; // packets beyond a guest's limits; then its connection is closed

export const MOST_ROOMS = 4; // this many links of one table bring a guest back to its seat, and the page keeps as many

const rooms = []; // the open ones, the newest first: {keys, broker, links, greetings, …}
let count = 0;

// Open a room. `kept` is the text of an earlier one of this device, for the same link, or "". `invitation` names its guests'
// invitation for the engine. `tell(kind)` hears "open" and "down" of the relay. Resolves with {code, kept}.
// Rooms that were opened before stay open for the guests that have a seat.
export const open = async (address, kept, invitation, servers, tell) => {
  const keys = await hostRoom(kept);
  const links = new Map(); // by name of the session: {link, guest, limits, refused}
  const greetings = new Map(); // by name of the session: {session, inbox, since}
  const opened = { keys, links, greetings, invitation, servers, knocks: bucket(KNOCKS), hasRung: false };
  opened.broker = new Broker(address, keys.name, [keys.topic], {
    opened: async () => {
      tell("open");
      for (const { link } of links.values()) link.again();
      if (opened.hasRung) return;
      opened.hasRung = true;
      opened.broker.publish(keys.all, await keys.ring());
    },
    down: () => tell("down"),
    packet: (topic, packet) => take(opened, packet),
  });
  opened.timer = setInterval(tick, TICK, opened);
  rooms.unshift(opened);
  for (const old of rooms.splice(MOST_ROOMS)) {
    for (const { leaves } of [...old.links.values()]) leaves();
    closeRoom(old);
  }
  return { code: keys.code, kept: keys.kept };
};

// Close all rooms. The connections of their guests end with assets/peers.js.
export const close = () => rooms.splice(0).forEach(closeRoom);

// The guests' last lines are still on their way.
const closeRoom = async ({ broker, links, timer }) => {
  await Promise.all([...links.values()].map(({ link }) => link.close()));
  clearInterval(timer);
  broker.close();
};

const bucket = ([burst, rate]) => {
  let tokens = burst;
  let filledAt = performance.now();
  return (amount) => {
    const now = performance.now();
    tokens = Math.min(burst, tokens + ((now - filledAt) / 1000) * rate);
    filledAt = now;
    if (tokens < amount) return false;
    tokens -= amount;
    return true;
  };
};

const take = (from, packet) => {
  const name = sessionOf(packet);
  return name ? hear(from, name, packet) : greet(from, packet);
};

// Answer a knock.
const greet = async (from, packet) => {
  if (from.greetings.size >= MOST_GREETINGS || !from.knocks(1)) return;
  const answer = await from.keys.answer(packet);
  if (!answer || !rooms.includes(from)) return;
  from.greetings.set(answer.name, { ...answer, since: performance.now() });
  from.broker.publish(answer.inbox, answer.reply);
};

// Take a packet of a session. Everybody with the link can send one with its name, so it counts only once it is opened.
const hear = async (from, name, packet) => {
  const entry = from.links.get(name) ?? from.greetings.get(name);
  if (!entry) return;
  const text = await entry.session.open(packet);
  if (text === undefined) return;
  const guest = from.links.get(name) ?? (rooms.includes(from) ? begin(from, name) : undefined);
  if (!guest) return;
  if (text === null) return guest.leaves();
  if (guest.packets(1) && guest.bytes(packet.length)) return guest.link.accept(text);
  guest.refused += 1;
  if (guest.refused > MOST_REFUSED) guest.floods();
};

// A guest has answered: it has the keys of its session. Returns its entry in `links`, undefined if there are too many.
const begin = (from, name) => {
  const greeting = from.greetings.get(name);
  if (!greeting || from.links.size >= MOST_LINKS) return undefined;
  from.greetings.delete(name);
  count += 1;
  const id = `relayed-${count}`;
  const { session, inbox } = greeting;
  const link = new Link(session, true, from.servers, {
    publish: (packet) => from.broker.publish(inbox, packet),
    line: (line) => peer.line(line),
  });
  const forget = () => from.links.delete(name);
  const leaves = () => {
    link.gone();
    peer.end();
  };
  const floods = () => {
    peer.flood();
    link.gone();
  };
  const guest = { session, link, packets: bucket(PACKETS), bytes: bucket(BYTES), refused: 0, leaves, floods };
  from.links.set(name, guest);
  const transport = {
    send: (line) => link.send(line),
    close: () => void link.close().then(forget),
    leave: () => link.leave(),
  };
  const peer = adopt(id, transport, from.invitation);
  return guest;
};

const tick = ({ links, greetings }) => {
  const now = performance.now();
  for (const [name, { since }] of greetings) if (now - since > LONGEST_GREETING) greetings.delete(name);
  for (const { link, leaves } of links.values()) {
    if (now - link.heardAt > (link.isIn ? LONGEST_ABSENCE : LONGEST_WAITING)) leaves();
    else link.tick(now);
  }
};
