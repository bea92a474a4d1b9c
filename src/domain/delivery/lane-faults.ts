import { isDeepStrictEqual } from "node:util";
import type { BotConversationContext } from "../../../machines/bot-conversation/bot-conversation.types.ts";
import type { ChatContext } from "../../../machines/chat/chat.types.ts";
import type { DeliveryContext } from "../../../machines/delivery/delivery.types.ts";
import { attemptDeadline, nextDeadline } from "../../../machines/delivery/delivery-steps.ts";
import type { ActorKey, ChatId, ConversationKey, DeliveryId } from "../../../machines/ids.ts";
import type { AttemptFailure, Recipient } from "../../../machines/tells.ts";
import { botAddress, chatAddress, deliveryAddress, isNoChat, webhooksAddress } from "../../../machines/tells.ts";
import type { WebhooksContext } from "../../../machines/webhooks/webhooks.machine.ts";
import type { DeadlineName } from "../../actors/deadlines/scheduler.ts";
import { actorKindOf } from "../../core/ids.ts";
import type { ActorRow, DeadlineRow, Key, Row, TableName } from "../../ports/store.ts";
import { readStoredActor } from "../actors.ts";
import type { ActorEvent } from "../effects.ts";
import { newMessageId } from "../new-ids.ts";

/** Reads single rows, each at its own time, and knows whether a deadline will fire. */
export interface LaneRows {
  read<Table extends TableName>(table: Table, key: Key<Table>): Promise<Row<Table> | undefined>;
  holds(deadline: DeadlineName): boolean;
}

/** The maximum of looks. A customer who writes all the time keeps changing the chat's row; such a chat waits for the next walk. */
const looksMax = 3;

/**
 * Returns the fault that a look finds, if no row has changed during the look: then the fault was true at one moment. A lane that
 * moves while its rows are read may seem stuck. An example: its front was read before the end of a delivery, and the delivery was
 * read after that end. A stuck lane does not change. A look without a fault is not repeated.
 */
export async function lookSteadily<Fault>(
  rows: LaneRows,
  look: (rows: LaneRows) => Promise<Fault | null>,
): Promise<Fault | null> {
  for (let looked = 0; looked < looksMax; looked += 1) {
    const { noting, isUnchanged } = noteSeen(rows);
    const fault = await look(noting);
    if (fault === null || (await isUnchanged())) return fault;
  }
  return null;
}

/** The rows, and whether all rows that were read through `noting` are unchanged: each step gives an actor's row a new revision. */
function noteSeen(rows: LaneRows): { readonly noting: LaneRows; isUnchanged(): Promise<boolean> } {
  const checks: (() => boolean | Promise<boolean>)[] = [];
  const noting: LaneRows = {
    async read(table, key) {
      const row = await rows.read(table, key);
      checks.push(async () => isDeepStrictEqual(await rows.read(table, key), row));
      return row;
    },
    holds(deadline) {
      const isHeld = rows.holds(deadline);
      checks.push(() => rows.holds(deadline) === isHeld);
      return isHeld;
    },
  };
  return {
    noting,
    isUnchanged: async () => (await Promise.all(checks.map((check) => check()))).every((isSame) => isSame),
  };
}

type Rows = Pick<LaneRows, "read">;

/** An event for one actor that restarts a lane. */
export interface LaneLetter {
  readonly actor: ActorKey;
  readonly conversation: ConversationKey;
  readonly event: ActorEvent;
  /** The stored deadline that the event fires. */
  readonly deadline?: DeadlineRow;
}

/** `stuck`: the first delivery of a lane, without any pending event. `lost`: a delivery that no row leads to. */
export interface LaneFault {
  readonly kind: "stuck" | "lost";
  readonly delivery: DeliveryId;
  /** `null` for a delivery that is not stored. */
  readonly state: string | null;
  /** In the order in which they must be sent. */
  readonly letters: readonly LaneLetter[];
}

interface Lane {
  readonly owner: ActorKey;
  readonly conversation: ConversationKey;
  readonly active: DeliveryId | null;
  readonly waiting: readonly DeliveryId[];
  /** The receiver of the first delivery; `null` when the end of the lane decides it. */
  readonly recipient: Recipient | null;
}

