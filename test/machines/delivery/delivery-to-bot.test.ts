import t from "tap";
import { withoutBot } from "../../../machines/bot-conversation/steps.ts";
import type { AttemptFailure, DeliveryQueued } from "../../../machines/tells.ts";
import { asActorKey, asAgentId, asChannelId, asChatId, asDeliveryId, asMessageId } from "../../../src/core/ids.ts";
import type { ActorEvent, Effect } from "../../../src/domain/effects.ts";
import { failure } from "../bot-conversation/bot-steps.ts";
import { Cell } from "../cells.ts";
import { chat, nothing, t0 } from "../chat/chat-steps.ts";
import { runTable } from "../table.ts";
import { awaitNext, awaitOutcome, clearNext, clearOutcome, due, lost } from "./attempt-deadlines.ts";

const id = asDeliveryId("01ARZ3NDEKTSV4RRFFQ69G5FAV");
const chatId = asChatId("12");
const channelId = asChannelId("MOBILEAPP1");
const cargo = {
  kind: "bot_event",
  providerId: "acme-bots",
  event: { event: "AGENT_JOINED", chatId, clientNumber: 3 },
} as const;
const messageId = asMessageId("5d1c8f0e-6f3b-4c1e-9a57-0b7f1d2e4a11");
/** The event waits after another event to the same bot. */
const queued: DeliveryQueued = {
  type: "delivery.queued",
  nowMs: t0,
  id,
  chatId,
  channelId,
  messageSeq: 5,
  messageId,
  cargo,
  isInFront: false,
  recipient: null,
};
const opened: ActorEvent = { type: "delivery.opened", nowMs: t0, recipient: null };
const trace = { address: "https://bot.example/hook/***", answer: "", note: null };
const failedAt = (attempt: number, startedAtMs: number, nowMs = startedAtMs + 20): ActorEvent => ({
  type: "attempt.failed",
  nowMs,
  attempt,
  startedAtMs,
  durationMs: nowMs - startedAtMs,
  httpStatus: 503,
  failure,
  trace,
});
const succeeded: ActorEvent = {
  type: "attempt.succeeded",
  nowMs: t0 + 20,
  attempt: 1,
  trace,
  startedAtMs: t0,
  durationMs: 20,
  httpStatus: 204,
};
const cancelled: ActorEvent = { type: "delivery.cancelled", nowMs: t0 + 1_000, failure: withoutBot };

const start = (attempt: number, atMs: number): readonly Effect[] => [
  awaitOutcome(atMs + 8_000),
  {
    type: "effect.attempt.start",
    deliveryId: id,
    attempt,
    chatId,
    channelId,
    messageId,
    cargo,
    recipient: null,
    timeoutMs: 3_000,
  },
  nothing,
];
/** The event is in the bot conversation's lane; it is no message of the desk. */
const ended = (nowMs: number, failure: AttemptFailure | null): readonly Effect[] => [
  nothing,
  {
    type: "effect.actor.tell",
    tells: [{ to: asActorKey("bot/12"), event: { type: "delivery.ended", nowMs, deliveryId: id, messageId, failure } }],
  },
];
const unknown = {
  kind: "interrupted",
  code: "interrupted",
  message: "The service was restarted during the last attempt; whether the event arrived is unknown.",
} as const;

const secondRunning = [opened, failedAt(1, t0), due(t0 + 3_000)];
const thirdRunning = [...secondRunning, failedAt(2, t0 + 3_000, t0 + 6_000), due(t0 + 6_000)];

