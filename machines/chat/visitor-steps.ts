import { callAddress } from "../addresses.ts";
import { describeCall } from "./call-line.ts";
import type { ChatContext, ChatEffect, ChatEvent } from "./chat.types.ts";
import { withCaller, withVisitorChange } from "./client-facts.ts";
import { withoutCrmPage } from "./report-steps.ts";
import { storedLine } from "./stored-message.ts";
import { nothing } from "./typing.ts";
import { onFirstPage, withLine } from "./visit.ts";

export function changeVisitor(context: ChatContext, event: ChatEvent): Partial<ChatContext> {
  if (event.type !== "visitor.changed") return {};
  const client = withVisitorChange(context.client, event.change);
  return {
    client,
    updatedAtMs: event.nowMs,
    ...(client.url !== context.client.url && { visit: withoutCrmPage(context.visit) }),
  };
}

export const keepRate = ({ visit }: ChatContext, event: ChatEvent): Partial<ChatContext> =>
  event.type === "chat.rated" ? { visit: { ...visit, rate: event.rate }, updatedAtMs: event.nowMs } : {};

/** For how long a chat that is over can be rated. */
const ratedWithinMs = 24 * 60 * 60 * 1_000;

export const isRatedInTime = ({ closedAtMs }: ChatContext, { nowMs }: ChatEvent): boolean =>
  closedAtMs !== null && nowMs - closedAtMs <= ratedWithinMs;

export const hasComment = (event: ChatEvent): boolean => event.type === "chat.rated" && event.comment !== undefined;

/** Agents read it in the conversation; the rate itself is a fact of the chat. */
export function storedComment(context: ChatContext, event: ChatEvent): ChatEffect {
  if (event.type !== "chat.rated" || event.comment === undefined) return nothing;
  const { lineId, text } = event.comment;
  return storedLine(context, event, lineId, `The client rated the chat ${event.rate}: ${text}`);
}

/** Source: WH-20. */
export function changeBlacklist({ client, lastSeq, visit }: ChatContext, event: ChatEvent): Partial<ChatContext> {
  if (event.type !== "chat.blacklist-requested") return {};
  const { isBlacklisted, nowMs } = event;
  return {
    client: { ...client, isBlacklisted },
    lastSeq: lastSeq + 1,
    visit: withLine(visit),
    updatedAtMs: nowMs,
  };
}

export function storedBlacklistLine(context: ChatContext, event: ChatEvent): ChatEffect {
  if (event.type !== "chat.blacklist-requested") throw new Error(`Expected a blacklist request, got ${event.type}`);
  const what = event.isBlacklisted ? "put the client on" : "took the client off";
  return storedLine(context, event, event.messageId, `${event.agent.name} ${what} the blacklist.`);
}

export const isBlacklistUnchanged = ({ client }: ChatContext, event: ChatEvent): boolean =>
  event.type === "chat.blacklist-requested" && event.isBlacklisted === client.isBlacklisted;

export function keepCaller({ client, visit, lastSeq }: ChatContext, event: ChatEvent): Partial<ChatContext> {
  if (event.type !== "call.requested") return {};
  return {
    client: withCaller(client, event.phone),
    updatedAtMs: event.nowMs,
    ...(lastSeq === 0 && { visit: onFirstPage(visit, client) }),
  };
}

/** Creates the call. */
export function beginCall({ id: chatId, channelId }: ChatContext, event: ChatEvent): ChatEffect {
  if (event.type !== "call.requested") return nothing;
  const { nowMs, id, callType, phone, rung, chosenId, failure } = event;
  const began = { type: "call.began", nowMs, id, chatId, channelId, callType, phone, rung, chosenId, failure } as const;
  return { type: "effect.actor.tell", tells: [{ to: callAddress(id), event: began }] };
}

export const keepCall = ({ visit }: ChatContext, event: ChatEvent): Partial<ChatContext> =>
  event.type === "call.changed" ? { visit: { ...visit, call: event.call }, updatedAtMs: event.nowMs } : {};

export function storedCallLine(context: ChatContext, event: ChatEvent): ChatEffect {
  if (event.type !== "call.changed") throw new Error(`Expected a changed call, got ${event.type}`);
  return storedLine(context, event, event.lineId, describeCall(event.call));
}
