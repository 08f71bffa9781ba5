/**
 * Seats at a Starfray table over the network, for browsers, Node.js, Deno and Bun.
 *
 *     import { Client, Refused } from "starfray-client";
 *     const seat = await new Client("http://127.0.0.1:8765").join("JOINCODE", "Bot");
 *     for await (const view of seat.changes()) {
 *       for (const who of view.turn.yours) await seat.play(`wait ${who}`);
 *     }
 *
 * `api.ts` and `socket.ts` are written from the server's description of its API and of its socket.
 */

import type { components as Api, paths } from "./api.js";
import type { components as Socket } from "./socket.js";

type Messages = Socket["schemas"];
type FromServer = Messages["FromServer"];
type Command = Extract<Messages["FromClient"], { type: "do" }>;

export type View = Messages["View"];
export type Ask = Messages["Ask"];
export type Form = Messages["Form"];
export type Done = Api["schemas"]["Done"];
export type NewRoom = Api["schemas"]["NewRoom"];
export type Fault = Api["schemas"]["Fault"];
/** What the server answers, by the name of the question. */
export type Answers = Messages["Answers"];
/** What belongs to a command, by its name. */
export type Commands = { [Name in Command["op"]]: Omit<Extract<Command, { op: Name }>, "type" | "op" | "id"> };

/** The server says no: the rule, in words, and what would be legal. */
export class Refused extends Error {
  constructor(
    readonly reason: string,
    readonly rule = "",
    readonly legal: readonly string[] = [],
  ) {
    super(rule ? `${reason} [${rule}]` : reason);
    this.name = "Refused";
  }
}

/** The server could not be reached for as long as the client was told to try, or the seat is closed. */
export class Lost extends Error {
  override name = "Lost";
}

export interface Options {
  /** For so many seconds a server that cannot be reached is tried again. */
  patience?: number;
  /** Instead of the global ones, where there are none. */
  fetch?: typeof fetch;
  WebSocket?: typeof WebSocket;
}

type Method = "get" | "post" | "put" | "delete";
type Operations<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, { responses: unknown }> ? P : never;
}[keyof paths];
type Operation<P extends keyof paths, M extends Method> = paths[P] extends Record<M, infer O> ? O : never;
type Body<O> = O extends { requestBody: { content: { "application/json": infer B } } } ? B : undefined;
type Given<O> = O extends { responses: { 200: { content: infer C } } }
  ? C extends { "application/json": infer G }
    ? G
    : string
  : never;

export interface Asked<B> {
  body?: B;
  /** What stands in the path in braces. */
  path?: Record<string, string>;
  query?: Record<string, string | number | boolean>;
  /** Of a seat, or the key of a party or campaign. */
  token?: string;
}

/** It has not happened, or nobody knows: the same request once more. */
const AGAIN = new Set([429, 502, 503, 504]);
const [FIRST_PAUSE, LONGEST_PAUSE] = [100, 3000];
const PING_EVERY = 25_000;

const sleep = (time: number) => new Promise((done) => setTimeout(done, time));

function* pauses() {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(LONGEST_PAUSE, 2 * pause)) yield pause;
}

/** A server. */
export class Client {
  readonly base: string;
  readonly patience: number;
  readonly #fetch: typeof fetch;
  readonly WebSocket: typeof WebSocket;

  constructor(base: string, options: Options = {}) {
    this.base = base.replace(/\/+$/, "");
    this.patience = 1000 * (options.patience ?? 60);
    this.#fetch = options.fetch ?? ((...args) => globalThis.fetch(...args));
    this.WebSocket = options.WebSocket ?? globalThis.WebSocket;
  }

  /** A new room; the seat is the GM's. */
  async newRoom(body: NewRoom = { from: "demo", demo: "dock-9" }): Promise<Seat> {
    const made = await this.call("post", "/api/rooms", { body });
    return this.seat(made.room, made.token);
  }

  /** The seat of a code; of a group's code the one named, or the first that is free. */
  async join(code: string, name = "", wanted: { room: string; seat: string } | null = null): Promise<Seat> {
    const body = { code, name, ...wanted };
    let joined = await this.call("post", "/api/join", { body });
    if ("choose" in joined) {
      const free = joined.choose.flatMap((room) => room.seats.map((seat) => ({ room: room.room, seat: seat.seat })))[0];
      if (!free) throw new Refused("no seat is free");
      joined = await this.call("post", "/api/join", { body: { ...body, ...free } });
    }
    if (!("token" in joined)) throw new Refused("this code gives no seat");
    return this.seat(joined.room, joined.token);
  }

