import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text as readText } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { systemClock } from "../../../core/clock.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { FlowLog } from "../../flow-log.ts";
import { at, decodeLoosely, textAt } from "../../json.ts";
import { nowMs } from "../../time.ts";
import type { CustomerSystem, SeenRequest } from "../customer-system.ts";
import { openCustomerSystem } from "../customer-system.ts";
import type { Answer, Ending } from "../peer.ts";
import { refusal } from "../peer.ts";
import type { Room, RoomEvent } from "./rooms.ts";
import { Rooms } from "./rooms.ts";
import type { ParleyChannels } from "./shop.ts";
import { Shop } from "./shop.ts";

/** How the shop treats the messages for a channel. */
interface ChannelPlay {
  readonly log: FlowLog | null;
  receive(message: SeenRequest): Answer;
}

/** A sample customer system: a small shop with a chat page. */
export interface ShopSystem extends CustomerSystem {
  readonly shop: Shop;
  /** From this call on, the log records the messages for this channel. Without `receive` each message is accepted. */
  play(channelId: string, log: FlowLog | null, receive?: ChannelPlay["receive"]): void;
}

/** Customers write to the channel `home` until their page gets another one. */
export async function openShop(
  t: Ending,
  channels: ParleyChannels,
  home: string,
  clock: Clock = systemClock,
): Promise<ShopSystem> {
  const plays = new Map<string, ChannelPlay>();
  const rooms = new Rooms(clock, home);
  t.teardown(() => rooms.close());
  const shop = new Shop(rooms, channels);
  const play: ShopSystem["play"] = (channelId, log, receive = () => "ok") =>
    void plays.set(channelId, { log, receive });
  const logOf = ({ channelId }: SeenRequest): FlowLog | null => plays.get(channelId)?.log ?? null;
  const nowhere = refusal(404, "not_found", "No sample customer system has this address.");
  const parts: PageParts = {
    ...{ files: loadPageFiles(), rooms, shop },
    // Reads `shop.log` when it is called, because the log may be set after this server has started.
    play: (channelId) => play(channelId, shop.log, (message) => shop.receive(message)),
    webhookUrl: () => system.url,
  };
  const script = (_text: string, message: SeenRequest): readonly Answer[] => [
    plays.get(message.channelId)?.receive(message) ?? nowhere,
  ];
  const system = await openCustomerSystem(t, script, {
    handles(path, request, response) {
      if (path.startsWith("/parley/")) return false;
      void handlePage(parts, path, request, response).catch(() => response.destroy());
      return true;
    },
    observer: {
      came: (message) => logOf(message)?.request("parley", "shop", message.method, message.path, message.fields),
      answered: (message, status, body) => logOf(message)?.answer("parley", "shop", status, body),
    },
  });
  return { ...system, shop, play };
}

const statusIntervalMs = 2_000;
/** The longest text of a customer that the service accepts, in characters. */
const textLengthMax = 1_000;

interface PageParts {
  readonly files: ReadonlyMap<string, PageFile>;
  readonly rooms: Rooms;
  readonly shop: Shop;
  /** Starts to accept the service's posts for a channel. */
  play(channelId: string): void;
  /** The URL to which the service must post. */
  webhookUrl(): string;
}

/**
 * Serves the pages and their requests: `/` redirects a new customer to a room, `/chat/{room}` is that room, and `/connect` connects
 * the shop to another channel.
 */
async function handlePage(
  parts: PageParts,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { files, rooms } = parts;
  const file = files.get(path);
  if (file !== undefined) return answer(response, 200, file.contentType, file.body);
  if (path === "/connect") return handleConnect(parts, request, response);
  if (path === "/") {
    response.writeHead(302, { ...securityHeaders, Location: `/chat/${rooms.newId()}` }).end();
    return;
  }
  const [, roomId = "", step = ""] = /^\/chat\/([^/]+)(?:\/(events|messages|typing|mailbox))?$/.exec(path) ?? [];
  const room = rooms.enter(roomId);
  const page = files.get("/chat.html");
  if (room === undefined || page === undefined) return answerJson(response, 404, { error: "There is no such page." });
  if (step === "events") return stream(parts, room, request, response);
  const take = takes[step];
  if (take === undefined) return answer(response, 200, page.contentType, page.body);
  const body = await readText(request);
  const [status, said] = take(parts.shop, room, request.method === "POST" ? decodeLoosely(body) : null);
  answerJson(response, status, said);
}

/** Sends all bubbles and the typing state, then each change. The event `support` says whether an agent is online. */
function stream({ shop }: PageParts, room: Room, request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { ...securityHeaders, "Content-Type": "text/event-stream" });
  response.flushHeaders();
  sendEvent(response, "customer", { name: room.name, isFull: room.isFull });
  const tell = ({ name, data }: RoomEvent): void => void sendEvent(response, name, data);
  for (const bubble of room.bubbles.values()) tell({ name: "bubble", data: bubble });
  tell({ name: "typing", data: { who: room.typing.who } });
  room.watchers.add(tell);
  const watch = watchSupport(shop, room, (isOnline) => void sendEvent(response, "support", { isOnline }));
  request.once("close", () => {
    watch.end();
    room.watchers.delete(tell);
  });
}

