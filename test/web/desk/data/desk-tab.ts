import type { Desk } from "../../../../src/web/desk/data/desk.ts";
import type { Entry } from "../../../../src/web/desk/data/entry.ts";
import { openEntry } from "../../../../src/web/desk/data/entry.ts";
import type { Browser } from "../../../../src/web/shared/browser/browser.types.ts";
import type { AgentName } from "../../../harness/service-config.ts";
import type { Wire } from "../../widget/wire.ts";
import { openWire } from "../../widget/wire.ts";
import type { BrowserStorage } from "./browser-storage.ts";
import type { DeskWorld } from "./desk-world.ts";

/** `down`: no connection succeeds; `stuck`: sockets never open. */
export type Net = "up" | "stuck" | "down";

/** A tab with the desk's core. The test plays the browser. */
export interface DeskTab {
  readonly entry: Entry;
  readonly storage: BrowserStorage;
  /** The desk of the agent who is logged in. Throws while no agent is logged in. */
  readonly desk: Desk;
  readonly wires: readonly Wire[];
  /** Returns the session token of the browser; null if there is no session. */
  token: (() => Promise<string>) | null;
  net: Net;
  /** False: requests are carried out, but their responses are lost. */
  hearsAnswers: boolean;
  /** A frame for which this returns false is lost before it reaches the page. */
  hears(frame: { readonly type: string }): boolean;
  /** Answers instead of the service if the result is not undefined. */
  stand(path: string, method: string): Response | undefined;
  /** The requests in order, like `POST /api/chats/1/messages`. */
  readonly requests: readonly string[];
  /** The current connection. */
  wire(): Wire;
  isReady(): boolean;
  /** The page becomes visible again, or the network is back. */
  comeBack(): void;
  /** Presses send. All messages shown at that moment come before the new message. */
  write(words: string, chatId?: string, isNote?: boolean): void;
  /** The conversation's messages without events: `text`, `text…` if it is unsent, `text!` if it was rejected. */
  lines(chatId: string): readonly string[];
  flush(): Promise<void>;
  /** Closes the page without sending anything. No code of the page runs afterwards. */
  leave(): void;
}

let lastId = 0;

export function openDeskTab(world: DeskWorld, name: AgentName, storage: BrowserStorage): DeskTab {
  const { clock } = world;
  const wires: Wire[] = [];
  const requests: string[] = [];
  const transfers = new Set<Promise<unknown>>();
  const returns = new Set<() => void>();
  let isGone = false;
  const own = storage.openTab();
  const request: Browser["fetch"] = async (path, init) => {
    requests.push(`${init.method} ${path}`);
    const stood = tab.stand(path, init.method ?? "GET");
    if (stood !== undefined) return stood;
    if (tab.net !== "up") throw new TypeError("Failed to fetch");
    const token = await tab.token?.();
    const headers = { ...init.headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
    const answer = await fetch(`${world.service.url}${path}`, { ...init, headers });
    // A request is in transit until its body is here. The time limit of the page would pass while a busy machine unpacks the body.
    const body = await answer.arrayBuffer();
    if (isGone || !tab.hearsAnswers) throw new TypeError("Failed to fetch");
    return new Response(body.byteLength === 0 ? null : body, answer);
  };
  const browser: Browser = {
    nowMs: clock.nowMs,
    after(delayMs, run) {
      const wake = clock.wakeAt(clock.nowMs() + delayMs, () => {
        if (!isGone) run();
      });
      return wake.cancel;
    },
    soon: (run) => browser.after(0, run),
    random: () => 0,
    newId() {
      lastId += 1;
      return `id${lastId}`;
    },
    fetch(path, init) {
      const transfer = isGone ? new Promise<Response>(() => undefined) : request(path, init);
      const ended = transfer.then(
        () => undefined,
        () => undefined,
      );
      transfers.add(ended);
      return transfer;
    },
    openSocket(path) {
      const url = tab.net === "down" ? "ws://127.0.0.1:1" : `${world.service.url.replace("http", "ws")}${path}`;
      const wire = openWire(url, clock.nowMs, tab.net !== "stuck" && !isGone, () => false);
      wires.push(wire);
      return filtered(
        withToken(wire.socket, () => tab.token?.()),
        (frame) => tab.hears(frame),
      );
    },
    storage: own,
    on(_what, run) {
      returns.add(run);
      return () => returns.delete(run);
    },
    alone: (lock, work) => (isGone ? Promise.resolve() : storage.alone(lock, work)),
  };
  const tab: DeskTab = {
    get entry() {
      return entry;
    },
    storage,
    wires,
    requests,
    token: () => world.service.logIn(name),
    net: "up",
    hearsAnswers: true,
    hears: () => true,
    stand: () => undefined,
    get desk() {
      const desk = entry.desk.peek();
      if (desk === null) throw new Error(`No agent is logged in:  ${JSON.stringify(entry.state.peek())}`);
      return desk;
    },
    wire() {
      const wire = wires.at(-1);
      if (wire === undefined) throw new Error("There is no connection yet");
      return wire;
    },
    isReady() {
      const desk = entry.desk.peek();
      return desk?.link.state.peek() === "live" && desk.chats.loading.peek() === "ready";
    },
    comeBack() {
      for (const run of returns) run();
    },
    lines(chatId) {
      const { desk } = tab;
      const messages = desk.conversations.open(chatId).messages.peek();
      const unsent = desk.outbox.shown(chatId, messages);
      return [
        ...messages.filter(({ type }) => type !== "event").map(({ text }) => text),
        ...unsent.map(({ content, refusal }) => `${content.text}${refusal === null ? "…" : "!"}`),
      ];
    },
    write(words, chatId = "1", isNote = false) {
      const messages = tab.desk.conversations.open(chatId).messages.peek();
      const afterSeq = messages.at(-1)?.seq ?? 0;
      tab.desk.outbox.add({ chatId, isNote, content: { type: "text", text: words }, afterSeq });
    },
    async flush() {
      await Promise.all(wires.map((wire) => wire.flush()));
      await Promise.all(transfers);
      await new Promise((resolve) => setImmediate(resolve));
    },
    leave() {
      if (isGone) return;
      isGone = true;
      entry.stop();
      for (const wire of wires) {
        wire.fault = "dead";
        wire.cut();
      }
    },
  };
  const entry = openEntry(browser);
  return tab;
}

function filtered(socket: WebSocket, hears: (frame: { readonly type: string }) => boolean): WebSocket {
  let handler: WebSocket["onmessage"] = null;
  Object.defineProperty(socket, "onmessage", {
    set(next: WebSocket["onmessage"]) {
      handler = next;
    },
    get: () => (event: MessageEvent) => {
      if (!hears(JSON.parse(String(event.data)))) return;
      handler?.call(socket, event);
    },
  });
  return socket;
}

/** Sends the session token in the first frame. (A real browser sends the session's cookie automatically.) */
function withToken(socket: WebSocket, token: () => Promise<string> | undefined): WebSocket {
  const send = socket.send.bind(socket);
  socket.send = (data) => {
    const frame = JSON.parse(String(data));
    if (frame.type !== "hello") return send(data);
    void Promise.resolve(token()).then((known) =>
      send(JSON.stringify({ ...frame, ...(known ? { token: known } : {}) })),
    );
  };
  return socket;
}