  /** A seat whose token one has. */
  seat(room: string, token: string): Seat {
    return new Seat(this, room, token);
  }

  /**
   * Any operation of the API. While the server cannot be reached the request is sent again: whatever is sent must bear being
   * sent twice, as commands with an `id` do.
   */
  async call<M extends Method, P extends Operations<M>>(
    method: M,
    path: P,
    asked: Asked<Body<Operation<P, M>>> = {},
  ): Promise<Given<Operation<P, M>>> {
    return (await this.request(method, path, asked)) as Given<Operation<P, M>>;
  }

  /** The same without types. */
  async request(method: Method, path: string, { body, path: parts = {}, query = {}, token }: Asked<unknown>): Promise<unknown> {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parts[name] ?? ""));
    const words = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    const url = this.base + filled + (words.length ? `?${words.join("&")}` : "");
    const headers: Record<string, string> = { "Content-Type": "application/json" };
    if (token) headers["Authorization"] = `Bearer ${token}`;
    const until = Date.now() + this.patience;
    for (const pause of pauses()) {
      let why: unknown;
      try {
        const init: RequestInit = { method: method.toUpperCase(), headers };
        if (body !== undefined) init.body = JSON.stringify(body);
        const response = await this.#fetch(url, init);
        if (response.ok) return await contentOf(response);
        if (!AGAIN.has(response.status)) throw await refusalOf(response);
        why = response.status;
      } catch (error) {
        if (error instanceof Refused) throw error;
        why = error;
      }
      if (Date.now() + pause > until) throw new Lost(`${this.base} cannot be reached: ${why}`);
      await sleep(pause);
    }
    throw new Error("pauses never end");
  }
}

async function contentOf(response: Response): Promise<unknown> {
  const json = (response.headers.get("content-type") ?? "").includes("json");
  return json ? response.json() : response.text();
}

async function refusalOf(response: Response): Promise<Refused> {
  try {
    const fault = (await response.json()) as Fault;
    return new Refused(fault.reason, fault.rule, fault.legal);
  } catch {
    return new Refused(`${response.status} ${response.statusText}`);
  }
}

/** A seat at a table. What the rules or the server refuse is thrown as `Refused`. */
export class Seat {
  #view: View | null = null;
  #version: number | null = null;

  constructor(
    readonly client: Client,
    readonly room: string,
    readonly token: string,
  ) {}

  /** What the seat may know now. */
  async view(): Promise<View> {
    const query: Record<string, number> = this.#version === null ? {} : { since: this.#version };
    const { path, token } = this.#here;
    const { messages } = await this.client.call("get", "/api/rooms/{room}/state", { path, query, token });
    for (const message of messages) {
      if (!this.#take(message)) {
        this.#version = null;
        return this.view();
      }
    }
    return this.#known();
  }

