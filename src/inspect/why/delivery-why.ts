import type { AttemptRecord, DeliveryContext } from "../../../machines/delivery/delivery.types.ts";
import { policyFor } from "../../../machines/delivery/policies.ts";
import type { DeliveryId } from "../../../machines/ids.ts";
import type { WhyPhrase } from "../../codec/inspect/why-phrase.types.ts";
import { failureOf, receiverOf } from "./failure.ts";
import { failuresOf, isOutcomeOf } from "./failures.ts";
import type { Around, Explanations } from "./why.types.ts";
import {
  agentLink,
  ago,
  arrivalOf,
  chatLink,
  deliveryLink,
  due,
  lasting,
  say,
  sinceAgo,
  sinceLasting,
  spanOf,
} from "./words.ts";

export const deliveryExplanations: Explanations<"delivery"> = {
  pending: (seen, around) => {
    const key = arrivalOf(seen)?.event.type === "delivery.requeued" ? "deliveryWaitsAgain" : "deliveryWaits";
    return [say(key, { since: sinceLasting(seen), front: front(seen.context, around) }), cargoOf(seen.context, around)];
  },
  attempting: ({ context }, around) => {
    const running = context.attempts.at(-1);
    const attempt = attemptOf(context);
    const { cancellation, cargo } = context;
    const last = cancellation === null ? null : say("asLast", { failure: failureOf(cancellation, cargo) });
    return [
      running === undefined
        ? say("attemptingNow", { attempt, last })
        : say("attempting", { attempt, time: lasting(running.startedAtMs), last }),
      say("hasToAnswer", { receiver: receiverOf(cargo), span: spanOf(policyFor(cargo).timeoutMs) }),
      ...earlierIn(context),
      cargoOf(context, around),
    ];
  },
  backing_off: ({ context, deadlines }, around) => {
    const atMs = deadlines.find(({ id }) => id === "next-attempt")?.atMs;
    const last = context.attempts.at(-1);
    const failures = failuresOf(seriesOf(context), context.cargo);
    const reason =
      failures === null || last?.failure === null || last === undefined
        ? say("notBegun")
        : say("failuresAgo", { failures, time: ago(endOf(last)) });
    const when = atMs === undefined ? null : say("when", { time: due(atMs) });
    return [say("backingOff", { attempt: attemptOf(context, 1), when, reason }), cargoOf(context, around)];
  },
  delivered: (seen, around) => {
    const { context } = seen;
    const last = context.attempts.at(-1);
    const receiver = receiverOf(context.cargo);
    const status = last?.httpStatus ?? null;
    const answer =
      context.cargo.kind === "mail" || status === null
        ? say("acceptedIt", { receiver })
        : say("answeredStatus", { receiver, status: String(status) });
    const lengthMs = last?.durationMs ?? null;
    const within = lengthMs === null ? null : say("within", { length: { lengthMs } });
    return [
      say("delivered", { since: sinceAgo(seen), attempt: attemptOf(context), answer, within }),
      cargoOf(context, around),
    ];
  },
  failed: (seen, around) => [
    say("failed", { since: sinceAgo(seen), reason: whyFailed(seen.context) }),
    cargoOf(seen.context, around),
  ],
};

/** Returns the attempts of the current series. */
export const seriesOf = ({ attempts, seriesOffset }: DeliveryContext): readonly AttemptRecord[] =>
  attempts.slice(seriesOffset);

/** "attempt 2 of 3" in the current series, or the one `more` attempts later. */
export function attemptOf(context: DeliveryContext, more = 0): WhyPhrase {
  return say(context.seriesOffset > 0 ? "attemptAgain" : "attempt", {
    number: String(seriesOf(context).length + more),
    max: String(policyFor(context.cargo).attemptsMax),
  });
}

const endOf = ({ startedAtMs, durationMs }: AttemptRecord): number => startedAtMs + (durationMs ?? 0);

/** Names the failures of the attempts before the running one. */
export function earlierIn(context: DeliveryContext): readonly WhyPhrase[] {
  const failures = failuresOf(seriesOf(context).slice(0, -1), context.cargo);
  return failures === null ? [] : [say("earlier", { failures })];
}

/** Gives the outcome of the attempts, or the reason why no further one was made. */
export function whyFailed(context: DeliveryContext): WhyPhrase {
  const { error, cargo, cancellation } = context;
  const series = seriesOf(context);
  const failures = failuresOf(series, cargo);
  if (error === null) return failures ?? say("reasonUnknown");
  const failure = failureOf(error, cargo);
  if (failures === null) return failure;
  if (!isOutcomeOf(error, series.at(-1))) return say("afterFailures", { failure, failures });
  if (cancellation !== null) return say("noMoreAttempts", { failures, failure: failureOf(cancellation, cargo) });
  return series.length < policyFor(cargo).attemptsMax ? say("answerIsFinal", { failures }) : failures;
}

/** Names the cargo and its owner. */
function cargoOf({ cargo, chatId }: DeliveryContext, around: Around): WhyPhrase {
  const chat = chatLink(chatId);
  switch (cargo.kind) {
    case "message":
      return cargo.sender.id > 0
        ? say("cargoReply", { agent: agentLink(cargo.sender.id, around), chat })
        : say("cargoBotMessage", { chat });
    case "bot_event":
      return say("cargoBotEvent", { event: cargo.event.event, chat });
    case "webhook":
      return say("cargoWebhook", { event: cargo.event, chat });
    case "mail":
      return "answer" in cargo
        ? say("cargoAnswer", { agent: agentLink(cargo.answer.agentId, around), number: String(cargo.answer.number) })
        : say("cargoLog", { chat });
  }
}

/** Names the delivery in front of this one in the lane. */
export function front(context: DeliveryContext, around: Around): WhyPhrase | null {
  const id = frontOf(context, around);
  if (id === null || id === context.id) return null;
  const label = say(context.cargo.kind === "message" ? "anotherMessage" : "anotherEvent");
  return say("front", { delivery: deliveryLink(id, label) });
}

function frontOf({ cargo, chatId }: DeliveryContext, around: Around): DeliveryId | null {
  switch (cargo.kind) {
    case "message":
      return around.find("chat", chatId)?.context.lane.active ?? null;
    case "bot_event":
      return around.find("bot", chatId)?.context.lane.active?.deliveryId ?? null;
    case "webhook":
      return around.find("webhooks", chatId)?.context.lane.active ?? null;
    case "mail":
      return null;
  }
}
