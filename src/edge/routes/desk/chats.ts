import { setImmediate as nextTurn } from "node:timers/promises";
import Type from "typebox";
import { chatsAnswer } from "../../../codec/desk-answer-schemas.ts";
import { chatStates } from "../../../codec/desk-schemas.ts";
import type { Limits } from "../../../config/limits.ts";
import type { Result } from "../../../core/result.ts";
import { fail, ok } from "../../../core/result.ts";
import type { ChatView } from "../../../runtime/views.ts";
import { showChat } from "../../../runtime/views.ts";
import type { HttpExchange } from "../../http-exchange.ts";
import type { Handler, Route } from "../../router.ts";
import type { ChatQuery } from "./chat-list.ts";
import { chatsAtOnce, listChats } from "./chat-list.ts";
import { cursorDoc, decodeCursor, encodeCursor } from "./cursor.ts";
import { findCaller } from "./desk-caller.ts";
import type { DeskParts } from "./desk-parts.ts";
import { readCount } from "./query.ts";

/** `GET /api/chats?state=&channel=&agent=&client=&limit=&cursor=`: the chats the caller may see, newest first. */
export const chatsRoute = (desk: DeskParts): Route => ({
  pattern: "/api/chats",
  methods: { get: getChats(desk) },
  docs: {
    get: {
      id: "listChats",
      summary: "The chats the caller may see, newest first.",
      tag: "Chats",
      access: "agent",
      query: [
        {
          name: "state",
          description:
            "Only chats in this state, open: all but closed and blocked ones; all but blocked ones when absent.",
          schema: Type.Enum([...chatStates, "open"]),
        },
        { name: "channel", description: "Only chats of the channel with this id.", schema: Type.String() },
        { name: "agent", description: "Only chats of the agent with this id.", schema: Type.Integer({ minimum: 0 }) },
        {
          name: "client",
          description: "Only chats of the client with this number, those that are over as well.",
          schema: Type.Integer({ minimum: 0 }),
        },
        {
          name: "limit",
          description: `At most so many chats in the page; ${desk.limits.pageRowsMax} when absent.`,
          schema: Type.Integer({ minimum: 1, maximum: rowsMax }),
        },
        cursorDoc,
      ],
      answer: { status: 200, description: "A page of chats.", schema: chatsAnswer },
      failures: ["invalid_request"],
    },
  },
});

/** Chats of clients on the blacklist are found by their state alone. Source: WH-20. */
const listedStates = chatStates.filter((state) => state !== "blocked");
const openStates = listedStates.filter((state) => state !== "closed");
/** A page of so many is made piece by piece, in about 60 ms of work. */
const rowsMax = 1_000;

const getChats =
  (desk: DeskParts): Handler =>
  async (exchange) => {
    const caller = findCaller(desk, exchange);
    if (caller === null) return;
    const query = readQuery(exchange, desk.limits);
    if (!query.ok) return exchange.answerFailure(query.failure);
    const page = await listChats(desk, caller.profile, query.value);
    const cursor = page.nextBefore === null ? null : encodeCursor("before", String(page.nextBefore));
    const chats = await encodeChats(desk, page.chats);
    exchange.answer(200, { body: `{"chats":[${chats.join()}],"cursor":${JSON.stringify(cursor)}}` });
  };

async function encodeChats({ store, limits }: DeskParts, views: readonly ChatView[]): Promise<readonly string[]> {
  const encoded: string[] = [];
  for (const view of views) {
    encoded.push(JSON.stringify(showChat(store.durable, view, limits)));
    if (encoded.length % chatsAtOnce === 0) await nextTurn();
  }
  return encoded;
}

function readQuery(exchange: HttpExchange, { pageRowsMax }: Pick<Limits, "pageRowsMax">): Result<ChatQuery> {
  const states = statesOf(exchange.query("state") || undefined);
  if (states === undefined)
    return fail("invalid_request", `Parameter state must be one of ${chatStates.join(", ")}, open.`);
  const agentId = readCount("agent", exchange.query("agent"));
  if (!agentId.ok) return agentId;
  const clientNumber = readCount("client", exchange.query("client"));
  if (!clientNumber.ok) return clientNumber;
  const limit = readLimit(exchange.query("limit"), pageRowsMax);
  if (!limit.ok) return limit;
  const before = decodeCursor("before", /^[1-9][0-9]{0,14}$/, exchange.query("cursor"));
  if (!before.ok) return before;
  return ok({
    states,
    channelId: exchange.query("channel") || undefined,
    agentId: agentId.value,
    clientNumber: clientNumber.value,
    rowsMax: limit.value,
    before: before.value === undefined ? undefined : Number(before.value),
  });
}

function statesOf(asked: string | undefined): readonly string[] | undefined {
  if (asked === undefined) return listedStates;
  if (asked === "open") return openStates;
  return chatStates.some((known) => known === asked) ? [asked] : undefined;
}

function readLimit(text: string | undefined, otherwise: number): Result<number> {
  const limit = readCount("limit", text);
  if (!limit.ok) return limit;
  const { value = otherwise } = limit;
  return value >= 1 && value <= rowsMax
    ? ok(value)
    : fail("invalid_request", `Parameter limit must be a whole number from 1 to ${rowsMax}, got ${value}.`);
}
