import { deliveryMachine } from "../../../machines/delivery/delivery.machine.ts";
import type {
  DeliveryContext,
  DeliveryEffect,
  DeliveryEvent,
  TellAdministratorEffect,
} from "../../../machines/delivery/delivery.types.ts";
import type { Cargo } from "../../../machines/tells.ts";
import type { StepScope } from "../../actors/actor-definition.ts";
import { defineActor, nothing } from "../../actors/actor-definition.ts";
import { deliveryForm } from "../../codec/contexts/delivery-form.ts";
import { showEntry } from "../feed/show-entry.ts";
import { failed } from "../outlined-failure.ts";
import { release } from "../release.ts";
import { listDelivery } from "./delivery-lists.ts";

/** Writes to the channel's delivery log and to the service's log. */
function tellAdministrator(effect: TellAdministratorEffect, step: StepScope): void {
  const { nowMs: atMs, channelId, chatId, text } = effect;
  const row = { atMs, kind: "webhook" as const, cause: step.actor, chatId, messageSeq: 0, text };
  step.write({ table: "channelLog", key: [channelId, step.newId()], row });
  release(effect, step);
}

/** The event that a bot or the owner's server receives. */
function toldEvent(cargo: Cargo): string | undefined {
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
    "effect.delivery.publish": ({ chatId, messageSeq }, step) =>
      showEntry(step, { chatId, channelId: step.context.channelId, messageSeq }),
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
        event: toldEvent(cargo),
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
  },
});
