import Type from "typebox";
import type { AgentProfile } from "../../../../../machines/agent/agent.types.ts";
import type { DeskOfflineMessage } from "../../../../codec/desk/desk-offline.ts";
import { offlineMessagesAnswer } from "../../../../codec/desk/desk-offline.ts";
import { describeValue } from "../../../../codec/text/text.ts";
import type { Result } from "../../../../core/result.ts";
import { fail, ok } from "../../../../core/result.ts";
import { showOffline } from "../../../../domain/client/offline-view.ts";
import type { OfflineMessageRow } from "../../../../ports/store.ts";
import type { HttpExchange } from "../../../http/http-exchange.ts";
import type { Handler, Route } from "../../../server/router.ts";
import { findCaller } from "../desk-caller.ts";
import type { DeskParts } from "../desk-parts.ts";
import { cursorDoc, decodeCursor, encodeCursor } from "../request/cursor.ts";

const states = ["open", "done"] as const;

/** `GET /api/offline-messages?channel=&state=&owner=&cursor=`: what visitors left in channels the caller may see, newest first. Source: WH-18. */
export const offlineMessagesRoute = (desk: DeskParts): Route => ({
  pattern: "/api/offline-messages",
  methods: { get: getOfflineMessages(desk) },
  docs: {
    get: {
      id: "listOfflineMessages",
      summary: "What visitors left through the offline form in channels the caller may see, newest first.",
      tag: "Chats",
      access: "agent",
      query: [
        { name: "channel", description: "Only messages of the channel with this id.", schema: Type.String() },
        { name: "state", description: "Only open ones, or those that are done.", schema: Type.Enum([...states]) },
        {
          name: "owner",
          description: "Only those of the agent with this id; `none` for those that are nobody's.",
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
    const place = before.value === undefined ? undefined : Number(before.value);
    const { offlineMessages, nextBefore } = await listOffline(desk, caller.profile, query.value, place);
    const cursor = nextBefore === null ? null : encodeCursor("offline", String(nextBefore));
    exchange.answer(200, { body: JSON.stringify({ offlineMessages, cursor, canAnswer: desk.hasMail }) });
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

interface OfflinePage {
  readonly offlineMessages: readonly DeskOfflineMessage[];
  /** Where the next page goes on; null at the end. */
  readonly nextBefore: number | null;
}

/** Pages of rows looked at for one page of the list: it is short then, and its cursor goes on. */
const roundsMax = 50;

async function listOffline(
  { store, runtime, limits }: Pick<DeskParts, "store" | "runtime" | "limits">,
  agent: AgentProfile,
  query: OfflineQuery,
  place: number | undefined,
): Promise<OfflinePage> {
  const offlineMessages: DeskOfflineMessage[] = [];
  const limit = limits.pageRowsMax;
  let before = place;
  for (let round = 0; round < roundsMax; round += 1) {
    const after = before === undefined ? {} : { after: [before] as const };
    const rows = await store.scan("offlineMessage", { ...after, reverse: true, limit });
    for (const { key, row } of rows) {
      before = key[0];
      if (isAsked(query, row) && runtime.directory.canSee(agent, row.channelId))
        offlineMessages.push(showOffline(store.durable, runtime.directory, before, row));
      if (offlineMessages.length === limit) return { offlineMessages, nextBefore: before };
    }
    if (rows.length < limit) return { offlineMessages, nextBefore: null };
  }
  return { offlineMessages, nextBefore: before ?? null };
}
