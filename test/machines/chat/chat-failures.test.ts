import t from "tap";
import { failedMessagesMax } from "../../../machines/chat/steps/lane-steps.ts";
import { asMessageId, noAgentId } from "../../../src/core/ids.ts";
import type { ActorEvent, Effect } from "../../../src/domain/effects.ts";
import { runTable } from "../table.ts";
import {
  accepted,
  chat,
  close,
  delivery,
  endedBy,
  kim,
  lee,
  nothing,
  openedTell,
  publish,
  received,
  refused,
  reply,
  t0,
  twoReplies,
} from "./chat-steps.ts";

const dismiss = (number: number, agent = lee): ActorEvent => ({
  type: "chat.dismiss-requested",
  nowMs: t0 + 800,
  agent,
  deliveryId: delivery(number),
  messageId: asMessageId("dismissed"),
});
const line = (seq: number, text: string): Effect => ({
  type: "effect.message.store",
  message: {
    seq,
    id: asMessageId("dismissed"),
    from: "system",
    content: { type: "event", text, media: null },
    agentId: null,
    atMs: t0 + 800,
    externalId: null,
    deliveryId: null,
  },
});
const resend = (number: number): ActorEvent => ({
  type: "delivery.resend-requested",
  nowMs: t0 + 600,
  deliveryId: delivery(number),
});
const marked = (number: number, knownSeq: number, agentId = kim.id) => ({
  deliveryId: delivery(number),
  seq: number + 1,
  agentId,
  atMs: t0 + 500,
  knownSeq,
});
const failed = (...marks: readonly ReturnType<typeof marked>[]) => ({ visit: { failed: marks } });
const notMarked = refused(
  "The message is not marked as failed: it was delivered or dismissed, or the client was answered since.",
);
const oneFailed = [...accepted, reply(1), endedBy(1, false)];
const bothFailed = [...twoReplies, endedBy(1, false), endedBy(2, false)];
const closedChannel = { kind: "channel_closed", code: "channel_closed", message: "The channel is disabled." } as const;
const channelClosed: ActorEvent = {
  type: "channel.closed",
  nowMs: t0 + 400,
  failure: closedChannel,
  lineId: asMessageId("over"),
};

