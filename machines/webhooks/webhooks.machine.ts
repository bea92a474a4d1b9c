import { setup } from "xstate";
import type { ClearDeadlineEffect, DeadlineReached, SetDeadlineEffect, Tell, TellEffect } from "../effects.ts";
import { given, nothing } from "../effects.ts";
import type { ChannelId, ChatId, DeliveryId, MessageId } from "../ids.ts";
import type {
  CrmAnswered,
  DeliveryOpened,
  DeliveryQueued,
  ReportRefused,
  WebhookEnded,
  WebhookEventName,
  WebhookYielded,
} from "../tells.ts";
import { chatAddress, deliveryAddress } from "../tells.ts";
import type { Chart, Steps } from "../wire.ts";
import { wire } from "../wire.ts";

/**
 * The JSON text of an event, the same in every attempt. That of `chat_finished` has two parts, because the entries of the chat's messages
 * up to `messagesUpTo` come between them. Source: WH-41.
 */
export interface WebhookBody {
  readonly head: string;
  /** `null` when `head` is the whole text. */
  readonly tail: string | null;
  /** The last message's seq; 0 without messages. */
  readonly messagesUpTo: number;
}

/** First attempts of a chat's events: one runs, the others wait. Source: WH-42. */
interface WebhookLane {
  readonly active: DeliveryId | null;
  readonly waiting: readonly WebhookEntry[];
}
export interface WebhookEntry {
  readonly deliveryId: DeliveryId;
  readonly event: WebhookEventName;
}

export interface WebhooksContext {
  readonly chatId: ChatId;
  readonly channelId: ChannelId;
  readonly lane: WebhookLane;
  /** The `chat_updated` that waits for further changes. Source: WH-16. */
  readonly update: DeliveryId | null;
}

/** An event for the owner's server; the first one also creates the actor. */
export interface ReportMade {
  readonly type: "report.made";
  readonly nowMs: number;
  readonly chatId: ChatId;
  readonly channelId: ChannelId;
  readonly event: WebhookEventName;
  readonly deliveryId: DeliveryId;
  readonly body: WebhookBody;
}

export type WebhooksEvent = ReportMade | WebhookEnded | WebhookYielded | DeadlineReached;

/** Stores the body of an event and replaces an earlier one with the same id. */
interface StoreWebhookEffect {
  readonly type: "effect.webhook.store";
  readonly chatId: ChatId;
  readonly deliveryId: DeliveryId;
  readonly body: WebhookBody;
}

export type WebhooksEffect =
  | StoreWebhookEffect
  | SetDeadlineEffect
  | ClearDeadlineEffect
  | TellEffect<DeliveryQueued | DeliveryOpened | CrmAnswered | ReportRefused>;

/** While this many events or more wait, a `chat_updated` waits for further changes before it joins them. */
const laneCrowdedAt = 100;

const emptyWebhookLane: WebhookLane = { active: null, waiting: [] };

/** Appends the event to the lane, or puts it in front when no first attempt runs. Source: WH-42. */
const joinWebhookLane = ({ active, waiting }: WebhookLane, entry: WebhookEntry): WebhookLane =>
  active === null ? { active: entry.deliveryId, waiting } : { active, waiting: [...waiting, entry] };

/** The first attempt in front has ended: the next event takes its place at once. */
export function advanceWebhookLane({ waiting }: WebhookLane): WebhookLane {
  const [next, ...rest] = waiting;
  return next === undefined ? emptyWebhookLane : { active: next.deliveryId, waiting: rest };
}

/** Creates the delivery of an event that has joined the lane. */
function queueWebhook(
  { chatId, channelId, lane }: WebhooksContext,
  { deliveryId: id, event }: WebhookEntry,
  nowMs: number,
): Tell<DeliveryQueued> {
  const cargo = { kind: "webhook", event } as const;
  const isInFront = lane.active === id;
  const about = { id, chatId, channelId, messageSeq: 0, messageId: null, cargo, isInFront, recipient: null };
  return { to: deliveryAddress(id), event: { type: "delivery.queued", nowMs, ...about } };
}

/** Opens the event that moved to the front. */
function openWebhook({ lane }: WebhooksContext, nowMs: number): readonly Tell<DeliveryOpened>[] {
  if (lane.active === null) return [];
  return [{ to: deliveryAddress(lane.active), event: { type: "delivery.opened", nowMs, recipient: null } }];
}

/** Changes of a visitor within this time are one event. Source: WH-16. */
const combinedMs = 1_000;
const updateDeadline = "combined-update";

const isUpdate = (_: WebhooksContext, { event }: ReportMade): boolean => event === "chat_updated";

const isUpdateDue = (_: WebhooksContext, { id }: DeadlineReached): boolean => id === updateDeadline;

/** The body under the event's own id; of combined changes, the newest body under the id of the first. */
function storeBody(context: WebhooksContext, event: ReportMade): WebhooksEffect {
  const { chatId, body } = event;
  const deliveryId = isUpdate(context, event) ? (context.update ?? event.deliveryId) : event.deliveryId;
  return { type: "effect.webhook.store", chatId, deliveryId, body };
}

