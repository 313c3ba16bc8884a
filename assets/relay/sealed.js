// What makes a relay see nothing but sizes and times: keys by ECDH, packets by AES-GCM, both by WebCrypto.
// docs/own-phones.md has the protocol. A room has a secret of 128 bits, and its host a key pair. The link has the secret and the
// hash of the host's public key. The secret gives the topics, and the key of the first two packets. These two carry the
// public keys, which give a session its keys. A guest of the room has not the keys of another guest's session.
//
//   to the topic of the host   knock  1 | nonce 12 | sealed by the room: inbox 16, public key 65
//                              data   3 | session 16 | counter 6 | sealed by the session
//   to a guest's inbox         reply  2 | nonce 12 | sealed by the room: session 16, public key 65, proof 16
//                              data   3, as above
//   to the topic of all        ring   4 | nonce 12 | sealed by the room: nothing. The host's page is here (again)

const { subtle } = crypto;
const KNOCK = 1, REPLY = 2, DATA = 3, RING = 4;
const ECDH = { name: "ECDH", namedCurve: "P-256" };
const TO_HOST = "to host", TO_GUEST = "to guest";
const PUBLIC = 65, SECRET = 16, TAG = 16, NONCE = 12, COUNTER = 6; // bytes
const HEAD = 1 + SECRET + COUNTER; // bytes before what a session seals
const LAST = 2 ** 48 - 1; // the counter of the goodbye, after which nothing is taken
export const LONGEST_PACKET = 4_000; // bytes; tools/relay/mosquitto.conf allows a few more, for the topic
const utf8 = new TextEncoder();
const fromUtf8 = new TextDecoder("utf-8", { fatal: true });

const random = (count) => crypto.getRandomValues(new Uint8Array(count));
const joined = (...parts) => {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};
const sha256 = async (bytes) => new Uint8Array(await subtle.digest("SHA-256", bytes));
const isSame = (a, b) => a.length === b.length && a.every((byte, index) => byte === b[index]);
// Bytes as text of the signs A-Z a-z 0-9 - _, which links and topics may have (base64url).
export const toText = (bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
export const toBytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));

