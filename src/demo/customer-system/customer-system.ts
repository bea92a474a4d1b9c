import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { systemClock } from "../../core/clock.ts";
import type { Clock } from "../../ports/clock.ts";
import { shopChannel } from "../demo-config.ts";
import { answer, answerJson, openStream, readBody, redirect, sendEvent } from "../http.ts";
import { openHttpServer } from "../http-server.ts";
import { at, decodeLoosely, textAt } from "../json.ts";
import { nowMs } from "../time.ts";
import { Endpoints } from "./endpoint.ts";
import type { Room, RoomEvent } from "./rooms.ts";
import { Rooms } from "./rooms.ts";
import type { ParleyChannels } from "./shop.ts";
import { Shop } from "./shop.ts";

/** A sample customer system: a small shop with a chat page, and the endpoints to which the service posts agents' messages. */
export interface CustomerSystem {
  readonly url: string;
  readonly endpoints: Endpoints;
  readonly shop: Shop;
  close(): Promise<void>;
}

/** Listens on a free port of this machine. */
export async function openCustomerSystem(
  channels: ParleyChannels,
  clock: Clock = systemClock,
): Promise<CustomerSystem> {
  const endpoints = new Endpoints();
  const rooms = new Rooms(clock, shopChannel);
  const shop = new Shop(rooms, channels);
  /** Reads `shop.log` when it is called, because the log may be set after this server has started. */
  const play = (channelId: string): void =>
    endpoints.play(channelId, { log: shop.log, receive: (message) => shop.receive(message) });

  const server = await openHttpServer(async (path, request, response) => {
    const channelId = /^\/parley\/(\w+)$/.exec(path)?.[1];
    if (channelId !== undefined) await endpoints.handle(channelId, path, request, response);
    else await handlePage(parts, path, request, response);
  });
  const parts = { files: loadPageFiles(), rooms, shop, play, webhookUrl: () => `${server.url}/parley` };
  return {
    url: server.url,
    endpoints,
    shop,
    close() {
      rooms.close();
      return server.close();
    },
  };
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
  if (path === "/") return redirect(response, `/chat/${rooms.newId()}`);
  const [, roomId = "", step = ""] = /^\/chat\/([^/]+)(?:\/(events|messages|typing|mailbox))?$/.exec(path) ?? [];
  const room = rooms.enter(roomId);
  const page = files.get("/chat.html");
  if (room === undefined || page === undefined) return answerJson(response, 404, { error: "There is no such page." });
  if (step === "events") return stream(parts, room, request, response);
  if (step === "messages") return takeMessage(parts, room, request, response);
  if (step === "typing") return takeTyping(parts, room, request, response);
  if (step === "mailbox") return takeMailbox(room, request, response);
  answer(response, 200, page.contentType, page.body);
}

/** Sends all bubbles and the typing state, then each change. The event `support` says whether an agent is online. */
function stream({ shop }: PageParts, room: Room, request: IncomingMessage, response: ServerResponse): void {
  openStream(response);
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
  let told: boolean | null = null;
  let wake = { cancel: (): void => undefined };
  const look = async (): Promise<void> => {
    const isOnline = await shop.isSupportOnline(room).catch(() => false);
    if (hasEnded) return;
    if (isOnline !== told) tell(isOnline);
    told = isOnline;
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

async function takeMessage(
  { shop }: PageParts,
  room: Room,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = decodeLoosely((await readBody(request)) ?? "");
  const key = textAt(body, "key");
  const text = textAt(body, "text").trim();
  if (request.method !== "POST" || !/^[\w-]{1,64}$/.test(key) || text === "" || text.length > textLengthMax) {
    return answerJson(response, 400, {
      error: `Expected POST with a key and a text of 1 to ${textLengthMax} characters.`,
    });
  }
  answerJson(response, 202, { key });
  await shop.say(room, key, text);
}

/** Handles a typing notice of the customer. */
async function takeTyping(
  { shop }: PageParts,
  room: Room,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const state = textAt(decodeLoosely((await readBody(request)) ?? ""), "type");
  if (request.method !== "POST" || (state !== "typein" && state !== "typeout")) {
    return answerJson(response, 400, { error: 'Expected POST with the type "typein" or "typeout".' });
  }
  answerJson(response, 202, { type: state });
  await shop.type(room, state);
}

/** Sets whether the shop refuses agents' messages. The user of the demo can then see how the desk shows a refusal. */
async function takeMailbox(room: Room, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const isFull = at(decodeLoosely((await readBody(request)) ?? ""), "isFull");
  if (request.method !== "POST" || typeof isFull !== "boolean")
    return answerJson(response, 400, { error: "Expected POST with isFull, true or false." });
  room.isFull = isFull;
  answerJson(response, 200, { isFull });
}

/** GET serves the page with the shop's own address. POST connects a channel and answers the address of its chat page. */
async function handleConnect(parts: PageParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { files, rooms, shop } = parts;
  if (request.method !== "POST") {
    const page = files.get("/connect.html");
    return answer(response, 200, "text/html; charset=utf-8", (page?.body ?? "").replace("__URL__", parts.webhookUrl()));
  }
  const connected = await shop.connect(textAt(decodeLoosely((await readBody(request)) ?? ""), "endpoint"));
  if ("error" in connected) return answerJson(response, 400, connected);
  const room = rooms.enter(rooms.newId());
  if (room === undefined) return answerJson(response, 500, { error: "No chat could be opened." });
  room.channelId = connected.channelId;
  parts.play(connected.channelId);
  answerJson(response, 200, { chat: `/chat/${room.id}` });
}

interface PageFile {
  readonly contentType: string;
  readonly body: string;
}

const read = (url: URL): string => readFileSync(url, "utf8");

/** Returns the pages' files by path. The scripts are compiled from TypeScript here, once. */
function loadPageFiles(): ReadonlyMap<string, PageFile> {
  const page = (name: string): string => read(new URL(`./page/${name}`, import.meta.url));
  return new Map([
    ["/chat.html", { contentType: "text/html; charset=utf-8", body: page("chat.html") }],
    ["/connect.html", { contentType: "text/html; charset=utf-8", body: page("connect.html") }],
    ["/chat.css", { contentType: "text/css; charset=utf-8", body: page("chat.css") }],
    ["/icon.svg", { contentType: "image/svg+xml", body: page("icon.svg") }],
    [
      "/chat.js",
      {
        contentType: "text/javascript; charset=utf-8",
        body: toScript(new URL("./page/chat-page.ts", import.meta.url)),
      },
    ],
    [
      "/connect.js",
      {
        contentType: "text/javascript; charset=utf-8",
        body: toScript(new URL("./page/connect-page.ts", import.meta.url)),
      },
    ],
  ]);
}

function toScript(source: URL): string {
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(source)],
    bundle: true,
    format: "esm",
    target: "es2022",
    write: false,
    logLevel: "warning",
  });
  return outputFiles[0]?.text ?? "";
}
