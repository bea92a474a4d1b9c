import { setup } from "xstate";
import type { ClearDeadlineEffect, DeadlineReached, SetDeadlineEffect, Tell, TellEffect } from "../effects.ts";
import { nothing } from "../effects.ts";
import type { ChannelId, ChatId, DeliveryId, MessageId } from "../ids.ts";
import type {
  CrmAnswered,
  DeliveryOpened,
  DeliveryQueued,
  ReportRefused,
  WebhookCargo,
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

/** First attempts of a chat's events at one receiver: one runs, the others wait. Source: WH-42. */
export interface WebhookLane {
  /** The name of the endpoint; `""` is the webhook URL of the channel. */
  readonly endpoint: string;
  readonly active: DeliveryId;
  readonly waiting: readonly WebhookEntry[];
}
export interface WebhookEntry {
  readonly deliveryId: DeliveryId;
  readonly event: WebhookEventName;
}
/** Who gets an event, under which id. */
export interface WebhookReceiver {
  readonly endpoint: string;
  readonly deliveryId: DeliveryId;
  /** Only of an ordered endpoint. */
  readonly patienceMs?: number;
}

export interface WebhooksContext {
  readonly chatId: ChatId;
  readonly channelId: ChannelId;
  /** Only receivers whose first attempt runs have one. */
  readonly lanes: readonly WebhookLane[];
  /** The receivers of the `chat_updated` that waits for further changes; empty without one. Source: WH-16. */
  readonly update: readonly WebhookReceiver[];
}

/** An event for the owner's server; the first one also creates the actor. */
export interface ReportMade {
  readonly type: "report.made";
  readonly nowMs: number;
  readonly chatId: ChatId;
  readonly channelId: ChannelId;
  readonly event: WebhookEventName;
  readonly receivers: readonly WebhookReceiver[];
  readonly body: WebhookBody;
}

export type WebhooksEvent = ReportMade | WebhookEnded | WebhookYielded | DeadlineReached;

/** Stores the body of an event under each of its ids, and replaces an earlier one. */
interface StoreWebhookEffect {
  readonly type: "effect.webhook.store";
  readonly chatId: ChatId;
  readonly receivers: readonly WebhookReceiver[];
  readonly body: WebhookBody;
}

export type WebhooksEffect =
  | StoreWebhookEffect
  | SetDeadlineEffect
  | ClearDeadlineEffect
  | TellEffect<DeliveryQueued | DeliveryOpened | CrmAnswered | ReportRefused>;

/** While this many events or more wait, a `chat_updated` waits for further changes before it joins them. */
const laneCrowdedAt = 100;

/** Appends the event to each receiver's lane, or puts it in front where no first attempt runs. Source: WH-42. */
const joinLanes = (
  lanes: readonly WebhookLane[],
  event: WebhookEventName,
  receivers: readonly WebhookReceiver[],
): readonly WebhookLane[] => {
  const begun = receivers.filter(({ endpoint }) => lanes.every((lane) => lane.endpoint !== endpoint));
  const joined = lanes.map((lane) => {
    const receiver = receivers.find(({ endpoint }) => endpoint === lane.endpoint);
    return receiver === undefined
      ? lane
      : { ...lane, waiting: [...lane.waiting, { deliveryId: receiver.deliveryId, event }] };
  });
  return [...joined, ...begun.map(({ endpoint, deliveryId: active }) => ({ endpoint, active, waiting: [] }))];
};

const isFrontOf =
  (deliveryId: DeliveryId) =>
  ({ active }: WebhookLane): boolean =>
    active === deliveryId;

/** The first attempt of that event has ended: the next event of its lane takes its place at once. */
export const advanceLanes = (lanes: readonly WebhookLane[], ended: DeliveryId): WebhookLane[] =>
  lanes.flatMap((lane) => {
    if (lane.active !== ended) return [lane];
    const [next, ...waiting] = lane.waiting;
    return next === undefined ? [] : [{ ...lane, active: next.deliveryId, waiting }];
  });

export const webhookCargo = (event: WebhookEventName, { endpoint, patienceMs }: WebhookReceiver): WebhookCargo => {
  if (endpoint === "") return { kind: "webhook", event };
  return { kind: "webhook", event, endpoint, ...(patienceMs !== undefined && { patienceMs }) };
};

/** Creates the deliveries of an event that has joined the lanes. */
function queueWebhooks(
  { chatId, channelId, lanes }: WebhooksContext,
  event: WebhookEventName,
  receivers: readonly WebhookReceiver[],
  nowMs: number,
): readonly Tell<DeliveryQueued>[] {
  return receivers.map((receiver) => {
    const { deliveryId: id } = receiver;
    const cargo = webhookCargo(event, receiver);
    const isInFront = lanes.some(isFrontOf(id));
    const about = { id, chatId, channelId, messageSeq: 0, messageId: null, cargo, isInFront, recipient: null };
    return { to: deliveryAddress(id), event: { type: "delivery.queued", nowMs, ...about } };
  });
}

type LaneEvent = WebhookEnded | WebhookYielded;

/** Opens the event behind the one that ended. Runs before the lane advances. */
function openBehind({ lanes }: WebhooksContext, { deliveryId, nowMs }: LaneEvent): readonly Tell<DeliveryOpened>[] {
  const next = lanes.find(isFrontOf(deliveryId))?.waiting[0];
  if (next === undefined) return [];
  return [{ to: deliveryAddress(next.deliveryId), event: { type: "delivery.opened", nowMs, recipient: null } }];
}

/** Changes of a visitor within this time are one event. Source: WH-16. */
const combinedMs = 1_000;
const updateDeadline = "combined-update";

const isUpdate = (_: WebhooksContext, { event }: ReportMade): boolean => event === "chat_updated";

const isUpdateDue = (_: WebhooksContext, { id }: DeadlineReached): boolean => id === updateDeadline;

/** The body under the event's own ids; of combined changes, the newest body under the ids of the first. */
function storeBody(context: WebhooksContext, event: ReportMade): WebhooksEffect {
  const { chatId, body } = event;
  const isCombined = isUpdate(context, event) && context.update.length > 0;
  const receivers = isCombined ? context.update : event.receivers;
  return { type: "effect.webhook.store", chatId, receivers, body };
}

const queue = (
  context: WebhooksContext,
  event: WebhookEventName,
  receivers: readonly WebhookReceiver[],
  nowMs: number,
): WebhooksEffect => ({ type: "effect.actor.tell", tells: queueWebhooks(context, event, receivers, nowMs) });

/** Tells the chat the answer of the owner's server for the agent. Source: WH-24, WH-30, WH-32, WH-34. */
function tellChat({ chatId }: WebhooksContext, event: WebhookEnded): WebhooksEffect {
  const sent = event.endpoint === undefined ? (refusalOf(event) ?? answerOf(event)) : null;
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
    isInFront: ({ lanes }, { deliveryId }: LaneEvent) => lanes.some(isFrontOf(deliveryId)),
    isUpdateDue,
    isUpdateDueInCrowd: (context, event: DeadlineReached) =>
      isUpdateDue(context, event) && context.lanes.some(({ waiting }) => waiting.length >= laneCrowdedAt),
  },
  assigns: {
    keepUpdate: (_, { receivers }: ReportMade) => ({ update: receivers }),
    forgetUpdate: { update: [] },
    joinReport: ({ lanes }, { event, receivers }: ReportMade) => ({ lanes: joinLanes(lanes, event, receivers) }),
    joinUpdate: ({ lanes, update }) => ({ lanes: joinLanes(lanes, "chat_updated", update) }),
    advanceLane: ({ lanes }, { deliveryId }: LaneEvent) => ({ lanes: advanceLanes(lanes, deliveryId) }),
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
    queueReport: (context, { event, receivers, nowMs }: ReportMade) => queue(context, event, receivers, nowMs),
    queueUpdate: (context, { nowMs }: WebhooksEvent) => queue(context, "chat_updated", context.update, nowMs),
    openNext: (context, event: LaneEvent) => ({ type: "effect.actor.tell", tells: openBehind(context, event) }),
    tellChat,
  },
} satisfies Steps<WebhooksContext, WebhooksEffect>;

const chart = {
  initial: "quiet",
  on: {
    "webhook.yielded": { guard: "isInFront", actions: ["openNext", "advanceLane"] },
    "webhook.ended": [
      { guard: "isInFront", actions: ["tellChat", "openNext", "advanceLane"] },
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
    lanes: [],
    update: [],
  }),
  ...chart,
});
