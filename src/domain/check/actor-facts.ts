import type { BotConversationContext } from "../../../machines/bot-conversation/bot-conversation.types.ts";
import type { CallContext } from "../../../machines/call/call.machine.ts";
import type { ChannelContext, ChannelSettings } from "../../../machines/channel/channel.types.ts";
import type { ChatContext } from "../../../machines/chat/chat.types.ts";
import { hasFailedMessages } from "../../../machines/chat/steps/lane-steps.ts";
import type { DeliveryContext } from "../../../machines/delivery/delivery.types.ts";
import type { ActorKey, ChannelId, ChatId, ConversationKey, DeliveryId } from "../../../machines/ids.ts";
import type { WebhooksContext } from "../../../machines/webhooks/webhooks.machine.ts";
import type { ActorKind } from "../../core/ids.ts";
import { actorKindOf } from "../../core/ids.ts";
import type { ActorRow, Key, RowName, RowReader, StoredDeadline, TableName, Write } from "../../ports/store.ts";
import { readStoredActor } from "../actors.ts";

/** How the store writes keys; an id is a complete key as one text. */
export interface RowKeys {
  encode<Table extends TableName>(table: Table, key: Key<Table>): string;
  decode<Table extends TableName>(table: Table, id: string): Key<Table>;
  /** For log and report texts: without secrets. */
  describe(id: string): { readonly table: string; readonly text: string };
}

/** A disagreement between rows. */
export interface RowFinding {
  /** `warning`: the finding hinders nobody. */
  readonly level: "damaged" | "warning";
  readonly text: string;
  /** `null` when no other row has the lost data. */
  readonly repair: Repair | null;
}

/** One commit that makes rows agree again. It uses undamaged rows only, and may run twice. */
export interface Repair {
  /** The change in words, such as `The counter chat is set to 7`. */
  readonly what: string;
  /** The conversation that the repair locks; `null` for a repair without one. */
  readonly conversation: ConversationKey | null;
  readonly reads: readonly RowName[];
  /** Reads the rows again: returns nothing when they agree now. */
  writes(rows: RowReader): readonly Write[];
}

/** The facts of one stored actor that other rows must agree with. */
export interface ActorFacts {
  readonly actor: ActorKey;
  readonly conversation: ConversationKey;
  readonly kind: ActorKind;
  readonly state: string;
  readonly deadlines: readonly StoredDeadline[];
  readonly chat: ChatPlace | null;
  readonly delivery: DeliveryPlace | null;
  /** The chat of a call. */
  readonly callChat: ChatId | null;
  /** Deliveries of its lane, the front first. */
  readonly lane: readonly DeliveryId[];
}
interface ChatPlace {
  readonly number: number;
  readonly channelId: ChannelId;
  readonly clientNumber: number;
  readonly hasFailed: boolean;
  readonly lastSeq: number;
}
interface DeliveryPlace {
  readonly id: DeliveryId;
  readonly chatId: ChatId;
  readonly channelId: ChannelId;
  /** An event for the owner's server, or a mail. */
  readonly isReport: boolean;
}

/** Throws when the machine of this version cannot read the row. */
export function factsOf(row: ActorRow): ActorFacts {
  const { actor, conversation, state, deadlines } = row;
  const kind = actorKindOf(actor);
  const { context } = readStoredActor(row, kind);
  const none = { chat: null, delivery: null, callChat: null, lane: [] };
  return { ...{ actor, conversation, kind, state, deadlines }, ...none, ...placesOf(kind, context) };
}

/** Returns the settings of a channel that is not removed, else `null`. */
export function settingsOf(row: ActorRow): ChannelSettings | null {
  if (actorKindOf(row.actor) !== "channel" || row.state === "removed") return null;
  // The row is a channel's, and so is its context.
  return (readStoredActor(row, "channel").context as ChannelContext).settings;
}

/** `readStoredActor` returned the context for this kind. */
function placesOf(kind: ActorKind, context: unknown): Partial<ActorFacts> {
  switch (kind) {
    case "chat": {
      const { id, channelId, client, lane, lastSeq, visit } = context as ChatContext;
      const chat = { number: Number(id), channelId, clientNumber: client.number, lastSeq };
      return { chat: { ...chat, hasFailed: hasFailedMessages({ visit }) }, lane: idsOf(lane.active, lane.waiting) };
    }
    case "delivery": {
      const { id, chatId, channelId, cargo } = context as DeliveryContext;
      return { delivery: { id, chatId, channelId, isReport: cargo.kind === "webhook" || cargo.kind === "mail" } };
    }
    case "bot": {
      const { active, waiting } = (context as BotConversationContext).lane;
      return {
        lane: idsOf(
          active?.deliveryId ?? null,
          waiting.map(({ deliveryId }) => deliveryId),
        ),
      };
    }
    case "webhooks": {
      const { lanes } = context as WebhooksContext;
      return {
        lane: lanes.flatMap(({ active, waiting }) => [active, ...waiting.map(({ deliveryId }) => deliveryId)]),
      };
    }
    case "call":
      return { callChat: (context as CallContext).chatId };
    default:
      return {};
  }
}

const idsOf = (active: DeliveryId | null, waiting: readonly DeliveryId[]): readonly DeliveryId[] =>
  active === null ? waiting : [active, ...waiting];
