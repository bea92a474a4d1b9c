import type { DeadlineReached, SetDeadlineEffect } from "../../effects.ts";
import { nothing } from "../../effects.ts";
import type { Steps } from "../../wire.ts";
import type { ChatContext, ChatEffect, ChatEvent, TypingReceived, TypingRequested } from "../chat.types.ts";
import type { AgentSignature } from "../message.types.ts";

/** A lost `typeout` must not leave "typing" on. Source: CH-48. */
const clientTypingMs = 10_000;
const clientTypingDeadline = "typing-ends";
/** An agent who pauses this long has stopped typing. Source: CH-49. */
const agentTypingMs = 5_000;
const agentTypingDeadline = "agent-typing-ends";

const expire = (id: string, atMs: number): SetDeadlineEffect => ({
  type: "effect.deadline.set",
  id,
  atMs,
  atRestart: false,
});

/** The notice to the customer system that the agent began to type. Source: CH-49. */
const sendTypein = (context: ChatContext, { agent, nowMs, typedAtMs = nowMs }: TypingRequested): ChatEffect =>
  notice(context, "typein", agent, typedAtMs);

/** The notice that typing ended, when the customer system got the notice of its start. Source: CH-49. */
const sendTypeout = (context: ChatContext, event: ChatEvent): ChatEffect => {
  const typedAtMs = event.type === "chat.typing-requested" ? event.typedAtMs : undefined;
  const { typingAgent } = context;
  return typingAgent === null ? nothing : notice(context, "typeout", typingAgent, typedAtMs ?? event.nowMs);
};

function notice(context: ChatContext, state: "typein" | "typeout", sender: AgentSignature, atMs: number): ChatEffect {
  const { senderId, senderIdKind } = context.client;
  return {
    type: "effect.typing.send",
    chatId: context.id,
    channelId: context.channelId,
    state,
    sender,
    recipient: { senderId, senderIdKind },
    atMs,
  };
}

const isAgentsTypeIn = (_: ChatContext, { state }: TypingRequested): boolean => state === "typein";
const isAgentTyping = ({ typingAgent }: ChatContext): boolean => typingAgent !== null;

/** Typing: the desk is told of the client, the customer system of the agent. */
export const typingSteps = {
  guards: {
    isTypeIn: (_, { state }: TypingReceived) => state === "typein",
    isClientTypingOver: (_, { id }: DeadlineReached) => id === clientTypingDeadline,
    isAgentTypingOver: (_, { id }: DeadlineReached) => id === agentTypingDeadline,
    isAgentsTypeIn,
    isAgentTyping,
    isAgentStillTyping: (context, event: TypingRequested) => isAgentsTypeIn(context, event) && isAgentTyping(context),
  },
  assigns: {
    noteClientTyping: { isClientTyping: true },
    noteClientTypingOver: { isClientTyping: false },
    noteAgentTyping: (_, { agent }: TypingRequested) => ({ typingAgent: agent }),
    noteAgentTypingOver: { typingAgent: null },
  },
  emits: {
    showTyping: { type: "effect.typing.publish", state: "typein" },
    hideTyping: { type: "effect.typing.publish", state: "typeout" },
    /** Removes "typing" from the desk when it is shown there, before `isClientTyping` is reset. Source: CH-48. */
    hideShownTyping: ({ isClientTyping }) =>
      isClientTyping ? { type: "effect.typing.publish", state: "typeout" } : nothing,
    expireTyping: (_, { nowMs }: TypingReceived) => expire(clientTypingDeadline, nowMs + clientTypingMs),
    forgetTyping: { type: "effect.deadline.clear", id: clientTypingDeadline },
    sendTypein,
    sendTypeout,
    expireAgentTyping: (_, { nowMs }: TypingRequested) => expire(agentTypingDeadline, nowMs + agentTypingMs),
    forgetAgentTyping: { type: "effect.deadline.clear", id: agentTypingDeadline },
  },
} satisfies Steps<ChatContext, ChatEffect>;
