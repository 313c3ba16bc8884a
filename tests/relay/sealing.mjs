// The packets of a room: who can read them, and what becomes of altered, repeated, late and foreign ones.
// node tests/relay/sealing.mjs PACKETS SEED: also tries that many malformed packets at both sides.
import assert from "node:assert/strict";
import { guestRoom, hostRoom, sessionOf, toBytes, toText } from "../../assets/relay/sealed.js";

const [packets] = process.argv.slice(2).map(Number);
const meet = async (host, guest) => {
  const knock = await guest.knock();
  const answer = await host.answer(knock.packet);
  assert.equal(answer.inbox, knock.inbox);
  return { knock, ...answer, guest: await knock.take(answer.reply) };
};

const host = await hostRoom();
assert.equal(host.code.length, 44);
const guest = await guestRoom(host.code);
assert.deepEqual([guest.host, guest.all], [host.topic, host.all]);
assert.notEqual(host.topic, host.all);
const ann = await meet(host, guest);
const ben = await meet(host, await guestRoom(host.code));

// Both directions; a session has its own name.
for (const text of ["", "Žluť 6-6", "x".repeat(200_000)]) {
  const up = await ann.guest.seal(text);
  assert.equal(sessionOf(up), ann.name);
  assert.equal(await ann.session.open(up), text);
  assert.equal(await ann.guest.open(await ann.session.seal(text)), text);
}

// Sealed and opened in the order of the calls, however long each takes.
const texts = Array.from({ length: 50 }, (_, number) => "y".repeat((50 - number) * 1000) + number);
const sealed = await Promise.all(texts.map((text) => ann.session.seal(text)));
assert.deepEqual(await Promise.all(sealed.map((packet) => ann.guest.open(packet))), texts);

// A repeated, late, turned back or altered packet, and another guest's.
const [first, second] = [await ann.guest.seal("first"), await ann.guest.seal("second")];
assert.equal(await ann.session.open(second), "second");
for (const packet of [second, first]) assert.equal(await ann.session.open(packet), undefined);
const down = await ann.session.seal("down");
assert.equal(await ann.session.open(down), undefined);
assert.equal(await ben.guest.open(down), undefined);
assert.equal(await ben.session.open(await ann.guest.seal("up")), undefined);
for (let index = 0; index < down.length; index++) {
  const altered = down.slice();
  altered[index] ^= 1;
  assert.equal(await ann.guest.open(altered), undefined, `byte ${index}`);
}
const both = await Promise.all([ann.guest.open(down), ann.guest.open(down)]);
assert.deepEqual(both, ["down", undefined]);

// A knock that is sent again starts another session, which its sender cannot use; the first one lives on.
const again = await host.answer(ann.knock.packet);
assert.notEqual(again.name, ann.name);
assert.equal(await again.session.open(await ann.guest.seal("again")), undefined);
assert.equal(await ann.session.open(await ann.guest.seal("still")), "still");

// A reply to another knock; a reply of somebody with the link and another key; a reply with the host's key and no proof.
const knock = await guest.knock();
assert.equal(await knock.take(ann.reply), undefined);
const kept = JSON.parse(host.kept);
const thief = await hostRoom(JSON.stringify({ ...JSON.parse((await hostRoom()).kept), secret: kept.secret }));
assert.equal(await knock.take((await thief.answer(knock.packet)).reply), undefined);
const honest = await host.answer(knock.packet);
assert.ok(await knock.take(honest.reply));
for (const index of [13, 40, 100, honest.reply.length - 1]) {
  const altered = honest.reply.slice();
  altered[index] ^= 1;
  assert.equal(await knock.take(altered), undefined);
}

// A foreign room: other topics, and no packet of it is taken.
const foreign = await hostRoom();
const stranger = await guestRoom(foreign.code);
assert.notEqual(foreign.name, host.name);
assert.equal(await host.answer((await stranger.knock()).packet), undefined);
assert.equal(await guest.isRing(await foreign.ring()), false);
assert.equal(await guest.isRing(await host.ring()), true);
// A link whose hash is of another key leads to nobody.
const turned = await guestRoom(host.code.slice(0, 22) + foreign.code.slice(22));
const lost = await turned.knock();
assert.equal(await lost.take((await host.answer(lost.packet)).reply), undefined);

// The goodbye is sealed in advance, and ends a session.
assert.equal(await ann.session.open(ann.guest.goodbye), null);
assert.equal(await ann.session.open(ann.guest.goodbye), undefined);
assert.equal(await ann.session.open(await ann.guest.seal("after")), undefined);

// A room that was kept has the same link, and knows no earlier session.
const later = await hostRoom(host.kept);
assert.deepEqual([later.code, later.kept, later.topic], [host.code, host.kept, host.topic]);
assert.ok((await meet(later, guest)).guest);

// Malformed packets change nothing, and raise nothing.
const samples = [ann.knock.packet, ann.reply, down, ann.guest.goodbye, await host.ring(), await ben.guest.seal("a line"), new Uint8Array()];
const number = (below) => Math.floor(Math.random() * below);
for (let count = 0; count < packets; count++) {
  let packet = samples[number(samples.length)].slice(0, number(2) ? undefined : number(200));
  for (let times = number(4); times >= 0 && packet.length; times--) packet[number(packet.length)] = number(256);
  if (!number(4)) packet = crypto.getRandomValues(new Uint8Array(number(300)));
  if (!number(3) && packet.length) packet[0] = number(5);
  const isSame = samples.some((sample) => toText(sample) === toText(packet));
  if (isSame) continue;
  assert.equal(await host.answer(packet), undefined);
  assert.equal(await knock.take(packet), undefined);
  assert.equal(await guest.isRing(packet), false);
  assert.equal(await ben.guest.open(packet), undefined);
  assert.equal(await ben.session.open(packet), undefined);
}
assert.equal(await ben.session.open(await ben.guest.seal("well")), "well");
assert.equal(toText(toBytes("-_aZ")), "-_aZ");
console.log("sealed");
