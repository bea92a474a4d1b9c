import { setup } from "xstate";
import type { Chart } from "../wire.ts";
import { wire } from "../wire.ts";
import { steps } from "./steps.ts";
import { emptyWebhookLane } from "./webhook-lane.ts";
import type { ReportMade, WebhooksContext, WebhooksEffect, WebhooksEvent } from "./webhooks.types.ts";

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