/** The actors of a chat that have a lane. */
export const laneOwners = (id: ChatId): readonly ActorKey[] => [chatAddress(id), botAddress(id), webhooksAddress(id)];

/**
 * Returns the fault of the first delivery in a lane of an actor; `null` if each lane continues without help. Reads several rows one
 * after another, so the result is true only if they did not change meanwhile.
 */
export async function findStuckLane(rows: LaneRows, owner: ActorKey, nowMs: number): Promise<LaneFault | null> {
  for (const lane of (await readLanes(rows, owner)) ?? []) {
    const fault = await judgeFront(rows, lane, nowMs);
    if (fault !== null) return fault;
  }
  return null;
}

/**
 * Returns the fault of a delivery, or of the first one in its lane; `null` when it ended or will end without help. True under the
 * same condition.
 */
export async function findStuckDelivery(rows: LaneRows, id: DeliveryId, nowMs: number): Promise<LaneFault | null> {
  const row = await rows.read("actor", [deliveryAddress(id)]);
  if (row === undefined || isEnded(row) || (await isInHand(rows, row))) return null;
  const { context } = readStoredActor(row, "delivery");
  const delivery = context as DeliveryContext;
  const owner = ownerOf(delivery);
  const lanes = owner === null ? [] : await readLanes(rows, owner);
  // The chat is being removed, and the delivery will be removed with it.
  if (lanes === null) return null;
  const lane = lanes.find(({ active, waiting }) => active === id || waiting.includes(id));
  if (lane !== undefined) return judgeFront(rows, lane, nowMs);
  return isOnItsOwn(row, delivery) ? stuckAlone(rows, row, id, nowMs) : lost(rows, row, delivery, nowMs);
}

/** After its first attempt an event for the owner's server has left its lane; a mail never has one. Source: WH-42. */
const isOnItsOwn = ({ state }: ActorRow, { cargo }: DeliveryContext): boolean =>
  (cargo.kind === "webhook" || cargo.kind === "mail") && state !== "pending";

const stuckAlone = async (rows: Rows, row: ActorRow, delivery: DeliveryId, nowMs: number): Promise<LaneFault> => ({
  kind: "stuck",
  delivery,
  state: row.state,
  letters: [await reachDeadline(rows, row, nowMs)],
});

/** Most deliveries have ended, so their context is not read. */
export const isEnded = ({ state }: ActorRow): boolean => state === "delivered" || state === "failed";

/** Every attempt and every pause between attempts has a deadline, which may be late but fires. */
async function isInHand(rows: LaneRows, { actor, deadlines }: ActorRow): Promise<boolean> {
  for (const { id, atMs } of deadlines) {
    const isHeld = rows.holds({ actor, id, atMs });
    if (isHeld && (await rows.read("deadline", [atMs, actor, id])) !== undefined) return true;
  }
  return false;
}

/** The actor with the delivery's lane; `null` for a delivery without a lane. */
function ownerOf({ cargo, chatId }: DeliveryContext): ActorKey | null {
  switch (cargo.kind) {
    case "message":
      return chatAddress(chatId);
    case "bot_event":
      return botAddress(chatId);
    case "webhook":
      return isNoChat(chatId) ? null : webhooksAddress(chatId);
    case "mail":
      return null;
  }
}

/** `null` where there is no such actor. */
async function readLanes(rows: Rows, owner: ActorKey): Promise<readonly Lane[] | null> {
  const row = await rows.read("actor", [owner]);
  if (row === undefined) return null;
  const { conversation } = row;
  switch (actorKindOf(owner)) {
    case "chat": {
      const { lane, client } = readStoredActor(row, "chat").context as ChatContext;
      const { senderId, senderIdKind } = client;
      return [{ owner, conversation, ...lane, recipient: { senderId, senderIdKind } }];
    }
    case "bot": {
      const { active, waiting } = (readStoredActor(row, "bot").context as BotConversationContext).lane;
      const ids = waiting.map(({ deliveryId }) => deliveryId);
      return [{ owner, conversation, active: active?.deliveryId ?? null, waiting: ids, recipient: null }];
    }
    default: {
      const { lanes } = readStoredActor(row, "webhooks").context as WebhooksContext;
      return lanes.map(({ active, waiting }) => {
        const ids = waiting.map(({ deliveryId }) => deliveryId);
        return { owner, conversation, active, waiting: ids, recipient: null };
      });
    }
  }
}