/** Queries the status of the service at once and every 2 s, and calls `tell` when the status changes. */
function watchSupport(shop: Shop, room: Room, tell: (isOnline: boolean) => void): { end(): void } {
  let hasEnded = false;
  let shown: boolean | null = null;
  let wake = { cancel: (): void => undefined };
  const look = async (): Promise<void> => {
    const isOnline = await shop.isSupportOnline(room).catch(() => false);
    if (hasEnded) return;
    if (isOnline !== shown) tell(isOnline);
    shown = isOnline;
    wake = systemClock.wakeAt(nowMs() + statusIntervalMs, () => void look());
  };
  void look();
  return {
    end() {
      hasEnded = true;
      wake.cancel();
    },
  };
}

/** Handles what the page of a room sends. Returns the answer. */
type Take = (shop: Shop, room: Room, body: unknown) => readonly [status: number, body: object];

const takes: Readonly<Record<string, Take>> = {
  messages(shop, room, body) {
    const key = textAt(body, "key");
    const text = textAt(body, "text").trim();
    if (!/^[\w-]{1,64}$/.test(key) || text === "" || text.length > textLengthMax)
      return [400, { error: `Expected POST with a key and a text of 1 to ${textLengthMax} characters.` }];
    void shop.say(room, key, text);
    return [202, { key }];
  },
  typing(shop, room, body) {
    const type = textAt(body, "type");
    if (type !== "typein" && type !== "typeout")
      return [400, { error: 'Expected POST with the type "typein" or "typeout".' }];
    void shop.type(room, type);
    return [202, { type }];
  },
  /** Sets whether the shop refuses agents' messages. The user of the demo can then see how the desk shows a refusal. */
  mailbox(_shop, room, body) {
    const isFull = at(body, "isFull");
    if (typeof isFull !== "boolean") return [400, { error: "Expected POST with isFull, true or false." }];
    room.isFull = isFull;
    return [200, { isFull }];
  },
};

/** GET serves the page with the shop's own address. POST connects a channel and answers the address of its chat page. */
async function handleConnect(parts: PageParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { files, rooms, shop } = parts;
  if (request.method !== "POST") {
    const page = files.get("/connect.html");
    return answer(response, 200, "text/html; charset=utf-8", (page?.body ?? "").replace("__URL__", parts.webhookUrl()));
  }
  const connected = await shop.connect(textAt(decodeLoosely(await readText(request)), "endpoint"));
  if ("error" in connected) return answerJson(response, 400, connected);
  const room = rooms.enter(rooms.newId());
  if (room === undefined) return answerJson(response, 500, { error: "No chat could be opened." });
  room.channelId = connected.channelId;
  parts.play(connected.channelId);
  answerJson(response, 200, { chat: `/chat/${room.id}` });
}

/** The page loads everything from this server, except agents' photos. Inline scripts are not allowed. */
const securityHeaders = {
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' http: https:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "no-store",
} as const;

function answer(response: ServerResponse, status: number, contentType: string, body: string): void {
  response.writeHead(status, { ...securityHeaders, "Content-Type": contentType }).end(body);
}

const answerJson = (response: ServerResponse, status: number, body: unknown): void =>
  answer(response, status, "application/json", JSON.stringify(body));

const sendEvent = (response: ServerResponse, name: string, data: unknown): boolean =>
  response.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);

interface PageFile {
  readonly contentType: string;
  readonly body: string;
}

const typeOf = { html: "text/html", css: "text/css", svg: "image/svg+xml", js: "text/javascript" } as const;

/** Returns the pages' files by path. The scripts are compiled from TypeScript here, once. */
function loadPageFiles(): ReadonlyMap<string, PageFile> {
  const urlOf = (name: string): URL => new URL(`./page/${name}`, import.meta.url);
  const file = (name: string, body: string): [string, PageFile] => {
    const type = typeOf[name.split(".").at(-1) as keyof typeof typeOf];
    return [`/${name}`, { contentType: `${type}; charset=utf-8`, body }];
  };
  const plain = ["chat.html", "connect.html", "chat.css", "icon.svg"];
  return new Map([
    ...plain.map((name) => file(name, readFileSync(urlOf(name), "utf8"))),
    file("chat.js", toScript(new URL("./page/chat-page.ts", import.meta.url))),
    file("connect.js", toScript(new URL("./page/connect-page.ts", import.meta.url))),
  ]);
}

function toScript(source: URL): string {
  const entryPoints = [fileURLToPath(source)];
  const form = { bundle: true, format: "esm", target: "es2022", write: false, logLevel: "warning" } as const;
  return buildSync({ entryPoints, ...form }).outputFiles[0]?.text ?? "";
}
