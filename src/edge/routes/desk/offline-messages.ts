import Type from "typebox";
import type { AgentProfile } from "../../../../machines/agent/agent.types.ts";
import type { DeskOfflineMessage } from "../../../codec/desk-offline.ts";
import { offlineMessagesAnswer, toDeskOfflineMessage } from "../../../codec/desk-offline.ts";
import type { Handler, Route } from "../../router.ts";
import { cursorDoc, decodeCursor, encodeCursor } from "./cursor.ts";
import { findCaller } from "./desk-caller.ts";
import type { DeskParts } from "./desk-parts.ts";

/** `GET /api/offline-messages?channel=&cursor=`: what visitors left in channels the caller may see, newest first. Source: WH-18. */
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
    const channelId = exchange.query("channel") || undefined;
    const before = decodeCursor("offline", /^[1-9][0-9]{0,14}$/, exchange.query("cursor"));
    if (!before.ok) return exchange.answerFailure(before.failure);
    const place = before.value === undefined ? undefined : Number(before.value);
    const { offlineMessages, nextBefore } = await listOffline(desk, caller.profile, channelId, place);
    const cursor = nextBefore === null ? null : encodeCursor("offline", String(nextBefore));
    exchange.answer(200, { body: JSON.stringify({ offlineMessages, cursor }) });
  };

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
  channelId: string | undefined,
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
      const isAsked = channelId === undefined || channelId === row.channelId;
      if (isAsked && runtime.directory.canSee(agent, row.channelId))
        offlineMessages.push(toDeskOfflineMessage(before, row));
      if (offlineMessages.length === limit) return { offlineMessages, nextBefore: before };
    }
    if (rows.length < limit) return { offlineMessages, nextBefore: null };
  }
  return { offlineMessages, nextBefore: before ?? null };
}
