// Direct connections from this page to other devices: WebRTC data channels, without a server.
// docs/own-phones.md has the protocol that the lines follow, and the codes that carry the descriptions.
//
// A guest's page uses `answer`, `send` and `close`. Its Python gets ids and texts, never a connection:
//   tell(id, "open", "")       the connection to the host is open
//   tell(id, "line", line)     a line from the host
//   tell(id, "closed", "")     the connection has ended, without a call of `close`
//   tell(id, "spoiled", "")    it has failed for good before it was open: the same offer needs another answer
// The host's page uses `hostOffer`, `accept` and `endHosting`. Lines go between the channels and the engine (assets/engine.js), and
// never pass through the page's Python: the engine's verbs link_opened, received, link_closed and beat take them, and the event
// "engine:lines" of assets/boot.js brings the engine's {"send": [[connection, line], …], "close": [connection, …]}.

const LONGEST_GATHERING = 5000; // ms; then the description goes without the candidates that are still missing
const LONGEST_LINE = 262144; // bytes, as in the descriptions that game/devices/pairing/descriptions.py writes
const LONGEST_REQUEST = 4000; // UTF-16 units, at least the 2,000 characters of game/devices/wire.py
const MOST_WAITING = 100; // lines of one guest that wait for the engine's answer; it takes 40 at once and 20 a second
// What one guest may send: lines at once, and a second. The engine would drop more than the first pair, and its queue would
// keep the others waiting. More than the second pair comes from no page of this game, not even after a phone was locked for
// ten minutes: then the connection is closed.
const TAKEN = { burst: 40, rate: 20 };
const BORNE = { burst: 400, rate: 50 };
const MOST_BUFFERED = 8 << 20; // bytes for a device that takes none, such as a locked phone; Chromium throws at 16 MiB
const LONGEST_CLOSING = 5000; // ms in which lines that were sent before `close` may still arrive
const BEAT = 1000; // ms
// What each side says when its page goes away (game/devices/wire.py).
const BYE_OF_HOST = '{"v":1,"do":"bye","why":"closed"}';
const BYE_OF_FLOOD = '{"v":1,"do":"bye","why":"flooded"}';
const BYE_OF_GUEST = '{"v":1,"do":"bye"}';

const peers = new Map(); // by id: {connection, channel, tell, bye, wasOpen}
let beating; // the timer of a page that hosts
let isBeatOpen = false; // whether the engine has not answered the last beat

const make = (id, tell, bye) => {
  close(id);
  const connection = new RTCPeerConnection();
  const channel = connection.createDataChannel("table", { negotiated: true, id: 0 });
  const peer = { connection, channel, tell, bye, wasOpen: false };
  peers.set(id, peer);
  channel.onopen = () => {
    peer.wasOpen = true;
    tell(id, "open", "");
  };
  channel.onmessage = ({ data }) => tell(id, "line", typeof data === "string" ? data : "");
  channel.onclose = () => end(id, peer);
  connection.onconnectionstatechange = () => {
    // In Chromium "failed" is not the end: it connects when the other side's checks arrive. Firefox never does.
    const { connectionState } = connection;
    if (connectionState === "closed" || (connectionState === "failed" && isFirefox(connection))) end(id, peer);
  };
  return peer;
};

const isFirefox = (connection) => connection.localDescription?.sdp.includes("THIS_IS_SDPARTA");

// Ends a connection that the page did not close.
const end = (id, peer) => {
  if (peers.get(id) !== peer) return; // closed, or replaced by another one of this name
  peers.delete(id);
  (peer.transport ?? peer.connection).close();
  peer.tell(id, peer.wasOpen ? "closed" : "spoiled", "");
};

const described = async (connection) => {
  await connection.setLocalDescription();
  if (connection.iceGatheringState !== "complete") {
    const { promise, resolve } = Promise.withResolvers();
    connection.addEventListener("icegatheringstatechange", () => {
      if (connection.iceGatheringState === "complete") resolve();
    });
    const timer = setTimeout(resolve, LONGEST_GATHERING);
    await promise;
    clearTimeout(timer);
  }
  return connection.localDescription.sdp;
};

// The answer to an offer. `bare` is the offer without candidates, `candidates` are its candidates, one a line.
// Chromium and WebKit must not try them: people take longer to scan the answer than such a try lasts, and a try that has
// failed spoils the offer. They learn the address from the host's checks. Firefox gives up without candidates,
// and after 5 s if it cannot reach them (mDNS names that the network does not resolve): "spoiled".
export const answer = async (id, tell, bare, candidates) => {
  const peer = make(id, tell, BYE_OF_GUEST);
  const { connection } = peer;
  try {
    await connection.setRemoteDescription({ type: "offer", sdp: bare });
    const sdp = await described(connection);
    if (isFirefox(connection)) {
      for (const candidate of candidates.split("\n").filter(Boolean)) {
        await connection.addIceCandidate({ candidate, sdpMid: "0" });
      }
    }
    return sdp;
  } catch (reason) {
    close(id);
    throw reason;
  }
};

// An offer's description, for the invitation with that name (game/devices/hosting/host.py).
// A browser without WebRTC rejects: MicroPython cannot catch an exception that is thrown at once.
export const hostOffer = async (id, invitation) => {
  startHosting();
  return described(make(id, tellEngine(invitation), BYE_OF_HOST).connection);
};

