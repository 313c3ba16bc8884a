// The connection to a site's relay, an MQTT broker over WebSocket. It comes back by itself, and has no memory: what is published
// while it is away is lost. The ordered channel above it sends that again.

import { mqtt_pkt_ctx } from "assets/runtime/u8-mqtt-packet/codec_bind.min.js";
import options from "assets/runtime/u8-mqtt-packet/codec_v4_client.min.js";
import { LONGEST_PACKET } from "./sealed.js";

const LEVEL = 4; // of the protocol MQTT 3.1.1, which every broker speaks
const KEEP_ALIVE = 30; // s; the broker ends a connection that says nothing for one and a half times as long
const PING = 10_000; // ms between two pings
const LONGEST_START = 5_000; // ms from an attempt to the subscribed topics
const LONGEST_SILENCE = 25_000; // ms without any packet of the broker, after which the connection is made anew
const FIRST_WAIT = 500, LONGEST_WAIT = 10_000; // ms before another attempt
const CLEAN_START = 2; // a flag of "connect"
const { encode_pkt: encode } = mqtt_pkt_ctx(LEVEL, options, {});

export class Broker {
  #socket;
  #timer; // of the next attempt, or of the pings
  #wait = FIRST_WAIT;
  #heardAt = 0;
  #isClosed = false;

  // `name` is the room's, see tools/relay/room.acl. Calls `opened()` whenever the topics are subscribed, `down()` when the
  // connection has ended or an attempt has failed, and `packet(topic, bytes)`.
  constructor(address, name, topics, { opened, down, packet }) {
    Object.assign(this, { address, name, topics, opened, down, packet, isOpen: false });
    this.retry = () => !this.isOpen && this.#connect();
    addEventListener("online", this.retry);
    this.#connect();
  }

  // Publish bytes. Returns false, and forgets them, if the broker is away.
  publish(topic, payload) {
    if (!this.isOpen || payload.length > LONGEST_PACKET) return false;
    this.#send("publish", { topic, payload, qos: 0 });
    return true;
  }

  // Subscribe another topic, now and after each return.
  listen(topic) {
    this.topics.push(topic);
    if (this.isOpen) this.#send("subscribe", { pkt_id: 2, topics: [topic] });
  }

  // Drop a topic.
  forget(topic) {
    this.topics = this.topics.filter((each) => each !== topic);
    if (this.isOpen) this.#send("unsubscribe", { pkt_id: 3, topics: [topic] });
  }

  // End the connection for good. What was published before still goes out.
  close() {
    this.#isClosed = true;
    removeEventListener("online", this.retry);
    clearTimeout(this.#timer);
    this.isOpen = false;
    this.#socket?.close();
  }

  #connect() {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    this.#socket?.close();
    const socket = new WebSocket(this.address, ["mqtt"]);
    const stream = mqtt_pkt_ctx(LEVEL, options, {}).mqtt_stream();
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    this.#heardAt = performance.now();
    this.#timer = setTimeout(this.#check, LONGEST_START, socket);
    socket.onopen = () => {
      // A name by chance: a broker ends the older one of two connections with the same name.
      const client_id = crypto.getRandomValues(new Uint8Array(10)).reduce((text, byte) => text + (byte % 36).toString(36), "c");
      this.#send("connect", { client_id, username: this.name, keep_alive: KEEP_ALIVE, flags: CLEAN_START });
    };
    socket.onmessage = ({ data }) => {
      if (socket !== this.#socket) return;
      this.#heardAt = performance.now();
      let packets;
      try {
        packets = stream.decode(new Uint8Array(data));
      } catch (reason) { // the broker does not speak MQTT, or sends no bytes
        console.info(`a message of the relay cannot be read: ${reason}`);
        return socket.close();
      }
      packets.forEach((each) => this.#take(each));
    };
    socket.onclose = () => {
      if (socket !== this.#socket) return;
      clearTimeout(this.#timer);
      this.isOpen = false;
      if (this.#isClosed) return;
      this.#timer = setTimeout(() => this.#connect(), this.#wait * (1 + Math.random() / 4));
      this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT);
      this.down();
    };
  }

  #take(each) {
    if (each.type === "connack") {
      if (Number(each.reason)) return this.#socket.close(); // the broker refuses this name
      this.#send("subscribe", { pkt_id: 1, topics: this.topics });
    } else if (each.type === "suback" && !this.isOpen) {
      this.isOpen = true;
      this.#wait = FIRST_WAIT;
      this.opened();
    } else if (each.type === "publish" && each.payload.length <= LONGEST_PACKET) {
      this.packet(each.topic, each.payload);
    }
  }

  #check = (socket) => {
    if (socket !== this.#socket) return;
    if (!this.isOpen || performance.now() - this.#heardAt > LONGEST_SILENCE) {
      this.isOpen = false;
      this.down();
      return this.#connect();
    }
    this.#send("pingreq", {});
    this.#timer = setTimeout(this.#check, PING, socket);
  };

  #send(type, packet) {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(encode(type, packet));
  }
}