const hkdf = (bytes) => subtle.importKey("raw", bytes, "HKDF", false, ["deriveBits", "deriveKey"]);
const from = (salt, info) => ({ name: "HKDF", hash: "SHA-256", salt, info: utf8.encode(`chickenfoot relay 1 ${info}`) });
const aesKey = (source, salt, info) =>
  subtle.deriveKey(from(salt, info), source, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
const publicKey = (raw) => subtle.importKey("raw", raw, ECDH, false, []);
const rawOf = async (key) => new Uint8Array(await subtle.exportKey("raw", key));

// Returns what decrypt returns, or undefined for bytes that were not sealed with this key, nonce and data.
const opened = async (key, iv, additionalData, bytes) => {
  try {
    return new Uint8Array(await subtle.decrypt({ name: "AES-GCM", iv, additionalData }, key, bytes));
  } catch (reason) {
    if (reason.name !== "OperationError") throw reason;
    return undefined;
  }
};

// What everybody with the link has: the names of the topics, and the key of the first two packets.
class Room {
  static async of(secret) {
    const room = new Room();
    const source = await hkdf(secret);
    room.secret = secret;
    room.name = toText(new Uint8Array(await subtle.deriveBits(from(new Uint8Array(), "topics"), source, 8 * SECRET)));
    room.key = await aesKey(source, new Uint8Array(), "door");
    return room;
  }

  topic(part) {
    return `chickenfoot/1/${this.name}/${part}`;
  }

  async seal(kind, data, bytes) {
    const nonce = random(NONCE);
    const additionalData = joined([kind], data);
    const sealed = await subtle.encrypt({ name: "AES-GCM", iv: nonce, additionalData }, this.key, bytes);
    return joined([kind], nonce, new Uint8Array(sealed));
  }

  async open(kind, data, packet, length) {
    if (packet[0] !== kind || packet.length !== 1 + NONCE + length + TAG) return undefined;
    return opened(this.key, packet.subarray(1, 1 + NONCE), joined([kind], data), packet.subarray(1 + NONCE));
  }
}

// The keys of one guest and the host. `seal` and `open` work one after the other, in the order of the calls.
class Session {
  static async of(room, own, other, id, hostRaw, guestRaw, isHost) {
    const session = new Session();
    const shared = await subtle.deriveBits({ name: "ECDH", public: await publicKey(other) }, own, 256);
    const source = await hkdf(shared);
    const salt = await sha256(joined(room.secret, id, hostRaw, guestRaw));
    const [outwards, inwards] = isHost ? [TO_GUEST, TO_HOST] : [TO_HOST, TO_GUEST];
    session.id = id;
    session.out = { key: await aesKey(source, salt, outwards), info: utf8.encode(outwards), counter: 1 };
    session.in = { key: await aesKey(source, salt, inwards), info: utf8.encode(inwards), counter: 0 };
    session.sealing = session.opening = Promise.resolve();
    // A page that goes away has no time to seal its goodbye.
    session.goodbye = await session.sealed(LAST, new Uint8Array());
    return session;
  }

  // Seal a text. Resolves with the packet.
  seal(text) {
    const counter = this.out.counter++;
    this.sealing = this.sealing.then(() => this.sealed(counter, utf8.encode(text)));
    return this.sealing;
  }

  // Open a packet. Resolves with its text, with null for the goodbye, or with undefined: it was altered, sent again, too late, or
  // foreign.
  open(packet) {
    this.opening = this.opening.then(() => this.#opened(packet));
    return this.opening;
  }

  async #opened(packet) {
    const counter = counterOf(packet);
    if (!(counter > this.in.counter)) return undefined;
    const additionalData = joined(this.in.info, packet.subarray(0, HEAD));
    const found = await opened(this.in.key, iv(counter), additionalData, packet.subarray(HEAD));
    if (!found) return undefined;
    this.in.counter = counter;
    if (counter === LAST) return null;
    try {
      return fromUtf8.decode(found);
    } catch {
      return undefined; // sealed by the other side, but no text
    }
  }

  async sealed(counter, bytes) {
    const head = joined([DATA], this.id, sixBytes(counter));
    const algorithm = { name: "AES-GCM", iv: iv(counter), additionalData: joined(this.out.info, head) };
    return joined(head, new Uint8Array(await subtle.encrypt(algorithm, this.out.key, bytes)));
  }

  // The host proves with an empty text under the counter 0 that it has the private key.
  async proof() {
    return (await this.sealed(0, new Uint8Array())).subarray(HEAD);
  }

  async isProof(tag) {
    const head = joined([DATA], this.id, sixBytes(0));
    return (await opened(this.in.key, iv(0), joined(this.in.info, head), tag)) !== undefined;
  }
}

const sixBytes = (counter) =>
  Uint8Array.from({ length: COUNTER }, (_, index) => Math.floor(counter / 256 ** (COUNTER - 1 - index)) % 256);
const iv = (counter) => joined(new Uint8Array(NONCE - COUNTER), sixBytes(counter));
const counterOf = (packet) => packet.subarray(1 + SECRET, HEAD).reduce((sum, byte) => sum * 256 + byte, 0);

// The name of the session of a data packet, undefined for another packet.
export const sessionOf = (packet) =>
  packet[0] === DATA && packet.length >= HEAD + TAG ? toText(packet.subarray(1, 1 + SECRET)) : undefined;

// The host's side of a room. `kept` is the text of an earlier room of this device, which has the same link; without it the room is
// new.
export const hostRoom = async (kept) => {
  const was = kept ? JSON.parse(kept) : undefined;
  const secret = was ? toBytes(was.secret) : random(SECRET);
  const pair = was ? undefined : await subtle.generateKey(ECDH, true, ["deriveBits"]);
  const jwk = was ? was.key : await subtle.exportKey("jwk", pair.privateKey);
  const own = await subtle.importKey("jwk", jwk, ECDH, false, ["deriveBits"]);
  const raw = joined([4], toBytes(jwk.x), toBytes(jwk.y));
  const hash = (await sha256(raw)).subarray(0, SECRET);
  const room = await Room.of(secret);
  return {
    code: toText(secret) + toText(hash), // 44 signs for the link
    kept: JSON.stringify({ secret: toText(secret), key: { kty: jwk.kty, crv: jwk.crv, d: jwk.d, x: jwk.x, y: jwk.y } }),
    name: room.name,
    topic: room.topic("h"), // packets for the host
    all: room.topic("g"), // packets for all guests
    ring: () => room.seal(RING, [], new Uint8Array()),
    // The answer to a knock: {session, inbox: its topic, reply: the packet}. undefined for a packet that is no knock of this room.
    answer: async (packet) => {
      const found = await room.open(KNOCK, [], packet, SECRET + PUBLIC);
      if (!found) return undefined;
      const inbox = found.subarray(0, SECRET);
      const guestRaw = found.subarray(SECRET);
      const id = random(SECRET);
      try {
        const session = await Session.of(room, own, guestRaw, id, raw, guestRaw, true);
        const reply = await room.seal(REPLY, guestRaw, joined(id, raw, await session.proof()));
        return { session, name: toText(id), inbox: room.topic(toText(inbox)), reply };
      } catch (reason) {
        if (reason.name !== "DataError" && reason.name !== "OperationError") throw reason;
        return undefined; // no point of the curve
      }
    },
  };
};

// A guest's side of a room, by the 44 signs of its link.
export const guestRoom = async (code) => {
  const secret = toBytes(code.slice(0, 22));
  const hash = toBytes(code.slice(22));
  const room = await Room.of(secret);
  return {
    name: room.name,
    host: room.topic("h"),
    all: room.topic("g"),
    isRing: async (packet) => (await room.open(RING, [], packet, 0)) !== undefined,
    // A knock: {packet, inbox: the topic of the reply, take}. `take(packet)` resolves with the session, or with undefined for
    // a packet that is not the host's reply to this knock.
    knock: async () => {
      const pair = await subtle.generateKey(ECDH, false, ["deriveBits"]);
      const raw = await rawOf(pair.publicKey);
      const inbox = random(SECRET);
      const take = async (packet) => {
        const found = await room.open(REPLY, raw, packet, SECRET + PUBLIC + TAG);
        if (!found) return undefined;
        const id = found.slice(0, SECRET);
        const hostRaw = found.slice(SECRET, SECRET + PUBLIC);
        if (!isSame((await sha256(hostRaw)).subarray(0, SECRET), hash)) return undefined;
        const session = await Session.of(room, pair.privateKey, hostRaw, id, hostRaw, raw, false);
        return (await session.isProof(found.subarray(SECRET + PUBLIC))) ? session : undefined;
      };
      return { packet: await room.seal(KNOCK, [], joined(inbox, raw)), inbox: room.topic(toText(inbox)), take };
    },
  };
};
