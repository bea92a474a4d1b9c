import { given } from "../../effects.ts";
import type { CallChanged, CallSummary } from "../../tells.ts";
import { callAddress } from "../../tells.ts";
import type { Steps } from "../../wire.ts";
import {
  onFirstPage,
  storedLine,
  withCaller,
  withContactChange,
  withLine,
  withoutCrmPage,
  withVisitorChange,
} from "../changes.ts";
import type {
  BlacklistRequested,
  CallRequested,
  ChatContext,
  ChatEffect,
  ContactChangeRequested,
  MessagesSeen,
  RateGiven,
  VisitorChanged,
} from "../chat.types.ts";

function changeVisitor(context: ChatContext, { change, nowMs }: VisitorChanged): Partial<ChatContext> {
  const client = withVisitorChange(context.client, change);
  return {
    client,
    updatedAtMs: nowMs,
    ...(client.url !== context.client.url && { visit: withoutCrmPage(context.visit) }),
  };
}

/** How long a chat can be rated after its end. */
const ratedWithinMs = 24 * 60 * 60 * 1_000;

const isRatedTooLate = ({ closedAtMs }: ChatContext, { nowMs }: RateGiven): boolean =>
  nowMs - given(closedAtMs, "the time when the chat was closed") > ratedWithinMs;

/** Agents read the comment in the conversation; the rate itself is a fact of the chat. */
function storeComment(context: ChatContext, event: RateGiven): ChatEffect {
  const { lineId, text } = given(event.comment, "a comment");
  return storedLine(context, event, lineId, `The client rated the chat ${event.rate}: ${text}`);
}

/** Source: WH-20. */
const changeBlacklist = (
  { client, lastSeq, visit }: ChatContext,
  { isBlacklisted, nowMs }: BlacklistRequested,
): Partial<ChatContext> => ({
  client: { ...client, isBlacklisted },
  lastSeq: lastSeq + 1,
  visit: withLine(visit),
  updatedAtMs: nowMs,
});

function storeBlacklistLine(context: ChatContext, event: BlacklistRequested): ChatEffect {
  const what = event.isBlacklisted ? "put the client on" : "took the client off";
  return storedLine(context, event, event.messageId, `${event.agent.name} ${what} the blacklist.`);
}

const keepCaller = ({ client, visit, lastSeq }: ChatContext, event: CallRequested): Partial<ChatContext> => ({
  client: withCaller(client, event.phone),
  updatedAtMs: event.nowMs,
  ...(lastSeq === 0 && { visit: onFirstPage(visit, client) }),
});

/** Creates the call. */
function beginCall({ id: chatId, channelId }: ChatContext, event: CallRequested): ChatEffect {
  const { nowMs, id, callType, phone, rung, chosenId, failure } = event;
  const began = { type: "call.began", nowMs, id, chatId, channelId, callType, phone, rung, chosenId, failure } as const;
  return { type: "effect.actor.tell", tells: [{ to: callAddress(id), event: began }] };
}

/** News of the client and of its calls. */
export const visitorSteps = {
  guards: {
    isBlacklisted: ({ client }) => client.isBlacklisted,
    isBlacklistUnchanged: ({ client }, { isBlacklisted }: BlacklistRequested) => isBlacklisted === client.isBlacklisted,
    hasComment: (_, { comment }: RateGiven) => comment !== undefined,
    isRatedTooLate,
    isNewlySeen: ({ visit, lastSeq }, { seq }: MessagesSeen) => seq > (visit.seenSeq ?? 0) && seq <= lastSeq,
  },
  assigns: {
    changeContact: ({ client }, { change, nowMs }: ContactChangeRequested) => ({
      client: withContactChange(client, change),
      updatedAtMs: nowMs,
    }),
    changeVisitor,
    changeBlacklist,
    keepRate: ({ visit }, { rate, nowMs }: RateGiven) => ({ visit: { ...visit, rate }, updatedAtMs: nowMs }),
    keepSeen: ({ visit }, { seq }: MessagesSeen) => ({ visit: { ...visit, seenSeq: seq } }),
    keepCaller,
    keepCall: ({ visit }, { call, nowMs }: CallChanged) => ({ visit: { ...visit, call }, updatedAtMs: nowMs }),
  },
  emits: {
    storeBlacklistLine,
    storeComment,
    beginCall,
    storeCallLine: (context, event: CallChanged) => storedLine(context, event, event.lineId, describeCall(event.call)),
  },
} satisfies Steps<ChatContext, ChatEffect>;

const kinds = { callback: "Callback to", incoming: "Incoming call from", outgoing: "Call to" } as const;

/** The line in the conversation about the outcome of a call. */
export function describeCall({ type, phone, status, reason }: CallSummary): string {
  const what = `${kinds[type]} ${phone}`;
  switch (status) {
    case "start":
      return `${what} has begun.`;
    case "agent_connected":
      return `${what}: the agent is on the line.`;
    case "client_connected":
      return `${what}: the client is on the line.`;
    case "end":
      return `${what} has ended.`;
    case "error":
      return `${what} failed: ${reason ?? "no reason was given"}.`;
  }
}
