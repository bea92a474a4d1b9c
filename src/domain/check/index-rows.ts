import type { ActorKey } from "../../../machines/ids.ts";
import { chatAddress, deliveryAddress } from "../../../machines/tells.ts";
import { asChatId } from "../../core/ids.ts";
import type { Key, Write } from "../../ports/store.ts";
import { failedList, removingState } from "../chat/chat-actor.ts";
import { unseenList } from "../delivery/delivery-actor.ts";
import type { ActorFacts } from "./actor-facts.ts";

/** Tables whose rows are derived from the rows of actors. */
export const indexTables = ["chatState", "clientChat", "delivery", "chatActor", "deadline"] as const;
export type IndexTable = (typeof indexTables)[number];

/** The rows that lead to an actor, as the commit of its last step wrote them. */
export function indexRowsOf({ actor, conversation, state, ...facts }: ActorFacts): readonly Write[] {
  const { chat, delivery, callChat } = facts;
  const rows: Write[] = facts.deadlines.map((deadline) => ({
    table: "deadline",
    key: [deadline.atMs, actor, deadline.id],
    row: { ...deadline, actor, conversation },
  }));
  if (chat !== null) {
    const row = { channelId: chat.channelId };
    rows.push({ table: "chatState", key: [state, chat.number], row });
    rows.push({ table: "clientChat", key: [chat.clientNumber, chat.number], row });
    if (chat.hasFailed) rows.push({ table: "chatState", key: [failedList, chat.number], row });
  }
  if (delivery !== null) {
    const { id, chatId, channelId, isReport } = delivery;
    const hasFailed = state === "failed";
    rows.push({ table: "delivery", key: ["all", channelId, id], row: { chatId } });
    if (hasFailed) rows.push({ table: "delivery", key: ["failed", channelId, id], row: { chatId } });
    if (hasFailed && isReport) rows.push({ table: "delivery", key: ["dead", channelId, id], row: { chatId } });
    if (isReport) rows.push({ table: "chatActor", key: [Number(chatId), actor], row: {} });
  }
  if (callChat !== null) rows.push({ table: "chatActor", key: [Number(callChat), actor], row: {} });
  return rows;
}

/** The actor to which a row leads; `null` for a row that leads to no actor. */
export function leadsTo<Table extends IndexTable>(table: Table, key: Key<Table>): ActorKey | null {
  // The key belongs to the table, but the compiler cannot infer that.
  const parts: readonly (string | number)[] = key;
  switch (table) {
    case "chatState":
      return parts[0] === removingState ? null : chatAddress(asChatId(String(parts[1])));
    case "clientChat":
      return chatAddress(asChatId(String(parts[1])));
    case "delivery":
      return deliveryAddress(String(parts[2]) as Key<"delivery">[2]);
    default:
      return parts[1] as ActorKey;
  }
}

/** The row is stored only until an administrator has seen the failure: a missing row is no fault. */
export const isUnseen = (table: IndexTable, key: readonly unknown[], { state }: ActorFacts): boolean =>
  table === "delivery" && key[0] === unseenList && state === "failed";
