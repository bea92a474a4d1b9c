import type { DeadlineReached } from "../effects.ts";
import { given, nothing } from "../effects.ts";
import type {
  AttemptFailure,
  Cargo,
  DeliveryCancelled,
  DeliveryOpened,
  DeliveryRequeued,
  WebhookCargo,
} from "../tells.ts";
import { botAddress, chatAddress, isNoChat, webhooksAddress } from "../tells.ts";
import type { Steps } from "../wire.ts";
import type {
  AttemptFailed,
  AttemptRecord,
  AttemptSkipped,
  AttemptSucceeded,
  AttemptWithdrawn,
  DeliveryContext,
  DeliveryEffect,
  DeliveryEvent,
} from "./delivery.types.ts";
import { dueAtMs, latestOutcomeMs, policyFor, seriesLength } from "./policies.ts";

/** Source: DEL-25. */
const interrupted = (what: string): AttemptFailure => ({
  kind: "interrupted",
  code: "interrupted",
  message: `The service was restarted during the last attempt; whether the ${what} arrived is unknown.`,
});

/** Source: DEL-03, BOT-17, WH-35: no outcome within the time an attempt may take. */
const lost = (cargo: Cargo): AttemptFailure => ({
  kind: "timeout",
  code: "timeout",
  message: `The ${receivers[cargo.kind]} did not answer within ${policyFor(cargo).timeoutMs / 1_000} s.`,
});

const receivers = { message: "customer system", bot_event: "bot", webhook: "receiver", mail: "mail server" } as const;
const sent = { message: "message", bot_event: "event", webhook: "event", mail: "mail" } as const;

const isLastAttempt = (context: DeliveryContext): boolean =>
  context.cancellation !== null || seriesLength(context) >= policyFor(context.cargo).attemptsMax;

function beginAttempt(context: DeliveryContext, event: DeliveryEvent): Partial<DeliveryContext> {
  const attempt: AttemptRecord = {
    number: context.attempts.length + 1,
    // The first attempt of a delivery in front begins with the delivery: no separate event starts it.
    startedAtMs: context.isInFront ? context.createdAtMs : event.nowMs,
    durationMs: null,
    httpStatus: null,
    failure: null,
    address: null,
    answer: null,
    note: null,
  };
  return { attempts: [...context.attempts, attempt], isInFront: false };
}

const runningAttempt = (attempts: readonly AttemptRecord[]): AttemptRecord =>
  given(attempts.at(-1), "an attempt that runs");

type Outcome = AttemptSucceeded | AttemptFailed | DeadlineReached;

/** Writes the outcome into the running attempt; the agent sees the last outcome. Source: DEL-13. */
export function keepOutcome(context: DeliveryContext, event: Outcome): Partial<DeliveryContext> {
  const { attempts, cargo } = context;
  const outcome = withOutcome(runningAttempt(attempts), event, cargo);
  const ended = isPassedBy(context, event) ? { ...outcome, note: passedNote } : outcome;
  return { attempts: [...attempts.slice(0, -1), ended], error: ended.failure };
}

function withOutcome(running: AttemptRecord, event: Outcome, cargo: Cargo): AttemptRecord {
  if (event.type === "deadline.reached") return { ...running, failure: unknownOutcome(event.restarted, cargo) };
  const { trace, startedAtMs, durationMs, httpStatus } = event;
  const ended = { ...running, ...trace, startedAtMs, durationMs, httpStatus };
  return event.type === "attempt.failed" ? { ...ended, failure: event.failure } : ended;
}

const unknownOutcome = (isRestarted: boolean, cargo: Cargo): AttemptFailure =>
  isRestarted ? interrupted(sent[cargo.kind]) : lost(cargo);

const passedNote = "Later events of the chat no longer wait for this one.";

/** Whether an ordered endpoint gets later events before this one from now on. Source: WH-45. */
function isPassedBy(context: DeliveryContext, event: Outcome): boolean {
  const { cargo, chatId } = context;
  if (cargo.kind !== "webhook" || cargo.patienceMs === undefined || event.type === "attempt.succeeded") return false;
  if (isNoChat(chatId)) return false;
  const isLast = isLastAttempt(context) || (event.type === "attempt.failed" && event.isFinal === true);
  return !isLast && isPatienceOver(context, cargo.patienceMs, event);
}