const entryOf = ({ deliveryId, event }: ReportMade): WebhookEntry => ({ deliveryId, event });
const updateEntry = ({ update }: WebhooksContext): WebhookEntry => ({
  deliveryId: given(update, "a chat_updated that waits for further changes"),
  event: "chat_updated",
});

const queue = (context: WebhooksContext, entry: WebhookEntry, nowMs: number): WebhooksEffect => ({
  type: "effect.actor.tell",
  tells: [queueWebhook(context, entry, nowMs)],
});

/** Tells the chat the answer of the owner's server for the agent. Source: WH-24, WH-30, WH-32, WH-34. */
function tellChat({ chatId }: WebhooksContext, event: WebhookEnded): WebhooksEffect {
  const sent = refusalOf(event) ?? answerOf(event);
  return sent === null ? nothing : { type: "effect.actor.tell", tells: [{ to: chatAddress(chatId), event: sent }] };
}

/** Only for an event that names one agent: `chat_finished` names all agents of a chat that is closed. Source: WH-34. */
function refusalOf({ nowMs, event, failure, deliveryId, attempt }: WebhookEnded): ReportRefused | null {
  if (failure?.kind !== "error_answer" || event === "chat_finished") return null;
  const lineId = `${deliveryId}/${attempt}` as MessageId;
  return { type: "report.refused", nowMs, event, failure, lineId };
}

function answerOf({ nowMs, event, failure, answer }: WebhookEnded): CrmAnswered | null {
  if (failure !== null || answer === null || !(event === "chat_accepted" || event === "chat_updated")) return null;
  return { type: "crm.answered", nowMs, event, answer };
}

const steps = {
  guards: {
    isUpdate,
    isInFront: ({ lane }, { deliveryId }: WebhookEnded | WebhookYielded) => lane.active === deliveryId,
    isUpdateDue,
    isUpdateDueInCrowd: (context, event: DeadlineReached) =>
      isUpdateDue(context, event) && context.lane.waiting.length >= laneCrowdedAt,
  },
  assigns: {
    keepUpdate: (_, { deliveryId }: ReportMade) => ({ update: deliveryId }),
    forgetUpdate: { update: null },
    joinReport: ({ lane }, event: ReportMade) => ({ lane: joinWebhookLane(lane, entryOf(event)) }),
    joinUpdate: (context) => ({ lane: joinWebhookLane(context.lane, updateEntry(context)) }),
    advanceLane: ({ lane }) => ({ lane: advanceWebhookLane(lane) }),
  },
  emits: {
    storeBody,
    expireUpdate: (_, { nowMs }: WebhooksEvent) => ({
      type: "effect.deadline.set",
      id: updateDeadline,
      atMs: nowMs + combinedMs,
      atRestart: false,
    }),
    clearUpdate: { type: "effect.deadline.clear", id: updateDeadline },
    queueReport: (context, event: ReportMade) => queue(context, entryOf(event), event.nowMs),
    queueUpdate: (context, { nowMs }: WebhooksEvent) => queue(context, updateEntry(context), nowMs),
    openNext: (context, { nowMs }: WebhooksEvent) => ({
      type: "effect.actor.tell",
      tells: openWebhook(context, nowMs),
    }),
    tellChat,
  },
} satisfies Steps<WebhooksContext, WebhooksEffect>;

const chart = {
  initial: "quiet",
  on: {
    "webhook.yielded": { guard: "isInFront", actions: ["advanceLane", "openNext"] },
    "webhook.ended": [
      { guard: "isInFront", actions: ["tellChat", "advanceLane", "openNext"] },
      { actions: "tellChat" },
    ],
  },
  states: {
    quiet: {
      on: {
        "report.made": [
          { guard: "isUpdate", target: "updating", actions: ["storeBody", "keepUpdate", "expireUpdate"] },
          { actions: ["storeBody", "joinReport", "queueReport"] },
        ],
      },
    },
    /** A `chat_updated` waits for further changes; any other event sends it first. */
    updating: {
      on: {
        "report.made": [
          { guard: "isUpdate", actions: "storeBody" },
          {
            target: "quiet",
            actions: [
              "joinUpdate",
              "queueUpdate",
              "forgetUpdate",
              "clearUpdate",
              "storeBody",
              "joinReport",
              "queueReport",
            ],
          },
        ],
        "deadline.reached": [
          { guard: "isUpdateDueInCrowd", actions: "expireUpdate" },
          { guard: "isUpdateDue", target: "quiet", actions: ["joinUpdate", "queueUpdate", "forgetUpdate"] },
        ],
      },
    },
  },
} as const satisfies Chart<typeof steps, WebhooksEvent>;

const types = {
  context: {} as WebhooksContext,
  events: {} as WebhooksEvent,
  input: {} as ReportMade,
  emitted: {} as WebhooksEffect,
};

/**
 * Events of one chat for the owner's server. First attempts keep the order in which the events happened; changes of the visitor within a
 * second are one event. Source: WH-16, WH-17, WH-41, WH-42.
 */
export const webhooksMachine = setup(wire(types, steps)).createMachine({
  id: "webhooks",
  context: ({ input }) => ({
    chatId: input.chatId,
    channelId: input.channelId,
    lane: emptyWebhookLane,
    update: null,
  }),
  ...chart,
});
