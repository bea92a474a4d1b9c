import type { ChatContext } from "../../../machines/chat/chat.types.ts";
import { deliveryMachine } from "../../../machines/delivery/delivery.machine.ts";
import type {
  DeliveryContext,
  DeliveryEffect,
  DeliveryEvent,
  TellAdministratorEffect,
} from "../../../machines/delivery/delivery.types.ts";
import type { ConversationKey, DeliveryId } from "../../../machines/ids.ts";
import type { Cargo, Report } from "../../../machines/tells.ts";
import { chatAddress, deliveryAddress } from "../../../machines/tells.ts";
import type { Listing, StepScope } from "../../actors/actor-definition.ts";
import { defineActor, nothing } from "../../actors/actor-definition.ts";
import { count, fixed, parts, value, words } from "../../actors/history/kept-context.ts";
import { readStored } from "../../actors/stored-actor.ts";
import { deliveryForm } from "../../codec/contexts/delivery-form.ts";
import { undamagedLater } from "../../core/rows/damaged-rows.ts";
import type { ActorRow, StoredRows } from "../../ports/store.ts";
import type { ReleasedEffect } from "../effects.ts";
import { failed, release } from "../effects.ts";
import { showEntry } from "../feed/topics.ts";
import { reportsOf } from "../webhooks/reports.ts";

/** The list of failed events and mails in the table of deliveries, until an administrator has seen or replayed them. */
export const unseenList = "unseen";

/**
 * A delivery that fails because the chat continues without the bot, or the channel was closed, is no failure of a server. Source:
 * BOT-22, DEL-08.
 */
const isToBeSeen = ({ cargo, error }: DeliveryContext): boolean =>
  cargo.kind !== "message" && error?.kind !== "bot_ended" && error?.kind !== "channel_closed";

/**
 * Every delivery is in one list. Deliveries without a message are also listed by their chat. Failed deliveries have an extra list,
 * because they are few among many.
 */
function listDelivery(delivery: Listing<DeliveryContext>): void {
  const { context, key, state, listedState } = delivery;
  const { id, chatId, channelId, cargo } = context;
  const isNew = listedState === null;
  const hadFailed = listedState === "failed";
  if (cargo.kind === "mail" && "answer" in cargo)
    delivery.release({ type: "effect.offline.publish", number: cargo.answer.number } satisfies ReleasedEffect);
  if (!isNew && !hadFailed && state !== "failed") return;
  const isReport = cargo.kind === "webhook" || cargo.kind === "mail";
  if (isNew) delivery.write({ table: "delivery", key: ["all", channelId, id], row: { chatId } });
  if (isNew && isReport) delivery.write({ table: "chatActor", key: [Number(chatId), key], row: {} });
  if (state !== "failed" && !hadFailed) return;
  const row = state === "failed" ? { chatId } : null;
  delivery.write({ table: "delivery", key: ["failed", channelId, id], row });
  if (isReport) delivery.write({ table: "delivery", key: ["dead", channelId, id], row });
  if (row === null ? cargo.kind === "message" : !isToBeSeen(context)) return;
  delivery.write({ table: "delivery", key: [unseenList, channelId, id], row });
  delivery.release({ type: "effect.unseen.publish" } satisfies ReleasedEffect);
}

/** Writes to the channel's delivery log and to the service's log. */
function tellAdministrator(effect: TellAdministratorEffect, step: StepScope): void {
  const { nowMs: atMs, channelId, chatId, text } = effect;
  const row = { atMs, kind: "webhook" as const, cause: step.actor, chatId, messageSeq: 0, text };
  step.write({ table: "channelLog", key: [channelId, step.newId()], row });
  release(effect, step);
}

/** For endpoints that want it. A delivery that ended has an error if it failed. Source: WH-44. */
function reportEnd(step: StepScope<DeliveryContext>): void {
  const { chatId, channelId, messageId, cargo, attempts, error } = step.context;
  const event = error === null ? "message_delivered" : "message_failed";
  const reports = reportsOf(step);
  if (cargo.kind !== "message" || messageId === null || !reports.isWanted(event, channelId)) return;
  const chat = step.readActor(chatAddress(chatId));
  if (chat === undefined) return;
  const sent = { messageId, agentId: cargo.sender.id, attempts: attempts.length };
  const report: Report =
    error === null
      ? { event: "message_delivered", ...sent }
      : { event: "message_failed", ...sent, failure: { code: error.code, message: error.message } };
  // The address is a chat's.
  for (const tell of reports.make(report, chat.context as ChatContext)) step.tell(tell);
}

