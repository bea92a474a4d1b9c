import { setup } from "xstate";
import type { DeliveryQueued } from "../tells.ts";
import type { Chart } from "../wire.ts";
import { wire } from "../wire.ts";
import type { DeliveryContext, DeliveryEffect, DeliveryEvent } from "./delivery.types.ts";
import { steps } from "./delivery-steps.ts";

const requeued = [
  { guard: "isOvertaken" },
  { guard: "hasNoLane", target: "attempting", actions: "beginSeries" },
  { target: "pending", actions: ["beginSeries", "publish"] },
] as const;

const chart = {
  initial: "beginning",
  states: {
    beginning: { always: [{ guard: "isInFront", target: "attempting" }, { target: "pending" }] },
    pending: {
      on: {
        "delivery.opened": { target: "attempting", actions: "keepRecipient" },
        "delivery.cancelled": { target: "failed", actions: "keepReason" },
      },
    },
    attempting: {
      entry: ["beginAttempt", "awaitOutcome", "sendRequest", "publish"],
      on: {
        "attempt.succeeded": {
          guard: "isCurrentAttempt",
          target: "delivered",
          actions: ["keepOutcome", "awaitNoOutcome"],
        },
        "attempt.failed": [
          { guard: "isLastOutcome", target: "failed", actions: ["keepOutcome", "awaitNoOutcome"] },
          { guard: "isCurrentAttempt", target: "backing_off", actions: ["keepOutcome", "awaitNoOutcome"] },
        ],
        /** The running attempt may still arrive: it is the last one. */
        "delivery.cancelled": { actions: "keepCancellation" },
        "attempt.skipped": {
          guard: "isSkipped",
          target: "failed",
          actions: ["dropAttempt", "keepReason", "awaitNoOutcome"],
        },
        "attempt.withdrawn": {
          guard: "isWithdrawn",
          target: "backing_off",
          actions: ["dropAttempt", "awaitNoOutcome"],
        },
        "deadline.reached": [
          { guard: "isLastLost", target: "failed", actions: "keepOutcome" },
          { guard: "isOutcomeLost", target: "backing_off", actions: "keepOutcome" },
        ],
      },
    },
    backing_off: {
      entry: ["awaitNext", "publish", "tellYielded"],
      on: {
        "deadline.reached": { guard: "isNextDue", target: "attempting" },
        "delivery.cancelled": { target: "failed", actions: ["keepReason", "awaitNoNext"] },
      },
    },
    /** An administrator may replay a delivered event; it keeps its ids. */
    delivered: {
      entry: ["publish", "tellEnded"],
      on: { "delivery.requeued": requeued },
    },
    failed: {
      entry: ["showFailure", "tellEnded"],
      on: { "delivery.requeued": requeued },
    },
  },
} as const satisfies Chart<typeof steps, DeliveryEvent>;

const types = {
  context: {} as DeliveryContext,
  events: {} as DeliveryEvent,
  input: {} as DeliveryQueued,
  emitted: {} as DeliveryEffect,
};

/**
 * One message on its way to a customer system, one event to a bot or to the owner's server, one mail: attempts by the policy of
 * its cargo, each committed before it starts. Source: DEL-01 to DEL-05, DEL-22 to DEL-25, BOT-17, BOT-18, WH-35 to WH-39.
 */
export const deliveryMachine = setup(wire(types, steps)).createMachine({
  id: "delivery",
  context: ({ input }) => ({
    id: input.id,
    chatId: input.chatId,
    channelId: input.channelId,
    messageSeq: input.messageSeq,
    messageId: input.messageId,
    cargo: input.cargo,
    isInFront: input.isInFront,
    recipient: input.recipient,
    attempts: [],
    seriesOffset: 0,
    error: null,
    cancellation: null,
    createdAtMs: input.nowMs,
  }),
  ...chart,
});
