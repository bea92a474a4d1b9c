import { assign, emit, setup } from "xstate";
import {
  expireUpdate,
  isUpdate,
  joinReport,
  joinUpdate,
  keepUpdate,
  openNext,
  queueReport,
  queueUpdate,
  storeBody,
  tellChat,
  updateDeadline,
} from "./steps.ts";
import { advanceWebhookLane, emptyWebhookLane, laneCrowdedAt } from "./webhook-lane.ts";
import type { ReportMade, WebhooksContext, WebhooksEffect, WebhooksEvent } from "./webhooks.types.ts";

/**
 * What the owner's server is told of one chat: events leave in the order in which they happened, as far as their first attempts
 * go; changes of the visitor within a second are one event. Source: WH-16, WH-17, WH-41, WH-42.
 */
export const webhooksMachine = setup({
  types: {
    context: {} as WebhooksContext,
    events: {} as WebhooksEvent,
    input: {} as ReportMade,
    emitted: {} as WebhooksEffect,
  },
  guards: {
    isUpdate: ({ event }) => isUpdate(event),
    isInFront: ({ context, event }) =>
      (event.type === "webhook.ended" || event.type === "webhook.yielded") && context.lane.active === event.deliveryId,
    isUpdateDue: ({ event }) => event.type === "deadline.reached" && event.id === updateDeadline,
    isUpdateDueInCrowd: ({ context, event }) =>
      event.type === "deadline.reached" && event.id === updateDeadline && context.lane.waiting.length >= laneCrowdedAt,
  },
  actions: {
    storeBody: emit(({ context, event }) => storeBody(context, event)),
    keepUpdate: assign(({ event }) => keepUpdate(event)),
    forgetUpdate: assign({ update: null }),
    expireUpdate: emit(({ event }) => expireUpdate(event)),
    clearUpdate: emit({ type: "effect.deadline.clear", id: updateDeadline }),
    joinReport: assign(({ context, event }) => joinReport(context, event)),
    queueReport: emit(({ context, event }) => queueReport(context, event)),
    joinUpdate: assign(({ context }) => joinUpdate(context)),
    queueUpdate: emit(({ context, event }) => queueUpdate(context, event)),
    advanceLane: assign(({ context }) => ({ lane: advanceWebhookLane(context.lane) })),
    openNext: emit(({ context, event }) => openNext(context, event)),
    tellChat: emit(({ context, event }) => tellChat(context, event)),
  },
}).createMachine({
  id: "webhooks",
  context: ({ input }) => ({
    chatId: input.chatId,
    channelId: input.channelId,
    lane: emptyWebhookLane,
    update: null,
  }),
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
    /** A `chat_updated` waits for further changes; whatever else happens sends it off first. */
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
});
