import Type from "typebox";
import type { AgentProfile } from "../../../../../machines/agent/agent.machine.ts";
import type { ArchivePlace } from "../../../../../workers/archive/archive.types.ts";
import type { ArchiveQuery } from "../../../../archive/archive.ts";
import { chatSchema, nullable, strict, timeSchema } from "../../../../codec/desk/desk-schemas.ts";
import { isLongerThan } from "../../../../codec/text/text.ts";
import type { Result } from "../../../../core/result.ts";
import { fail, ok } from "../../../../core/result.ts";
import { showChat } from "../../../../domain/chat/queries/chat-queries.ts";
import type { HttpExchange } from "../../../http/http-exchange.ts";
import type { Handler, Route } from "../../../server/router.ts";
import { findCaller } from "../desk-caller.ts";
import type { DeskParts } from "../desk-parts.ts";
import { cursorDoc, decodeCursor, encodeCursor } from "../request/cursor.ts";
import { readCount, readTimes } from "../request/query.ts";
import { visibleChannels } from "./visible-channels.ts";

const archiveAnswer = Type.Object(
  {
    chats: Type.Array(chatSchema, { description: "The chats of the page." }),
    cursor: nullable(Type.String(), "Where the next page goes on, also after a short or empty page; null at the end."),
    complete: Type.Boolean({ description: "False while chats are still being put into a new index." }),
  },
  strict,
);

/** `GET /api/archive?q=&from=&to=&channel=&agent=&cursor=`: closed chats that the caller may see, the last closed chat first. */
export const archiveRoute = (desk: DeskParts): Route => ({
  pattern: "/api/archive",
  gate: "load",
  methods: { get: searchArchive(desk) },
  docs: {
    get: {
      id: "searchArchive",
      summary: "Lists the closed chats that the caller can see, the last closed chat first.",
      tag: "Archive",
      access: "agent",
      query: [
        {
          name: "q",
          description:
            "Words that a chat has, all of them, the last one also as the beginning of a word: in its messages and notes, names of files, what is known of the client, the page's address, names of agents. Case and accents do not matter. Every chat when absent.",
          schema: Type.String({ maxLength: desk.limits.archiveQueryCodePointsMax }),
        },
        { name: "from", description: "Closed at this time or later.", schema: timeSchema("The earliest time") },
        { name: "to", description: "Closed at this time or before.", schema: timeSchema("The latest time") },
        { name: "channel", description: "Only chats of the channel with this id.", schema: Type.String() },
        {
          name: "agent",
          description: "Only chats in which the agent with this id took part.",
          schema: Type.Integer({ minimum: 0 }),
        },
        cursorDoc,
      ],
      answer: { status: 200, description: "A page of closed chats.", schema: archiveAnswer },
      failures: ["invalid_request"],
    },
  },
});

const searchArchive =
  (desk: DeskParts): Handler =>
  async (exchange) => {
    const caller = findCaller(desk, exchange);
    if (caller === null) return;
    const query = readQuery(exchange, caller.profile, desk);
    if (!query.ok) return exchange.answerFailure(query.failure);
    const page = await desk.archive.search(query.value);
    if (!page.ok) return exchange.answerFailure(page.failure);
    const { chats, next, isComplete: complete } = page.value;
    const found = await Promise.all(chats.map((view) => showChat(desk.store.durable, view, desk.limits)));
    const cursor = next === null ? null : encodeCursor("archive", `${next.closedAtMs} ${next.chatNumber}`);
    exchange.answer(200, { body: JSON.stringify({ chats: found, cursor, complete }) });
  };

function readQuery(
  exchange: HttpExchange,
  caller: AgentProfile,
  { limits, runtime }: Pick<DeskParts, "limits" | "runtime">,
): Result<ArchiveQuery> {
  const text = exchange.query("q") ?? "";
  const { archiveQueryCodePointsMax: max } = limits;
  if (isLongerThan(text, max)) return fail("invalid_request", `Parameter q must have at most ${max} characters.`);
  const times = readTimes(exchange);
  if (!times.ok) return times;
  const agentId = readCount("agent", exchange.query("agent"));
  if (!agentId.ok) return agentId;
  const after = readCursor(exchange.query("cursor"));
  if (!after.ok) return after;
  const channelIds = visibleChannels(runtime.directory, caller, exchange.query("channel") || undefined);
  return ok({ text, ...times.value, channelIds, agentId: agentId.value ?? null, after: after.value });
}

function readCursor(text: string | undefined): Result<ArchivePlace | null> {
  const place = decodeCursor("archive", /^[0-9]{1,15} [0-9]{1,15}$/, text);
  if (!place.ok) return place;
  if (place.value === undefined) return ok(null);
  const [closedAtMs = 0, chatNumber = 0] = place.value.split(" ").map(Number);
  return ok({ closedAtMs, chatNumber });
}
