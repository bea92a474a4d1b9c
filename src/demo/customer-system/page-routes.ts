import type { IncomingMessage, ServerResponse } from "node:http";
import { systemClock } from "../../core/clock.ts";
import { answer, answerJson, openStream, readBody, redirect, sendEvent } from "../http.ts";
import { at, decodeLoosely, textAt } from "../json.ts";
import { nowMs } from "../time.ts";
import type { PageFile } from "./page-files.ts";
import type { Room, RoomEvent, Rooms } from "./rooms.ts";
import type { Shop } from "./shop.ts";

const statusIntervalMs = 2_000;
/** What the service takes of a customer's text. */
const textLengthMax = 1_000;

export interface PageParts {
  readonly files: ReadonlyMap<string, PageFile>;
  readonly rooms: Rooms;
  readonly shop: Shop;
  /** Takes what the service posts for a channel. */
  play(channelId: string): void;
  /** Where the service is to post. */
  webhookUrl(): string;
}

/** The pages and what they call: `/` gives a new customer a room, `/chat/{room}` is that room, `/connect` leads to other channels. */
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

/** Everything said so far and who types, then everything as it happens; `support` tells whether an agent is there. */
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

/** Asks the service for its status now and every 2 s, and tells what is new. */
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

/** What the customer does before a message is there. */
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

/** Whether what agents write is refused, so that it can be seen what the desk makes of it. */
async function takeMailbox(room: Room, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const isFull = at(decodeLoosely((await readBody(request)) ?? ""), "isFull");
  if (request.method !== "POST" || typeof isFull !== "boolean")
    return answerJson(response, 400, { error: "Expected POST with isFull, true or false." });
  room.isFull = isFull;
  answerJson(response, 200, { isFull });
}

/** The page with the shop's own address, and the step that connects it: answers where to write as a customer. */
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
