import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { parseCustomerMessage } from "../../codec/a-customer/customer-message.ts";
import type { CustomerMessage } from "../../codec/a-customer/customer-message.types.ts";
import { parseProviderEvent } from "../../codec/b-bot/provider-event.ts";
import type { BotMessageEvent, InviteAgentEvent } from "../../codec/b-bot/provider-event.types.ts";
import { defaultLimits } from "../../config/limits.ts";
import { ERROR_STATUS } from "../../core/errors.ts";
import type { Failure, Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import type { Clock } from "../../ports/clock.ts";
import type { BotChat } from "./bodies.ts";

/** An event that the service accepts from a bot. */
export type BotPost = BotMessageEvent | InviteAgentEvent;

/** A request that the tried side made. */
export interface Posted {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** The `Idempotency-Key`. */
  readonly key: string | null;
  readonly body: string;
  readonly atMs: number;
  /** What the codec of the service makes of it. */
  readonly read: Result<BotPost | CustomerMessage | "status">;
  /** The chat that an event of a bot names. */
  readonly chat: BotChat | null;
}

/** How a post is answered otherwise than by its content. */
export interface Manner {
  /** Refused with this failure, whatever it says. */
  readonly failure?: Failure;
  /** Answered after this time. */
  readonly afterMs?: number;
}

/** Stands in for the service on its own addresses. It answers as the service answers, and stores nothing. */
export interface PlayedService {
  /** Such as `http://127.0.0.1:8099`. */
  readonly origin: string;
  readonly posts: readonly Posted[];
  /** From now on the chat exists. `manner` is asked for each post about it, with the number of the post from 1. */
  open(chat: BotChat, manner?: (number: number) => Manner): void;
  /** Asked for each message of a client. */
  onClient(manner: (number: number) => Manner): void;
  /** Resolves with true as soon as `isSo`, with false after `ms` or when the command ends. */
  until(isSo: () => boolean, ms: number): Promise<boolean>;
  close(): Promise<void>;
}

export interface Addresses {
  readonly host: string;
  readonly port: number;
  /** The path to which a bot posts. Its last part is a secret. */
  readonly botPath: string;
  /** The path to which a customer system posts. */
  readonly clientPath: string;
}

const noManner = (): Manner => ({});
const limits = { jsonDepthMax: defaultLimits.jsonDepthMax };
/** More posts than this are answered, and not kept. */
const postsMax = 1_000;

/** Rejects when the address is in use. */
export async function playService(addresses: Addresses, signal: AbortSignal, clock: Clock): Promise<PlayedService> {
  const posts: Posted[] = [];
  const looks = new Set<() => void>();
  const chats = new Map<
    string,
    { readonly chat: BotChat; readonly manner: (number: number) => Manner; posts: number }
  >();
  let clientManner: (number: number) => Manner = noManner;
  let clientPosts = 0;

  const take = (request: IncomingMessage, bytes: Buffer): readonly [Posted, Manner] => {
    const path = (request.url ?? "/").replace(/\?.*/s, "");
    const read = readPost(request.method ?? "", path, bytes, addresses);
    const known = read.ok && typeof read.value === "object" && "event" in read.value ? find(read.value) : undefined;
    const key = request.headers["idempotency-key"];
    const posted: Posted = {
      method: request.method ?? "",
      path,
      key: typeof key === "string" ? key : null,
      body: bytes.toString(),
      atMs: clock.nowMs(),
      read: refuseUnknown(read, known !== undefined),
      chat: known?.chat ?? null,
    };
    if (known !== undefined) known.posts += 1;
    const isClient = path === addresses.clientPath && request.method === "POST";
    if (isClient) clientPosts += 1;
    const manner = isClient ? clientManner(clientPosts) : (known?.manner(known.posts) ?? {});
    if (posts.length < postsMax) posts.push(posted);
    for (const look of [...looks]) look();
    return [posted, manner];
  };
  const find = ({ chatId, clientId }: BotPost) =>
    chatId === null
      ? [...chats.values()].findLast(({ chat }) => String(chat.clientNumber) === clientId)
      : chats.get(chatId);

  const server = createServer((request, response) => {
    buffer(request)
      .then((bytes) => {
        const [{ read }, { failure, afterMs = 0 }] = take(request, bytes);
        const answer = (): void => send(response, failure === undefined ? read : { ok: false, failure });
        if (afterMs === 0) answer();
        else clock.wakeAt(clock.nowMs() + afterMs, answer);
      })
      // The other side has ended the request.
      .catch(() => response.destroy());
  });
  server.listen(addresses.port, addresses.host);
  await once(server, "listening");
  return {
    origin: originOf(addresses.host, server),
    posts,
    open: (chat, manner = noManner) => void chats.set(chat.chatId, { chat, manner, posts: 0 }),
    onClient(manner) {
      clientManner = manner;
    },
    until: (isSo, ms) => untilSo(isSo, ms, looks, { signal, clock }),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function originOf(host: string, server: Server): string {
  const bound = server.address();
  const port = typeof bound === "object" ? bound?.port : undefined;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

function untilSo(
  isSo: () => boolean,
  ms: number,
  looks: Set<() => void>,
  { signal, clock }: { readonly signal: AbortSignal; readonly clock: Clock },
): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (value: boolean): void => {
      looks.delete(look);
      wake.cancel();
      signal.removeEventListener("abort", giveUp);
      resolve(value);
    };
    const look = (): void => {
      if (isSo()) end(true);
    };
    const giveUp = (): void => end(isSo());
    const wake = clock.wakeAt(clock.nowMs() + ms, giveUp);
    looks.add(look);
    signal.addEventListener("abort", giveUp);
    if (signal.aborted) giveUp();
    else look();
  });
}

/** Source: CH-11, CH-17, BOT-05, AUTH-07, ERR-17. */
function readPost(method: string, path: string, bytes: Buffer, { botPath, clientPath }: Addresses): Posted["read"] {
  if (path === `${clientPath}/status` && method === "GET") return ok("status");
  const isBot = path.startsWith("/bots/");
  if (!isBot && path !== clientPath) return fail("not_found", "There is no such address.");
  if (method !== "POST") return fail("method_not_allowed", `Method ${method} is not allowed here: expected POST.`);
  if (!isBot) return parseCustomerMessage(bytes, limits);
  // Both forms of the address have been published. Source: BOT-05.
  if (path.replace("/bots/providers/", "/bots/webhooks/") !== botPath)
    return fail("invalid_client", "The token in the URL is not known.");
  const event = parseProviderEvent(bytes, limits);
  if (!event.ok) return event;
  return event.value.event === null ? { ok: false, failure: event.value.failure } : ok(event.value);
}

/** Source: BOT-26. */
function refuseUnknown(read: Posted["read"], isKnown: boolean): Posted["read"] {
  if (!read.ok || read.value === "status" || !("event" in read.value) || isKnown) return read;
  const { chatId, clientId } = read.value;
  if (chatId !== null) return fail("invalid_request", `There is no chat with the chat_id ${chatId}.`);
  if (clientId !== null) return fail("invalid_request", `There is no open chat of the client_id ${clientId}.`);
  return fail("invalid_request", "Field chat_id or client_id is required.");
}

function send(response: ServerResponse, read: Posted["read"]): void {
  if (read.ok) {
    response.writeHead(200, { "Content-Type": "application/json" });
    response.end(read.value === "status" ? "1" : '{"result":"ok"}');
    return;
  }
  const { code, message, retryAfterSeconds } = read.failure;
  const later = retryAfterSeconds === undefined ? {} : { "Retry-After": String(retryAfterSeconds) };
  response.writeHead(ERROR_STATUS[code], { "Content-Type": "application/json", ...later });
  response.end(JSON.stringify({ error: { code, message } }));
}