  /**
   * The view now and after changes, for as long as one listens: always the newest there is, so that whoever was busy does not
   * go by an old one. A line that breaks is opened again.
   */
  async *changes(): AsyncGenerator<View, never, void> {
    if (this.#view) yield this.#view;
    let [until, waits] = [Date.now() + this.client.patience, pauses()];
    let changed = false;
    for (;;) {
      const line = new Line(this.client.WebSocket, this.client.base.replace(/^http/, "ws") + `/ws/${this.room}`, {
        type: "hello",
        token: this.token,
        since: this.#version,
      });
      try {
        for await (const message of line.messages()) {
          [until, waits] = [Date.now() + this.client.patience, pauses()];
          if (message.type === "bye") throw new Lost(message.reason);
          if (this.#take(message)) changed = true;
          else if (message.type === "diff") this.#version = null; // one was missed: from the start
          if (message.type === "fault" || this.#version === null) break;
          if (changed && !line.waiting) {
            changed = false;
            yield this.#known();
          }
        }
      } finally {
        line.close();
      }
      if (Date.now() > until) throw new Lost(`${this.client.base} cannot be reached`);
      await sleep(waits.next().value ?? LONGEST_PAUSE);
    }
  }

  /** A command. It has an id, so that it takes effect once, however often the line breaks. */
  async do<Name extends keyof Commands>(name: Name, args: Commands[Name]): Promise<Done> {
    const body = { ...args, id: crypto.randomUUID() };
    const done = (await this.client.request("post", `/api/rooms/{room}/${name}`, { body, ...this.#here })) as Done;
    if (!done.ok) throw new Refused(done.reason ?? "", done.rule, done.legal);
    return done;
  }

  /** An action as text. */
  play(action: string): Promise<Done> {
    return this.do("play", { action });
  }

  /** An answer to one of `view.asks`. */
  answer(ask: string, answer: string | number | (number | null)[]): Promise<Done> {
    return this.do("answer", { ask, answer });
  }

  /** What somebody may do. */
  async forms(who: string): Promise<Answers["forms"]> {
    return told(await this.client.call("get", "/api/rooms/{room}/forms", { query: { who }, ...this.#here }));
  }

  /** Legality, cost and tally of an action. */
  async preview(action: string): Promise<Answers["preview"]> {
    return told(await this.client.call("post", "/api/rooms/{room}/preview", { body: { action }, ...this.#here }));
  }

  /** The exact odds of an action. */
  async odds(action: string): Promise<Messages["Odds"]> {
    return told(
      (await this.client.request("post", "/api/rooms/{room}/odds", { body: { action }, ...this.#here })) as Messages["Odds"],
    );
  }

  get #here() {
    return { path: { room: this.room }, token: this.token };
  }

  #known(): View {
    if (!this.#view) throw new Error("the server sent no view");
    return this.#view;
  }

  /** Put a message into the view; false if it does not belong there. */
  #take(message: FromServer): boolean {
    if (message.type === "view") this.#view = message.view;
    else if (message.type === "diff" && this.#view && message.from === this.#version) this.#view = patched(this.#view, message);
    else return false;
    this.#version = message.version;
    return true;
  }
}

/** An answer; throws what was refused. */
function told<T extends object>(found: T | Messages["Refused"]): T {
  if ("refused" in found && Object.keys(found).length === 1) {
    const { reason, rule, legal } = (found as Messages["Refused"]).refused;
    throw new Refused(reason, rule, legal);
  }
  return found as T;
}

/** One connection of a seat, as a queue of messages. */
class Line {
  readonly #socket: WebSocket;
  readonly #came: FromServer[] = [];
  readonly #pinging: ReturnType<typeof setInterval>;
  #open = true;
  #wake: () => void = () => {};

  constructor(Kind: typeof WebSocket, url: string, hello: Messages["Hello"]) {
    this.#socket = new Kind(url);
    this.#socket.onopen = () => this.#socket.send(JSON.stringify(hello));
    this.#socket.onmessage = (event: MessageEvent<string>) => {
      this.#came.push(JSON.parse(event.data) as FromServer);
      this.#wake();
    };
    this.#socket.onclose = this.#socket.onerror = () => this.close();
    this.#pinging = setInterval(() => this.#socket.readyState === 1 && this.#socket.send('{"type": "ping"}'), PING_EVERY);
  }

  async *messages(): AsyncGenerator<FromServer, void, void> {
    for (;;) {
      const next = this.#came.shift();
      if (next) yield next;
      else if (this.#open) await new Promise<void>((wake) => (this.#wake = wake));
      else return;
    }
  }

  /** Is there something that was not taken yet? */
  get waiting(): boolean {
    return this.#came.length > 0;
  }

  close(): void {
    this.#open = false;
    clearInterval(this.#pinging);
    this.#socket.close();
    this.#wake();
  }
}

type Plain = { [key: string]: unknown };

/** The view after a diff: paths that are set, paths that are gone, rows that are new. */
export function patched(view: View, change: Messages["DiffMessage"]): View {
  const made = structuredClone(view) as unknown as Plain;
  for (const path of change.gone ?? []) {
    const [holder, key] = placeOf(made, path);
    delete holder[key];
  }
  for (const [path, value] of Object.entries(change.set ?? {})) {
    const [holder, key] = placeOf(made, path);
    holder[key] = value;
  }
  const whole = made as unknown as View;
  return { ...whole, log: [...whole.log, ...(change.log ?? [])], acts: [...whole.acts, ...(change.acts ?? [])] };
}

function placeOf(view: Plain, path: string): [Plain, string] {
  const parts = path.split("/").map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const last = parts.pop() ?? "";
  return [parts.reduce((holder, part) => holder[part] as Plain, view), last];
}