/** The next attempt would begin after the time that later events wait, and they have waited until now. */
function isPatienceOver(context: DeliveryContext, patienceMs: number, event: DeliveryEvent): boolean {
  const [first] = context.attempts;
  const isPassed = context.attempts.slice(0, -1).some(({ note }) => note === passedNote);
  return first !== undefined && !isPassed && dueAtMs(context, event) > first.startedAtMs + patienceMs;
}

/** The last attempt was never made. */
const dropAttempt = (context: DeliveryContext): Partial<DeliveryContext> => ({
  attempts: context.attempts.slice(0, -1),
});

export const attemptDeadline = "attempt-outcome";
export const nextDeadline = "next-attempt";

type AttemptEvent = AttemptSucceeded | AttemptFailed | AttemptSkipped | AttemptWithdrawn;

/** The outcome of an earlier attempt is too late and does not count. Source: DEL-03. */
const isCurrentAttempt = ({ attempts }: DeliveryContext, { attempt }: AttemptEvent): boolean =>
  attempt === attempts.length;

const isOutcomeLost = (_: DeliveryContext, { id }: DeadlineReached): boolean => id === attemptDeadline;

/** Asks for the request. */
const sendRequest = (context: DeliveryContext): DeliveryEffect => ({
  type: "effect.attempt.start",
  deliveryId: context.id,
  attempt: context.attempts.length,
  chatId: context.chatId,
  channelId: context.channelId,
  messageId: context.messageId,
  cargo: context.cargo,
  recipient: context.recipient,
  timeoutMs: policyFor(context.cargo).timeoutMs,
});

/** The desk shows the state of messages; all other deliveries are in the delivery log alone. */
const publish = ({ cargo, chatId, messageSeq }: DeliveryContext): DeliveryEffect =>
  cargo.kind === "message" ? { type: "effect.delivery.publish", chatId, messageSeq } : nothing;

/** After the first attempt every other one has the same recipient, also in a later series. Source: CH-40. */
const keepRecipient = (
  { attempts, recipient }: DeliveryContext,
  { recipient: opened }: DeliveryOpened,
): Partial<DeliveryContext> => ({ recipient: attempts.length === 0 ? opened : recipient, error: null });

export const steps = {
  guards: {
    isInFront: ({ isInFront }) => isInFront,
    isCurrentAttempt,
    isLastOutcome: (context, event: AttemptFailed) =>
      isCurrentAttempt(context, event) && (event.isFinal === true || isLastAttempt(context)),
    isLastLost: (context, event: DeadlineReached) => isOutcomeLost(context, event) && isLastAttempt(context),
    isSkipped: isCurrentAttempt,
    isWithdrawn: isCurrentAttempt,
    isOutcomeLost,
    isOvertaken: ({ attempts }, { seenAttempts }: DeliveryRequeued) =>
      seenAttempts !== undefined && seenAttempts !== attempts.length,
    /** It has already left its lane, so that the lane does not open it. Source: WH-42. */
    hasNoLane: ({ cargo }) => cargo.kind === "webhook" || cargo.kind === "mail",
    isNextDue: (_, { id }: DeadlineReached) => id === nextDeadline,
  },
  assigns: {
    keepRecipient,
    beginSeries: ({ attempts }) => ({ seriesOffset: attempts.length, error: null, cancellation: null }),
    keepCancellation: (_, { failure }: DeliveryCancelled) => ({ cancellation: failure }),
    dropAttempt,
    /** No further attempt was made, so that this is the only reason. Source: DEL-08. */
    keepReason: (_, { failure }: DeliveryCancelled | AttemptSkipped) => ({ error: failure }),
    beginAttempt,
    keepOutcome,
  },
  emits: {
    sendRequest,
    /** Fires only when the outcome of the attempt cannot arrive any more: after a restart, or when it was lost. */
    awaitOutcome: ({ attempts, cargo }) => ({
      type: "effect.deadline.set",
      id: attemptDeadline,
      atMs: runningAttempt(attempts).startedAtMs + latestOutcomeMs(policyFor(cargo)),
      atRestart: true,
    }),
    awaitNoOutcome: { type: "effect.deadline.clear", id: attemptDeadline },
    awaitNext: (context, event: DeliveryEvent) => ({
      type: "effect.deadline.set",
      id: nextDeadline,
      atMs: dueAtMs(context, event),
      atRestart: false,
    }),
    awaitNoNext: { type: "effect.deadline.clear", id: nextDeadline },
    publish,
    /** Shows the failure to those who need to know of it. */
    showFailure: (context, event: DeliveryEvent) =>
      context.cargo.kind === "webhook" ? lostEvent(context, context.cargo, event) : publish(context),
    tellEnded,
    tellYielded,
  },
} satisfies Steps<DeliveryContext, DeliveryEffect>;