async function judgeFront(rows: LaneRows, lane: Lane, nowMs: number): Promise<LaneFault | null> {
  const { active: delivery } = lane;
  if (delivery === null) return null;
  const row = await rows.read("actor", [deliveryAddress(delivery)]);
  if (row !== undefined && !isEnded(row) && (await isInHand(rows, row))) return null;
  const state = row?.state ?? null;
  return { kind: "stuck", delivery, state, letters: [await wake(rows, lane, delivery, row, nowMs)] };
}

/** The event that the first delivery, or the owner of its lane, should have received. */
async function wake(
  rows: Rows,
  lane: Lane,
  id: DeliveryId,
  row: ActorRow | undefined,
  nowMs: number,
): Promise<LaneLetter> {
  if (row === undefined || isEnded(row)) return tellEnded(lane, id, row, nowMs);
  const { actor, conversation } = row;
  if (row.state === "pending") {
    const { recipient } = lane;
    return { actor, conversation, event: { type: "delivery.opened", nowMs, recipient } };
  }
  return reachDeadline(rows, row, nowMs);
}

/**
 * After a restart the outcome of a running attempt is unknown. The attempt is made again, as after every restart. Source: DEL-23.
 */
async function reachDeadline(
  rows: Rows,
  { actor, conversation, state, deadlines }: ActorRow,
  nowMs: number,
): Promise<LaneLetter> {
  const id = state === "attempting" ? attemptDeadline : nextDeadline;
  const atMs = deadlines.find((one) => one.id === id)?.atMs ?? nowMs;
  const event = { type: "deadline.reached" as const, id, atMs, nowMs, restarted: true };
  const deadline = await rows.read("deadline", [atMs, actor, id]);
  return { actor, conversation, event, ...(deadline !== undefined && { deadline }) };
}

/** The delivery has ended, or was removed, and the lane continues. */
function tellEnded(
  { owner, conversation }: Lane,
  deliveryId: DeliveryId,
  row: ActorRow | undefined,
  nowMs: number,
): LaneLetter {
  if (actorKindOf(owner) === "webhooks") {
    return { actor: owner, conversation, event: { type: "webhook.yielded", nowMs, deliveryId } };
  }
  const known = row === undefined ? null : (readStoredActor(row, "delivery").context as DeliveryContext);
  const messageId = known?.messageId ?? newMessageId();
  const message =
    known?.cargo.kind === "message" ? { message: { seq: known.messageSeq, agentId: known.cargo.sender.id } } : {};
  const failure = known?.error ?? null;
  const event = { type: "delivery.ended" as const, nowMs, deliveryId, messageId, failure, ...message };
  return { actor: owner, conversation, event };
}

const lostFailure: AttemptFailure = {
  kind: "interrupted",
  code: "interrupted",
  message: "The service lost track of it; whether it arrived is unknown.",
};

/**
 * Whether the delivery was sent is unknown, so it is not retried automatically. It fails, and a person who sees that may send it
 * again. A client's message to a bot does not wait for the bot any longer: agents take the chat, as after three failures.
 * Source: BOT-22, DEL-25.
 */
async function lost(rows: Rows, row: ActorRow, delivery: DeliveryContext, nowMs: number): Promise<LaneFault> {
  const { actor, conversation, state } = row;
  const letters: LaneLetter[] = [
    { actor, conversation, event: { type: "delivery.cancelled", nowMs, failure: lostFailure } },
  ];
  if (state === "attempting") letters.push(await reachDeadline(rows, row, nowMs));
  const bot = delivery.cargo.kind === "bot_event" ? await rows.read("actor", [botAddress(delivery.chatId)]) : undefined;
  const botState = bot === undefined ? null : readStoredActor(bot, "bot").state;
  if (botState === "with_bot" || botState === "unstaffed") {
    const reason = "The bot failed: the service lost track of an event for it.";
    const event = { type: "bot.disconnected" as const, nowMs, reason, lineId: newMessageId() };
    letters.push({ actor: botAddress(delivery.chatId), conversation, event });
  }
  return { kind: "lost", delivery: delivery.id, state, letters };
}