runTable(t, {
  actor: asActorKey(`delivery/${id}`),
  conversation: chat.conversation,
  input: queued,
  tests: {
    "[BOT-17] a request to the bot": [
      {
        name: "the first request to the bot, which nobody of the customer's is to receive",
        given: [],
        when: opened,
        state: "attempting",
        effects: start(1, t0),
        context: { recipient: null },
      },
      {
        name: "an outcome that never comes is a timeout of the bot",
        given: [opened],
        when: lost(t0 + 8_000, false),
        state: "backing_off",
        effects: [awaitNext(t0 + 3_000), nothing, nothing],
        context: { error: { kind: "timeout", code: "timeout", message: "The bot did not answer within 3 s." } },
      },
    ],
    "[BOT-19] a request that the bot took": [
      {
        name: "taken: the bot conversation is told",
        given: [opened],
        when: succeeded,
        state: "delivered",
        effects: [clearOutcome, ...ended(t0 + 20, null)],
      },
    ],
    "[BOT-18] at most three requests, 3 s apart, also across a restart": [
      {
        name: "failed at once: the second request is due 3 s after the first",
        given: [opened],
        when: failedAt(1, t0),
        state: "backing_off",
        effects: [clearOutcome, awaitNext(t0 + 3_000), nothing, nothing],
      },
      {
        name: "the second request",
        given: [opened, failedAt(1, t0)],
        when: due(t0 + 3_000),
        state: "attempting",
        effects: start(2, t0 + 3_000),
      },
      {
        name: "the third is due 6 s after the first, whatever the second took",
        given: secondRunning,
        when: failedAt(2, t0 + 3_000, t0 + 6_000),
        state: "backing_off",
        effects: [clearOutcome, awaitNext(t0 + 6_000), nothing, nothing],
      },
      {
        name: "when the third has failed the bot conversation is told, with what it was",
        given: thirdRunning,
        when: failedAt(3, t0 + 6_000, t0 + 9_000),
        state: "failed",
        effects: [clearOutcome, ...ended(t0 + 9_000, failure)],
        context: { error: failure },
      },
      {
        name: "a request in flight at a restart counts as made",
        given: [opened],
        when: lost(t0 + 1_000, true),
        state: "backing_off",
        effects: [awaitNext(t0 + 3_000), nothing, nothing],
        context: { error: unknown },
      },
      {
        name: "the third in flight at a restart ends it, the outcome unknown",
        given: thirdRunning,
        when: lost(t0 + 7_000, true),
        state: "failed",
        effects: ended(t0 + 7_000, unknown),
      },
    ],
    "the bot's part is over: no further request": [
      {
        name: "what waits for its turn is not sent when the bot's part is over",
        given: [],
        when: cancelled,
        state: "failed",
        effects: ended(t0 + 1_000, withoutBot),
        context: { attempts: [] },
      },
      {
        name: "between two requests no further one is made",
        given: [opened, failedAt(1, t0)],
        when: cancelled,
        state: "failed",
        effects: [clearNext, ...ended(t0 + 1_000, withoutBot)],
      },
      {
        name: "the request that runs is the last",
        given: [opened, cancelled],
        when: failedAt(1, t0, t0 + 2_000),
        state: "failed",
        effects: [clearOutcome, ...ended(t0 + 2_000, failure)],
      },
      {
        name: "a request that was not made any more, because the bot is gone",
        given: [opened],
        when: { type: "attempt.skipped", nowMs: t0 + 5, attempt: 1, failure: withoutBot },
        state: "failed",
        effects: [clearOutcome, ...ended(t0 + 5, withoutBot)],
        context: { attempts: [], error: withoutBot },
      },
    ],
  },
});

const inFront: readonly DeliveryQueued[] = [
  queued,
  {
    ...queued,
    cargo: {
      kind: "message",
      content: { type: "text", text: "Yes", media: null },
      sender: { id: asAgentId(1), name: "Kim", photo: null },
    },
    recipient: { senderId: "7", senderIdKind: "integer" },
  },
];

t.test("[DEL-18] at the front of its lane: the first attempt begins with the delivery itself", async (t) => {
  for (const input of inFront) {
    const cell = Cell.create(asActorKey(`delivery/${id}`), chat.conversation, { ...input, isInFront: true });
    t.equal(cell.state, "attempting", input.cargo.kind);
    const [deadline, attempt] = cell.takeEffects();
    t.strictSame(deadline, start(1, t0)[0]);
    t.strictSame(attempt, { ...start(1, t0)[1], cargo: input.cargo, recipient: input.recipient });
    t.strictSame(cell.step(failedAt(1, t0 + 4)).slice(0, 2), [clearOutcome, awaitNext(t0 + 3_004)]);
  }
});
