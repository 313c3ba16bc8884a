// Direct connections from this page to other devices: WebRTC data channels, without a server.
// The page's Python gets ids and texts, never a connection: tell(id, "open" | "line" | "closed", text).
// docs/own-phones.md has the protocol that the lines follow, and the codes that carry the descriptions.

const LONGEST_GATHERING = 5000; // ms; then the description goes without the candidates that are still missing
const LONGEST_LINE = 262144; // bytes, as in the descriptions that game/devices/pairing/descriptions.py writes

const peers = new Map(); // by id: {connection, channel, held: candidates that were not added yet}

const make = (id, tell, servers) => {
  const connection = new RTCPeerConnection({ iceServers: servers.map((urls) => ({ urls })) });
  const channel = connection.createDataChannel("table", { negotiated: true, id: 0 });
  const peer = { connection, channel };
  peers.set(id, peer);
  channel.onopen = () => tell(id, "open", "");
  channel.onmessage = ({ data }) => tell(id, "line", typeof data === "string" ? data : "");
  channel.onclose = () => end(id, tell);
  connection.onconnectionstatechange = () => {
    // "failed" is not the end: Chromium connects later, when the other side's checks arrive
    if (connection.connectionState === "closed") end(id, tell);
  };
  return peer;
};

const end = (id, tell) => {
  const peer = peers.get(id);
  if (!peer) return;
  peers.delete(id);
  peer.connection.close();
  tell(id, "closed", "");
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

// An offer's description, for an invitation.
export const offer = (id, tell, servers) => described(make(id, tell, servers).connection);

// The answer to an offer. `bare` is the offer without candidates, `candidates` are its candidates, one a line.
// Chromium and WebKit must not try them: people take longer to scan the answer than such a try lasts, and a try that has
// failed spoils the offer. They learn the address from the host's checks. Firefox gives up without candidates.
export const answer = async (id, tell, servers, bare, candidates) => {
  const { connection } = make(id, tell, servers);
  await connection.setRemoteDescription({ type: "offer", sdp: bare });
  const sdp = await described(connection);
  if (sdp.includes("THIS_IS_SDPARTA")) {
    for (const candidate of candidates.split("\n").filter(Boolean)) {
      await connection.addIceCandidate({ candidate, sdpMid: "0" });
    }
  }
  return sdp;
};

// Take the answer to the offer `id`. False if there is no such offer, or it was answered.
export const accept = async (id, sdp) => {
  const peer = peers.get(id);
  if (peer?.connection.signalingState !== "have-local-offer") return false;
  await peer.connection.setRemoteDescription({ type: "answer", sdp });
  return true;
};

// Send a line. False if the connection cannot take it.
export const send = (id, line) => {
  const peer = peers.get(id);
  if (peer?.channel.readyState !== "open" || line.length > LONGEST_LINE) return false;
  peer.channel.send(line);
  return true;
};

// Close a connection, and forget it.
export const close = (id) => {
  const peer = peers.get(id);
  peers.delete(id);
  peer?.connection.close();
};