// Take the answer to the offer `id`. False if there is no such offer, it was answered, or the browser cannot read the answer.
export const accept = async (id, sdp) => {
  const peer = peers.get(id);
  if (peer?.connection.signalingState !== "have-local-offer") return false;
  try {
    await peer.connection.setRemoteDescription({ type: "answer", sdp });
  } catch (reason) {
    console.info(`an answer was not taken: ${reason}`);
    return false;
  }
  return true;
};

// At the host, take over a connection of another script (assets/relay/host.js): `transport` has `send(line)`, which returns false
// if it cannot take the line, `close()`, and `leave()` for a page that goes away. Returns {line(text), end(), flood()}, for what
// happens there: a line came, the connection has ended, or its guest has sent too much.
export const adopt = (id, transport, invitation) => {
  startHosting();
  const peer = { transport, tell: tellEngine(invitation), bye: BYE_OF_HOST, wasOpen: true };
  peers.set(id, peer);
  peer.tell(id, "open", "");
  return { line: (text) => peer.tell(id, "line", text), end: () => end(id, peer), flood: () => endFlood(id) };
};

// Send a line. False if the connection cannot take it.
export const send = (id, line) => {
  const { channel, transport } = peers.get(id) ?? {};
  if (transport) return line.length <= LONGEST_LINE && transport.send(line);
  if (channel?.readyState !== "open" || channel.bufferedAmount > MOST_BUFFERED || line.length > LONGEST_LINE) return false;
  try {
    channel.send(line);
  } catch (reason) {
    console.info(`a line was not sent: ${reason}`);
    return false;
  }
  return true;
};

// Close a connection, and forget it. The lines that were sent before still arrive.
export const close = (id) => {
  const peer = peers.get(id);
  if (!peers.delete(id)) return;
  const { connection, channel, transport } = peer;
  if (transport) return transport.close();
  if (channel.readyState !== "open") return connection.close();
  // connection.close() would drop what the channel has not sent yet; channel.close() sends it first
  channel.onclose = () => connection.close();
  channel.close();
  setTimeout(() => connection.close(), LONGEST_CLOSING);
};

// Stop hosting: say goodbye to all guests, and forget the offers.
export const endHosting = () => {
  clearInterval(beating);
  beating = undefined;
  document.removeEventListener("engine:lines", sendLines);
  document.removeEventListener("engine:broke", endHosting);
  for (const [id, { bye, wasOpen }] of peers) {
    if (bye !== BYE_OF_HOST) continue;
    send(id, bye);
    close(id);
    if (wasOpen) askEngine("link_closed", { connection: id });
  }
};

const startHosting = () => {
  if (beating) return;
  beating = setInterval(beat, BEAT);
  document.addEventListener("engine:lines", sendLines);
  document.addEventListener("engine:broke", endHosting);
};

// Sends the engine's lines. A connection that misses one is of no more use, because scenes hold only what has changed.
const sendLines = ({ detail }) => {
  const lines = JSON.parse(detail);
  for (const [id, line] of lines.send) {
    const peer = peers.get(id);
    if (peer && !send(id, line)) end(id, peer);
  }
  lines.close.forEach(close);
};

// A token bucket: returns a function that counts one line, and says whether it is within the limit.
const limit = ({ burst, rate }) => {
  let tokens = burst;
  let filledAt = performance.now();
  return () => {
    const now = performance.now();
    tokens = Math.min(burst, tokens + ((now - filledAt) * rate) / 1000);
    filledAt = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
};

// The `tell` of a connection to a guest: it tells the engine. The worker gets messages in their order.
const tellEngine = (invitation) => {
  let waiting = 0;
  let isFlooded = false;
  const isTaken = limit(TAKEN);
  const isBorne = limit(BORNE);
  return async (connection, kind, text) => {
    if (isFlooded) return; // lines that were on their way
    if (kind === "line" && (!isBorne() || text.length > LONGEST_REQUEST)) {
      isFlooded = true;
      return endFlood(connection);
    }
    if (kind === "closed") return askEngine("link_closed", { connection });
    if (kind === "open" && !(await askEngine("link_opened", { connection, invitation }))) return close(connection);
    if (kind !== "line" || !isTaken() || waiting >= MOST_WAITING) return;
    waiting += 1;
    await askEngine("received", { connection, line: text });
    waiting -= 1;
  };
};

// Ends the connection of a guest that has sent too much.
const endFlood = (connection) => {
  send(connection, BYE_OF_FLOOD);
  close(connection);
  return askEngine("link_closed", { connection, flooded: true });
};

const beat = async () => {
  if (isBeatOpen) return;
  isBeatOpen = true;
  await askEngine("beat", {});
  isBeatOpen = false;
};

// Returns whether the engine did it. A restarted engine knows none of the connections.
const askEngine = async (verb, given) => {
  const { ok, gone, failed } = JSON.parse(await window.engine.ask(verb, JSON.stringify(given)));
  if (gone && beating) endHosting();
  if (failed) console.error(failed);
  return ok !== undefined;
};

// With the goodbye the other side knows at once. Without it, it would wait for six seconds of silence.
addEventListener("pagehide", () => {
  for (const [id, peer] of peers) {
    // a guest at the relay comes back by itself when this page is here again
    if (peer.transport) peer.transport.leave();
    else send(id, peer.bye);
    end(id, peer);
  }
});
