import Type from "typebox";
import { offlineMessagesAnswer } from "../../../../codec/desk/desk-offline.ts";
import { describeValue } from "../../../../codec/text/text.ts";
import type { Result } from "../../../../core/result.ts";
import { fail, ok } from "../../../../core/result.ts";
import { readOfflinePage } from "../../../../domain/client/offline-pages.ts";
import type { OfflineMessageRow } from "../../../../ports/store.ts";
import type { HttpExchange } from "../../../http/http-exchange.ts";
import type { Handler, Route } from "../../../server/router.ts";
import { findCaller } from "../desk-caller.ts";
import type { DeskParts } from "../desk-parts.ts";
import { cursorDoc, decodeCursor, encodeCursor } from "../request/cursor.ts";

const states = ["open", "done"] as const;

/**
 * `GET /api/offline-messages?channel=&state=&owner=&cursor=`: messages that visitors left in channels that the caller may see,
 * newest first. Source: WH-18.
 */
export const offlineMessagesRoute = (desk: DeskParts): Route => ({
  pattern: "/api/offline-messages",
  methods: { get: getOfflineMessages(desk) },
  docs: {
    get: {
      id: "listOfflineMessages",
      summary: "Lists messages from the offline form in channels that the caller can see, the newest first.",
      tag: "Chats",
      access: "agent",
      query: [
        { name: "channel", description: "Only messages of the channel with this id.", schema: Type.String() },
        {
          name: "state",
          description: "Only open messages, or only messages that are done.",
          schema: Type.Enum([...states]),
        },
        {
          name: "owner",
          description: "Only messages of the agent with this id; `none` for messages without an agent.",
          schema: Type.String({ pattern: "^(none|[1-9][0-9]{0,14})$" }),
        },
        cursorDoc,
      ],
      answer: { status: 200, description: "A page of messages.", schema: offlineMessagesAnswer },
      failures: ["invalid_request"],
    },
  },
});

const getOfflineMessages =
  (desk: DeskParts): Handler =>
  async (exchange) => {
    const caller = findCaller(desk, exchange);
    if (caller === null) return;
    const query = readQuery(exchange);
    if (!query.ok) return exchange.answerFailure(query.failure);
    const before = decodeCursor("offline", /^[1-9][0-9]{0,14}$/, exchange.query("cursor"));
    if (!before.ok) return exchange.answerFailure(before.failure);
    const { directory } = desk.runtime;
    const { offlineMessages, nextBefore } = await readOfflinePage(
      { store: desk.store, directory },
      {
        isAsked: (row) => isAsked(query.value, row) && directory.canSee(caller.profile, row.channelId),
        before: before.value === undefined ? undefined : Number(before.value),
        rowsMax: desk.limits.pageRowsMax,
      },
    );
    const cursor = nextBefore === null ? null : encodeCursor("offline", String(nextBefore));
    exchange.answer(200, { body: JSON.stringify({ offlineMessages, cursor, canAnswer: desk.hasMail() }) });
  };

interface OfflineQuery {
  readonly channelId: string | undefined;
  readonly state: string | undefined;
  readonly owner: string | undefined;
}

function readQuery(exchange: HttpExchange): Result<OfflineQuery> {
  const [channelId, state, owner] = ["channel", "state", "owner"].map((name) => exchange.query(name) || undefined);
  if (state !== undefined && !states.some((one) => one === state))
    return fail("invalid_request", `Parameter state must be ${states.join(" or ")}, got ${describeValue(state)}.`);
  if (owner !== undefined && !/^(none|[1-9][0-9]{0,14})$/.test(owner))
    return fail("invalid_request", `Parameter owner must be the id of an agent or none, got ${describeValue(owner)}.`);
  return ok({ channelId, state, owner });
}

const isAsked = ({ channelId, state, owner }: OfflineQuery, row: OfflineMessageRow): boolean =>
  (channelId === undefined || channelId === row.channelId) &&
  (state === undefined || (state === "open") === (row.done === null)) &&
  (owner === undefined || owner === String(row.ownerId ?? "none"));