/** Tells the actor that waits for the end. A success has no error: the actor with the lane reads the outcome there. */
function tellEnded(context: DeliveryContext, event: DeliveryEvent): DeliveryEffect {
  const { chatId, cargo } = context;
  switch (cargo.kind) {
    case "message":
    case "bot_event": {
      const { id: deliveryId, error: failure } = context;
      const messageId = given(context.messageId, "the id of what the delivery carries");
      const ended = { type: "delivery.ended" as const, nowMs: event.nowMs, deliveryId, messageId, failure };
      if (cargo.kind === "bot_event")
        return { type: "effect.actor.tell", tells: [{ to: botAddress(chatId), event: ended }] };
      const message = { seq: context.messageSeq, agentId: cargo.sender.id };
      return { type: "effect.actor.tell", tells: [{ to: chatAddress(chatId), event: { ...ended, message } }] };
    }
    case "webhook": {
      if (isNoChat(chatId)) return nothing;
      const { id: deliveryId, error: failure, attempts } = context;
      const { event: name, endpoint, patienceMs } = cargo;
      const whose = endpoint === undefined ? {} : { endpoint };
      const about = { deliveryId, event: name, attempt: attempts.length, failure, ...whose };
      const answer = event.type === "attempt.succeeded" ? (event.crmAnswer ?? null) : null;
      const isAwaited = attempts.length === 1 || failure !== null || patienceMs !== undefined;
      if (!isAwaited && (answer === null || !isForAgent(cargo))) return nothing;
      const ended = { type: "webhook.ended" as const, nowMs: event.nowMs, ...about, answer };
      return { type: "effect.actor.tell", tells: [{ to: webhooksAddress(chatId), event: ended }] };
    }
    case "mail":
      return nothing;
  }
}

/** Events whose answers the chat receives; of any other event it waits only for the first attempt. Source: WH-24, WH-32, WH-42. */
const isForAgent = ({ event, endpoint }: WebhookCargo): boolean =>
  endpoint === undefined && (event === "chat_accepted" || event === "chat_updated");

/** The reason why an event will not arrive, for the administrator who may replay it. Source: WH-37, WH-38. */
function lostEvent(
  { chatId, channelId, attempts, error }: DeliveryContext,
  { event: name, endpoint }: WebhookCargo,
  { nowMs }: DeliveryEvent,
): DeliveryEffect {
  const isAlone = isNoChat(chatId);
  const whose = endpoint === undefined ? "" : ` for the endpoint ${endpoint.replace("*", "")}`;
  const what = `Event ${name}${isAlone ? "" : ` of chat ${chatId}`}${whose}`;
  const tried = `after ${attempts.length} ${attempts.length === 1 ? "attempt" : "attempts"}`;
  const why = error === null ? "" : ` ${error.message}`;
  const text = `${what} was not delivered ${tried} and can be replayed.${why}`;
  return { type: "effect.administrator.tell", nowMs, channelId, chatId: isAlone ? null : chatId, text };
}

/**
 * The chat's next event need not wait any longer: the very first attempt has failed, or the patience of an ordered endpoint is over. Source:
 * WH-42, WH-45.
 */
function tellYielded(context: DeliveryContext, event: DeliveryEvent): DeliveryEffect {
  const { id, chatId, cargo, attempts } = context;
  const { nowMs } = event;
  if (cargo.kind !== "webhook" || isNoChat(chatId)) return nothing;
  const { patienceMs } = cargo;
  const isOver = patienceMs === undefined ? attempts.length === 1 : isPatienceOver(context, patienceMs, event);
  if (!isOver) return nothing;
  const yielded = { type: "webhook.yielded" as const, nowMs, deliveryId: id };
  return { type: "effect.actor.tell", tells: [{ to: webhooksAddress(chatId), event: yielded }] };
}
