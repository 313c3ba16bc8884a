// A guest's way to a host's room at a relay. It knocks until the host answers, and again when the host falls silent, so a page that was
// reloaded, on either side, is found again without a person.
//
// The page's Python gets what assets/peers.js tells a guest: "open" (also when a new session takes the place of a silent one),
// "line" and "closed", and before a session:
//   tell(id, "relay", "down")  the relay cannot be reached
//   tell(id, "relay", "up")    it can, and the host has not answered yet
//   tell(id, "away", "")       the host's page went away; the guest waits for it

import { Broker } from "./broker.js";
import { Link } from "./link.js";
import { guestRoom, sessionOf } from "./sealed.js";

const TICK = 500; // ms
const FIRST_KNOCK = 2_000, LATEST_KNOCK = 30_000; // ms between two knocks
const SILENCE = 10_000; // ms without a frame of the host, after which the guest knocks too
const RINGS = 3_000; // ms: one of several rings within this time is enough

const guests = new Map(); // by id

// Come to a room by the 44 signs of its link.
export const join = async (id, tell, address, code, servers) => {
  const keys = await guestRoom(code);
  const guest = { id, tell, keys, servers, wait: FIRST_KNOCK, knockedAt: -Infinity, rungAt: -Infinity };
  guests.set(id, guest);
  guest.broker = new Broker(address, keys.name, [keys.all], {
    opened: () => {
      if (guest.link) guest.link.again();
      else tell(id, "relay", "up");
      void knock(guest);
    },
    down: () => guest.link || tell(id, "relay", "down"),
    packet: (topic, packet) => void take(guest, topic, packet),
  });
  guest.timer = setInterval(tick, TICK, guest);
};

// Send a line. False if there is no connection, or it cannot take the line.
export const send = (id, line) => guests.get(id)?.link?.send(line) ?? false;

// Close a connection, and forget it. The lines that were sent before still arrive.
export const close = async (id) => {
  const guest = guests.get(id);
  if (!guests.delete(id)) return;
  await guest.link?.close();
  clearInterval(guest.timer);
  guest.broker.close();
};

const tick = (guest) => {
  const now = performance.now();
  guest.link?.tick(now);
  if (guests.get(guest.id) !== guest) return; // it is being closed
  if (guest.link && now - guest.link.heardAt < SILENCE) {
    guest.wait = FIRST_KNOCK;
    return;
  }
  if (now - guest.knockedAt < guest.wait) return;
  guest.wait = Math.min(1.5 * guest.wait, LATEST_KNOCK);
  void knock(guest);
};

const knock = async (guest) => {
  const { broker, keys } = guest;
  if (!broker.isOpen || (guest.link && performance.now() - guest.link.heardAt < SILENCE)) return;
  guest.knockedAt = performance.now();
  if (!guest.knock) {
    guest.knock = await keys.knock();
    broker.listen(guest.knock.inbox);
  }
  broker.publish(keys.host, guest.knock.packet);
};

const take = async (guest, topic, packet) => {
  if (topic === guest.keys.all) return ring(guest, packet);
  const { link, inbox, knock } = guest;
  if (knock && topic === knock.inbox && !sessionOf(packet)) return welcome(guest, knock, packet);
  if (!link || topic !== inbox) return;
  const text = await link.session.open(packet);
  if (guest.link !== link) return;
  if (text === null) leave(guest);
  else if (text !== undefined) link.accept(text);
};

// The host's page says that it is here. It may be a new page, which knows no session.
const ring = async (guest, packet) => {
  const now = performance.now();
  if (now - guest.rungAt < RINGS || !(await guest.keys.isRing(packet)) || guests.get(guest.id) !== guest) return;
  guest.rungAt = now;
  if (guest.link && now - guest.link.heardAt < TICK) return; // a ring that somebody sent again
  guest.wait = FIRST_KNOCK;
  if (guest.link) guest.link.heardAt = -Infinity;
  await knock(guest);
};

// The host has answered a knock: its session takes the place of an earlier one.
const welcome = async (guest, knock, packet) => {
  const session = await knock.take(packet);
  if (!session || guest.knock !== knock || guests.get(guest.id) !== guest) return;
  const { broker, keys, id, tell } = guest;
  if (guest.inbox) broker.forget(guest.inbox);
  guest.link?.direct.close();
  guest.knock = undefined;
  guest.inbox = knock.inbox;
  guest.wait = FIRST_KNOCK;
  guest.link = new Link(session, false, guest.servers, {
    publish: (sealed) => broker.publish(keys.host, sealed),
    line: (text) => tell(id, "line", text),
  });
  tell(id, "open", "");
};

// The host's page has gone away, or has ended this connection.
const leave = (guest) => {
  guest.link.gone();
  guest.link.direct.close();
  guest.link = undefined;
  guest.knockedAt = performance.now();
  guest.tell(guest.id, "away", "");
};

addEventListener("pagehide", () => {
  for (const { link } of guests.values()) link?.leave();
});
