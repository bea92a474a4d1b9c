import { toDeskChat } from "../../../codec/desk.ts";
import type { Result } from "../../../core/result.ts";
import { fail, ok } from "../../../core/result.ts";
import type { HttpExchange } from "../../http-exchange.ts";
import type { Handler, Route } from "../../router.ts";
import type { ChatQuery } from "./chat-list.ts";
import { listChats } from "./chat-list.ts";
import { findCaller } from "./desk-caller.ts";
import type { DeskParts } from "./desk-parts.ts";
import { readCount } from "./query.ts";

const states = ["with_bot", "waiting", "unstaffed", "with_agent", "closed"] as const;

/** `GET /api/chats?state=&channel=&agent=&cursor=`: the chats the caller may see, newest first. */
export const chatsRoute = (desk: DeskParts): Route => ({ pattern: "/api/chats", methods: { get: getChats(desk) } });

const getChats =
  (desk: DeskParts): Handler =>
  async (exchange) => {
    const caller = findCaller(desk, exchange);
    if (caller === null) return;
    const query = readQuery(exchange);
    if (!query.ok) return exchange.answerFailure(query.failure);
    const page = await listChats(desk, caller.profile, query.value);
    const chats = page.chats.map(({ context, state }) => toDeskChat(context, state));
    const cursor = page.nextBefore === null ? null : encodeCursor(page.nextBefore);
    exchange.answer(200, { body: JSON.stringify({ chats, cursor }) });
  };

function readQuery(exchange: HttpExchange): Result<ChatQuery> {
  const state = exchange.query("state") || undefined;
  if (state !== undefined && !states.some((known) => known === state))
    return fail("invalid_request", `Parameter state must be one of ${states.join(", ")}.`);
  const agentId = readCount("agent", exchange.query("agent"));
  if (!agentId.ok) return agentId;
  const before = decodeCursor(exchange.query("cursor") || undefined);
  if (!before.ok) return before;
  return ok({
    states: state === undefined ? states : [state],
    channelId: exchange.query("channel") || undefined,
    agentId: agentId.value,
    before: before.value,
  });
}

const cursorPattern = /^before ([1-9][0-9]{0,14})$/;

const encodeCursor = (before: number): string => Buffer.from(`before ${before}`).toString("base64url");

function decodeCursor(text: string | undefined): Result<number | undefined> {
  if (text === undefined) return ok(undefined);
  const before = cursorPattern.exec(Buffer.from(text, "base64url").toString("latin1"))?.[1];
  return before !== undefined && encodeCursor(Number(before)) === text
    ? ok(Number(before))
    : fail("invalid_request", "Parameter cursor must be the cursor of an earlier answer.");
}
