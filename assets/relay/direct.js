// A direct connection, a WebRTC data channel, beside the relay. The two sides find each other by signals, which travel as lines of
// the ordered channel. A guest offers; if no path opens, or a path closes, it tries again with a new connection.

const WAITS = [5_000, 15_000, 60_000, 300_000]; // ms before another attempt; then no more
const SILENCE = 7_000; // ms without a frame, after which the channel is not trusted
const PROBE = 2_500; // ms; a side that sent nothing by the channel sends a frame, so that the other one trusts it
const MOST_BUFFERED = 1 << 20; // bytes
const LONGEST_FRAME = 200_000; // characters of ASCII; others take more bytes, and go by the relay
const LONGEST_SIGNAL = 20_000; // characters

export class Direct {
  #connection;
  #channel;
  #attempt = 0; // number of the attempt; signals of others are stale
  #heardAt = -Infinity;
  #sentAt = 0;
  #now = 0;
  #failed; // when the last attempt failed
  #isClosed = false;

  // `servers` are the addresses of STUN servers. `signal(data)` sends a signal. `frame(text)` takes a frame that arrived.
  constructor(isHost, servers, { signal, frame }) {
    Object.assign(this, { isHost, servers, signal, frame });
    this.isPossible = typeof RTCPeerConnection === "function";
  }

  // Whether frames can go by the channel.
  get isGood() {
    return this.#channel?.readyState === "open" && this.#now - this.#heardAt < SILENCE && this.#channel.bufferedAmount < MOST_BUFFERED;
  }

  // Try to open a channel (at a guest).
  async offer() {
    if (!this.isPossible || this.#isClosed) return;
    this.#failed = undefined;
    const connection = this.#begin(this.#attempt + 1);
    await this.#try(connection, async () => {
      await connection.setLocalDescription();
      this.#signal({ type: "offer", sdp: connection.localDescription.sdp });
    });
  }

  // Take a signal of the other side, as text.
  async take(text) {
    const signal = readSignal(text);
    if (!signal || !this.isPossible || this.#isClosed) return;
    const { n, type, sdp, candidate } = signal;
    if (type === "offer" && this.isHost && n > this.#attempt) {
      const connection = this.#begin(n);
      await this.#try(connection, async () => {
        await connection.setRemoteDescription({ type, sdp });
        await connection.setLocalDescription();
        this.#signal({ type: "answer", sdp: connection.localDescription.sdp });
      });
    } else if (n === this.#attempt && this.#connection) {
      const connection = this.#connection;
      if (type === "answer" && !this.isHost) await this.#try(connection, () => connection.setRemoteDescription({ type, sdp }));
      // the browser may not know the kind of a candidate; others may do
      if (candidate !== undefined) connection.addIceCandidate({ candidate, sdpMid: "0" }).catch((reason) => console.info(`${reason}`));
    }
  }

  // Send a frame by the channel. Returns whether it took it.
  send(frame) {
    if (this.#channel?.readyState !== "open" || frame.length > LONGEST_FRAME) return false;
    try {
      this.#channel.send(frame);
    } catch (reason) {
      console.info(`a frame was not sent: ${reason}`);
      return false;
    }
    this.#sentAt = this.#now;
    return true;
  }

  // Call it about twice a second. `probe()` makes a frame without a line.
  tick(now, probe) {
    this.#now = now;
    if (this.#channel?.readyState === "open" && now - this.#sentAt >= PROBE) this.send(probe());
    if (this.#failed === undefined || this.isHost || !(now - this.#failed >= WAITS[this.#attempt - 1])) return;
    void this.offer();
  }

  close() {
    this.#isClosed = true;
    this.#connection?.close();
  }

  #signal(data) {
    this.signal(JSON.stringify({ n: this.#attempt, ...data }));
  }

  #begin(attempt) {
    this.#connection?.close();
    this.#attempt = attempt;
    const connection = new RTCPeerConnection({ iceServers: this.servers.map((urls) => ({ urls })) });
    const channel = connection.createDataChannel("table", { negotiated: true, id: 0 });
    this.#connection = connection;
    this.#channel = channel;
    connection.onicecandidate = ({ candidate }) => {
      if (candidate?.candidate && connection === this.#connection) this.#signal({ candidate: candidate.candidate });
    };
    channel.onopen = () => {
      if (channel !== this.#channel) return;
      this.#heardAt = this.#now;
      this.#failed = undefined;
    };
    channel.onmessage = ({ data }) => {
      if (channel !== this.#channel || typeof data !== "string") return;
      this.#heardAt = this.#now;
      this.frame(data);
    };
    channel.onclose = () => this.#fail(connection);
    connection.onconnectionstatechange = () => {
      if (["failed", "closed"].includes(connection.connectionState)) this.#fail(connection);
    };
    return connection;
  }

  #fail(connection) {
    if (connection === this.#connection) this.#failed ??= this.#now;
  }

  async #try(connection, step) {
    try {
      await step();
    } catch (reason) { // the other side may send anything, and the connection may be closed meanwhile
      console.info(`no direct connection: ${reason}`);
      this.#fail(connection);
    }
  }
}

// A signal {n, type, sdp} or {n, candidate}; undefined for another text.
const readSignal = (text) => {
  if (text.length > LONGEST_SIGNAL) return undefined;
  try {
    const signal = JSON.parse(text);
    const { n, type, sdp, candidate } = signal;
    const isDescription = (type === "offer" || type === "answer") && typeof sdp === "string" && candidate === undefined;
    const isCandidate = typeof candidate === "string" && type === undefined;
    return Number.isInteger(n) && n > 0 && n < 100 && (isDescription || isCandidate) ? signal : undefined;
  } catch (reason) {
    if (!(reason instanceof SyntaxError) && !(reason instanceof TypeError)) throw reason;
    return undefined;
  }
};
