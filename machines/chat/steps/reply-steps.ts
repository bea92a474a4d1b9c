import type { Steps } from "../../wire.ts";
import { plain, storedAs, withSaid } from "../changes.ts";
import type { ChatContext, ChatEffect, NoteRequested, ReplyRequested, TransferRequested } from "../chat.types.ts";
import { withAgentId } from "./hand-steps.ts";
import { hasRoomInLane, joinLane, queueTell } from "./lane-steps.ts";

/** The agent who replies has the chat, and the lane is not full. */
const canReply = (context: ChatContext, { agent }: ReplyRequested): boolean =>
  context.agent?.id === agent.id && hasRoomInLane(context);

/** The context after one reply of the agent: numbered, and in the lane. */
const reply = (context: ChatContext, { deliveryId, agent, nowMs }: ReplyRequested): Partial<ChatContext> => ({
  lastSeq: context.lastSeq + 1,
  unread: 0,
  visit: withSaid(context.visit, null),
  lane: joinLane(context.lane, deliveryId),
  agentIds: withAgentId(context.agentIds, agent.id),
  updatedAtMs: nowMs,
});

/** A reply that the widget shows: it needs no HTTP delivery. */
const storeInWidget = (context: ChatContext, event: ReplyRequested): ChatEffect =>
  storedAs(context, event, { ...event.message, from: "agent", agentId: event.agent.id });

/** The agent's action that was just numbered, as it is stored. */
function storeMessage(context: ChatContext, event: ReplyRequested | NoteRequested | TransferRequested): ChatEffect {
  const agentId = event.agent.id;
  switch (event.type) {
    case "chat.reply-requested": {
      return storedAs(context, event, { ...event.message, from: "agent", agentId, deliveryId: event.deliveryId });
    }
    case "chat.note-requested": {
      const { id, text } = event.message;
      return storedAs(context, event, { id, from: "agent", content: plain("note", text), agentId });
    }
    case "chat.transfer-requested": {
      const content = plain("event", `${event.agent.name} transferred the chat to ${event.to.name}.`);
      return storedAs(context, event, { id: event.messageId, from: "system", content, agentId });
    }
  }
}

/** Creates the reply's delivery. */
function queueReply(context: ChatContext, event: ReplyRequested): ChatEffect {
  const { deliveryId: id, nowMs, message, agent: sender } = event;
  const cargo = { kind: "message", content: message.content, sender } as const;
  return { type: "effect.actor.tell", tells: [queueTell(context, { id, nowMs, messageId: message.id, cargo })] };
}

/** Messages of agents. */
export const replySteps = {
  guards: {
    canReply,
    canReplyWhileTyping: (context, event: ReplyRequested) => context.typingAgent !== null && canReply(context, event),
    isRepliedInWidget: (context, event: ReplyRequested) =>
      context.visit.surface === "widget" && canReply(context, event),
  },
  assigns: {
    reply,
    replyInWidget: (context, event: ReplyRequested) => ({ ...reply(context, event), lane: context.lane }),
  },
  emits: { storeMessage, storeInWidget, queueReply },
} satisfies Steps<ChatContext, ChatEffect>;
