import Type from "typebox";
import { toDeskChat } from "../../../codec/desk.ts";
import { chatsAnswer } from "../../../codec/desk-answer-schemas.ts";
import { chatStates } from "../../../codec/desk-schemas.ts";
import type { Result } from "../../../core/result.ts";
import { fail, ok } from "../../../core/result.ts";
import type { HttpExchange } from "../../http-exchange.ts";
import type { Handler, Route } from "../../router.ts";
import type { ChatQuery } from "./chat-list.ts";
import { listChats } from "./chat-list.ts";
import { cursorDoc, decodeCursor, encodeCursor } from "./cursor.ts";
import { findCaller } from "./desk-caller.ts";
import type { DeskParts } from "./desk-parts.ts";
import { readCount } from "./query.ts";

/** `GET /api/chats?state=&channel=&agent=&cursor=`: the chats the caller may see, newest first. */
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
          description: "Only chats in this state; all but blocked ones when absent.",
          schema: Type.Enum([...chatStates]),
        },
        { name: "channel", description: "Only chats of the channel with this id.", schema: Type.String() },
        { name: "agent", description: "Only chats of the agent with this id.", schema: Type.Integer({ minimum: 0 }) },
        cursorDoc,
      ],
      answer: { status: 200, description: "A page of chats.", schema: chatsAnswer },
      failures: ["invalid_request"],
    },
  },
});

/** Chats of clients on the blacklist are found by their state alone. Source: WH-20. */
const listedStates = chatStates.filter((state) => state !== "blocked");

const getChats =
  (desk: DeskParts): Handler =>
  async (exchange) => {
    const caller = findCaller(desk, exchange);
    if (caller === null) return;
    const query = readQuery(exchange);
    if (!query.ok) return exchange.answerFailure(query.failure);
    const page = await listChats(desk, caller.profile, query.value);
    const chats = page.chats.map(({ context, state }) => toDeskChat(context, state));
    const cursor = page.nextBefore === null ? null : encodeCursor("before", String(page.nextBefore));
    exchange.answer(200, { body: JSON.stringify({ chats, cursor }) });
  };

function readQuery(exchange: HttpExchange): Result<ChatQuery> {
  const state = exchange.query("state") || undefined;
  if (state !== undefined && !chatStates.some((known) => known === state))
    return fail("invalid_request", `Parameter state must be one of ${chatStates.join(", ")}.`);
  const agentId = readCount("agent", exchange.query("agent"));
  if (!agentId.ok) return agentId;
  const before = decodeCursor("before", /^[1-9][0-9]{0,14}$/, exchange.query("cursor"));
  if (!before.ok) return before;
  return ok({
    states: state === undefined ? listedStates : [state],
    channelId: exchange.query("channel") || undefined,
    agentId: agentId.value,
    before: before.value === undefined ? undefined : Number(before.value),
  });
}