/** The event that a bot or the owner's server receives. */
function sentEvent(cargo: Cargo): string | undefined {
  if (cargo.kind === "bot_event") return cargo.event.event;
  return cargo.kind === "webhook" ? cargo.event : undefined;
}

/** One message, event or mail on its way to one receiver. */
export const deliveryActor = defineActor<DeliveryContext, DeliveryEvent, DeliveryEffect>({
  kind: "delivery",
  machine: deliveryMachine,
  form: deliveryForm,
  birthEvent: "delivery.queued",
  isBornReady: true,
  isAtRest: (state) => state === "delivered" || state === "failed",
  list: listDelivery,
  keep: {
    "effect.administrator.tell": tellAdministrator,
    "effect.attempt.start": release,
    "effect.delivery.publish": ({ chatId, messageSeq }, step) => {
      showEntry(step, { chatId, channelId: step.context.channelId, messageSeq });
      if (step.state === "delivered" || step.state === "failed") reportEnd(step);
    },
  },
  history: {
    events: {
      "attempt.failed": ({ attempt, httpStatus, durationMs, failure, isFinal, retryAfterMs }) => ({
        attempt,
        httpStatus: httpStatus ?? undefined,
        durationMs,
        ...failed(failure),
        isFinal,
        retryAfterMs,
      }),
      "attempt.skipped": ({ attempt, failure }) => ({ attempt, ...failed(failure) }),
      "attempt.succeeded": ({ attempt, httpStatus, durationMs }) => ({ attempt, httpStatus, durationMs }),
      "attempt.withdrawn": ({ attempt }) => ({ attempt }),
      "delivery.cancelled": ({ failure }) => failed(failure),
      "delivery.opened": nothing,
      "delivery.queued": ({ cargo, messageSeq, isInFront }) => ({
        cargo: cargo.kind,
        event: sentEvent(cargo),
        messageSeq,
        isInFront,
      }),
      "delivery.requeued": ({ seenAttempts }) => ({ seenAttempts }),
    },
    effects: {
      "effect.administrator.tell": nothing,
      "effect.attempt.start": ({ attempt, timeoutMs }) => ({ attempt, timeoutMs }),
      "effect.delivery.publish": nothing,
    },
    context: {
      id: fixed,
      chatId: fixed,
      channelId: fixed,
      messageSeq: fixed,
      messageId: fixed,
      cargo: fixed,
      isInFront: value(1),
      recipient: words(2),
      attempts: count(3),
      seriesOffset: value(4),
      error: parts(5, { kind: value(6), code: words(7), message: words(8), isHidden: value(9) }),
      cancellation: parts(10, { kind: value(11), code: words(12), message: words(13), isHidden: value(14) }),
      createdAtMs: fixed,
    },
  },
});

/** A delivery, whose commit may still be running. */
export interface DeliveryView {
  readonly conversation: ConversationKey;
  readonly state: string;
  readonly context: DeliveryContext;
}

/** A stored delivery. */
export interface StoredDelivery extends DeliveryView {
  /** Larger after each change. */
  readonly revision: number;
}

/** The row must be a delivery's. */
function toStoredDelivery(row: ActorRow): StoredDelivery {
  const { state, context } = readStored(deliveryActor, row);
  return { conversation: row.conversation, revision: row.revision, state: String(state), context };
}

export async function readDelivery(store: StoredRows, id: DeliveryId): Promise<StoredDelivery | undefined> {
  const row = await store.read("actor", [deliveryAddress(id)]);
  return row === undefined ? undefined : toStoredDelivery(row);
}

/** The existing, undamaged deliveries, in their order. */
export async function readDeliveries(store: StoredRows, ids: readonly DeliveryId[]): Promise<readonly DeliveryView[]> {
  const views = await Promise.all(ids.map((id) => undamagedLater(() => readDelivery(store, id))));
  return views.filter((view) => view !== undefined);
}
