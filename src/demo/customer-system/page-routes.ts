import type { IncomingMessage, ServerResponse } from "node:http";
import { systemClock } from "../../core/clock.ts";
import { answer, answerJson, openStream, readBody, redirect, sendEvent } from "../http.ts";
import { at, decodeLoosely, textAt } from "../json.ts";
import { nowMs } from "../time.ts";
import type { PageFile } from "./page-files.ts";
import type { Room, RoomEvent, Rooms } from "./rooms.ts";
import type { Shop } from "./shop.ts";

const statusIntervalMs = 2_000;
/** The longest text of a customer that the service accepts, in characters. */
const textLengthMax = 1_000;

export interface PageParts {
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
export async function handlePage(
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
