import type { ChatContext, ChatEffect, ChatEvent } from "./chat.types.ts";

/** A lost `typeout` does not leave "typing" on. Source: CH-48. */
const clientTypingMs = 10_000;
export const clientTypingDeadline = "typing-ends";
/** An agent who pauses this long has stopped typing. Source: CH-49. */
const agentTypingMs = 5_000;
export const agentTypingDeadline = "agent-typing-ends";

/** For a step that asks for something only in some contexts. */
export const nothing: ChatEffect = { type: "effect.actor.tell", tells: [] };

export const expireClientTyping = (event: ChatEvent): ChatEffect => ({
  type: "effect.deadline.set",
  id: clientTypingDeadline,
  atMs: event.nowMs + clientTypingMs,
  atRestart: false,
});

/** Takes "typing" off the desk when it is shown there. Source: CH-48. */
export const hideShownTyping = (context: ChatContext): ChatEffect =>
  context.isClientTyping ? { type: "effect.typing.publish", state: "typeout" } : nothing;

export const expireAgentTyping = (event: ChatEvent): ChatEffect => ({
  type: "effect.deadline.set",
  id: agentTypingDeadline,
  atMs: event.nowMs + agentTypingMs,
  atRestart: false,
});

/** The notice for the customer system that the agent began to type. Source: CH-49. */
export const sendTypein = (context: ChatContext, event: ChatEvent): ChatEffect =>
  event.type === "chat.typing-requested" ? notice(context, event, "typein", event.agent) : nothing;

/** The notice that typing ended, when the customer system was told that it began. Source: CH-49. */
export const sendTypeout = (context: ChatContext, event: ChatEvent): ChatEffect =>
  context.typingAgent === null ? nothing : notice(context, event, "typeout", context.typingAgent);

function notice(
  context: ChatContext,
  event: ChatEvent,
  state: "typein" | "typeout",
  sender: NonNullable<ChatContext["typingAgent"]>,
): ChatEffect {
  const { senderId, senderIdKind } = context.client;
  return {
    type: "effect.typing.send",
    chatId: context.id,
    channelId: context.channelId,
    state,
    sender,
    recipient: { senderId, senderIdKind },
    atMs: event.nowMs,
  };
}