runTable(t, {
  ...chat,
  tests: {
    "[DEL-04] a message that failed marks its chat": [
      {
        name: "a reply that failed marks its chat, with who wrote it and what was written until then",
        given: [...accepted, reply(1)],
        when: endedBy(1, false),
        state: "with_agent",
        effects: [nothing, publish],
        context: { ...failed(marked(1, 2)), updatedAtMs: t0 + 500 },
      },
      {
        name: "one that was delivered marks nothing, and shows nothing anew",
        given: [...accepted, reply(1)],
        when: endedBy(1, true),
        state: "with_agent",
        effects: [nothing],
        context: { ...failed(), updatedAtMs: t0 + 101 },
      },
      {
        name: "what waited behind it was written before it failed: its delivery is no answer to that",
        given: [...twoReplies, endedBy(1, false)],
        when: endedBy(2, true),
        state: "with_agent",
        effects: [nothing, publish],
        context: failed(marked(1, 3)),
      },
      {
        name: "a reply written later that is delivered takes the mark away",
        given: [...oneFailed, reply(2)],
        when: endedBy(2, true),
        state: "with_agent",
        effects: [nothing, publish],
        context: failed(),
      },
      {
        name: "one written later that fails as well is marked beside it",
        given: [...oneFailed, reply(2)],
        when: endedBy(2, false),
        state: "with_agent",
        effects: [nothing, publish],
        context: failed(marked(1, 2), marked(2, 3)),
      },
      {
        name: "it stays marked while it is sent again",
        given: oneFailed,
        when: resend(1),
        state: "with_agent",
        effects: [
          {
            type: "effect.actor.tell",
            tells: [
              { to: openedTell(1, 0).to, event: { type: "delivery.requeued", nowMs: t0 + 600 } },
              openedTell(1, t0 + 600),
            ],
          },
          publish,
        ],
        context: failed(marked(1, 2)),
      },
      {
        name: "sent again and delivered, it is marked no more; the other one is",
        given: [...bothFailed, resend(2)],
        when: endedBy(2, true),
        state: "with_agent",
        effects: [nothing, publish],
        context: failed(marked(1, 3)),
      },
      {
        name: "sent again and failed again, it is the latest failure",
        given: [...bothFailed, resend(1)],
        when: endedBy(1, false),
        state: "with_agent",
        effects: [nothing, publish],
        context: failed(marked(2, 3), marked(1, 3)),
      },
      {
        name: "what waited when the channel was closed is marked although it was never in front",
        given: [...twoReplies, channelClosed],
        when: endedBy(2, false),
        state: "with_agent",
        effects: [publish],
        context: failed(marked(2, 3)),
      },
      {
        name: "a reply that fails after its chat was closed marks the closed chat",
        given: [...accepted, reply(1), close(kim)],
        when: endedBy(1, false),
        state: "closed",
        effects: [nothing, publish],
        context: failed(marked(1, 2)),
      },
      {
        name: "a bot's message that failed is marked as nobody's",
        given: [...accepted, reply(1)],
        when: { ...endedBy(1, false), message: { seq: 2, agentId: noAgentId } } as ActorEvent,
        state: "with_agent",
        effects: [nothing, publish],
        context: failed(marked(1, 2, noAgentId)),
      },
      {
        name: "the agent who dismisses a failed message is noted in the chat",
        given: oneFailed,
        when: dismiss(1),
        state: "with_agent",
        effects: [line(3, "Lee dismissed a message that was not delivered.")],
        context: { ...failed(), lastSeq: 3, updatedAtMs: t0 + 800 },
      },
      {
        name: "those that failed before it are dismissed with it",
        given: bothFailed,
        when: dismiss(2),
        state: "with_agent",
        effects: [line(4, "Lee dismissed 2 messages that were not delivered.")],
        context: failed(),
      },
      {
        name: "what failed after it stays marked: whoever dismisses has not seen it",
        given: bothFailed,
        when: dismiss(1),
        state: "with_agent",
        effects: [line(4, "Lee dismissed a message that was not delivered.")],
        context: failed(marked(2, 3)),
      },
      {
        name: "in a closed chat it is dismissed as well",
        given: [...oneFailed, close(kim)],
        when: dismiss(1, kim),
        state: "closed",
        effects: [line(3, "Kim dismissed a message that was not delivered.")],
        context: failed(),
      },
      ...[
        { what: "where nothing failed", given: accepted, state: "with_agent" },
        { what: "once more", given: [...oneFailed, dismiss(1)], state: "with_agent" },
        { what: "of another message", given: [...accepted, reply(2), endedBy(2, false)], state: "with_agent" },
        { what: "before an agent came", given: [received(1)], state: "waiting" },
        { what: "in a closed chat where nothing failed", given: [...accepted, close(kim)], state: "closed" },
      ].map(({ what, given, state }) => ({
        name: `a dismissal ${what} is refused`,
        given,
        when: dismiss(1),
        state,
        effects: [notMarked],
      })),
    ],
  },
});

const many = Array.from({ length: failedMessagesMax + 3 }, (_, index) => index + 1);
runTable(t, {
  ...chat,
  tests: {
    "[DEL-06] of more failures than a chat remembers the oldest are forgotten": [
      {
        name: "of more failures than a chat remembers the oldest are forgotten",
        given: [
          ...accepted,
          ...many.slice(0, -1).flatMap((number) => [reply(number), endedBy(number, false)]),
          reply(many.length),
        ],
        when: endedBy(many.length, false),
        state: "with_agent",
        effects: [nothing, publish],
        context: failed(...many.slice(3).map((number) => marked(number, number + 1))),
      },
    ],
  },
});
