// @ts-check
// One socket per page: hello, diffs, intents that take effect once, and coming back without a reload.

import { patched } from "./diff.js";
import { language } from "./language.js";

const PING = 4000;
const SILENCE = 9000;

/** @typedef {import("./types.js").View} View */
/** @typedef {"online"|"connecting"|"reconnecting"|"ended"} State */
/** @typedef {import("./types.js").Done} Done */
/** @typedef {import("./types.js").Row} Row */
/** @typedef {import("./types.js").Message} Message */
/** @typedef {import("./types.js").Answers} Answers */

export class Link {
  /**
   * @param {string} room
   * @param {string} token
   * @param {{view: (view: View, version: number, rows: Row[]) => void, state: (state: State, reason?: string) => void}} heard
   */
  constructor(room, token, heard) {
    this.room = room;
    this.token = token;
    this.heard = heard;
    /** @type {View|null} */
    this.view = null;
    this.version = -1;
    /** @type {Map<string, import("./types.js").Plain>} what was gone from the view: it may come back */
    this.kept = new Map();
    /** @type {Map<string, {message: object, resolve: (reply: Message) => void, kind: string}>} */
    this.open = new Map();
    /** @type {WebSocket|null} */
    this.socket = null;
    this.tries = 0;
    this.seated = false;
    this.ended = false;
    this.last = 0;
    this.wake = 0;
    setInterval(() => this.tick(), PING);
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.check());
    addEventListener("online", () => this.check());
    addEventListener("offline", () => this.drop());
    this.connect();
  }

  connect() {
    if (this.ended) return;
    clearTimeout(this.wake);
    this.heard.state(this.tries ? "reconnecting" : "connecting");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/${encodeURIComponent(this.room)}`);
    this.socket = socket;
    this.last = Date.now();
    socket.onopen = () => {
      socket.send(
        JSON.stringify({ type: "hello", token: this.token, since: this.view ? this.version : null, fine: true, language }),
      );
      socket.send('{"type":"ping"}'); // its answer says that nothing was missed
    };
    socket.onmessage = (event) => socket === this.socket && this.receive(JSON.parse(event.data));
    socket.onclose = () => socket === this.socket && this.lost();
  }

  lost() {
    this.socket = null;
    this.seated = false;
    if (this.ended) return;
    this.tries += 1;
    this.heard.state("reconnecting");
    const pause = Math.min(4000, 200 * 2 ** Math.min(this.tries, 5)) * (0.7 + Math.random() * 0.6);
    this.wake = setTimeout(() => this.connect(), pause);
  }

  drop() {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.lost();
  }

  tick() {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send('{"type":"ping"}');
    if (this.socket && Date.now() - this.last > SILENCE) this.drop();
  }

  check() {
    if (!this.socket) this.connect();
    else this.tick();
  }

  /** @param {Message} message */
  receive(message) {
    this.last = Date.now();
    if (message.type === "view") {
      this.kept.clear();
      this.arrived(message.view, message.version, message.view.log);
    } else if (message.type === "diff") this.changed(message);
    else if (message.type === "pong" && this.view) this.sitDown();
    else if (message.type === "done") this.settle(message.id, message);
    else if (message.type === "answer") this.settle(message.id, message);
    else if (message.type === "bye") {
      this.ended = true;
      this.heard.state("ended", message.reason);
    }
  }

  /** @param {Message & {type: "diff"}} message */
  changed(message) {
    if (!this.view || message.from !== this.version) {
      this.version = -1;
      this.view = null;
      this.drop();
      return;
    }
    this.arrived(
      patched(
        this.view,
        message.set ?? {},
        message.gone ?? [],
        message.log ?? [],
        message.acts ?? [],
        message.back ?? [],
        this.kept,
      ),
      message.version,
      message.log ?? [],
    );
  }

  /** @param {View} view @param {number} version @param {Row[]} rows */
  arrived(view, version, rows) {
    this.view = view;
    this.version = version;
    this.sitDown();
    this.heard.view(view, version, rows);
  }

  /** The seat is ours again: what was not acknowledged goes out once more. */
  sitDown() {
    if (this.seated) return;
    this.seated = true;
    this.tries = 0;
    this.heard.state("online");
    for (const { message } of this.open.values()) this.socket?.send(JSON.stringify(message));
  }

  /** @param {string} id @param {Message} message */
  settle(id, message) {
    const waiting = this.open.get(id);
    if (!waiting) return;
    this.open.delete(id);
    waiting.resolve(message);
  }

  /** @param {string} type @param {object} body @returns {Promise<Message>} */
  send(type, body) {
    const id = `${Date.now().toString(36)}-${crypto.getRandomValues(new Uint32Array(2)).join("-")}`;
    const message = { type, id, ...body };
    return new Promise((resolve) => {
      this.open.set(id, { message, resolve, kind: type });
      if (this.seated && this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
    });
  }

  /** A command; kept and sent again until the server has answered it. @param {string} op @param {object} args @returns {Promise<Done>} */
  act(op, args) {
    return this.send("do", { op, ...args }).then((reply) => /** @type {Message & Done} */ (reply));
  }

  /** @template {keyof Answers} Name @param {Name} what @param {object} args @returns {Promise<Answers[Name]>} */
  async ask(what, args) {
    const reply = /** @type {Message & {type: "answer"}} */ (await this.send("ask", { what, ...args }));
    const { result } = reply;
    if (result?.refused && what !== "preview" && what !== "ground") throw new Error(result.refused.reason);
    return /** @type {Answers[Name]} */ (result);
  }
}
