import type { BotSituation, ChatContext, ChatEffect, ChatEvent } from "../../../machines/chat/chat.types.ts";
import type { ActorDefinition } from "../../actors/actor-definition.ts";
import type { OutlinedFields } from "../../actors/history/outlined-fields.ts";
import { none, nothing } from "../../actors/history/outlined-fields.ts";
import { outlineCall } from "../call/call-outline.ts";
import { failed } from "../outlined-failure.ts";

type ChatHistory = ActorDefinition<ChatContext, ChatEvent, ChatEffect>["history"];

/** The state of the channel when the client wrote; nothing on a channel without a bot. */
function situation(bot: BotSituation | undefined): OutlinedFields {
  if (bot === undefined) return none;
  const { agentsOnline, wantsAgent } = bot;
  return { agentsOnline, wantsAgent };
}

/** The fields of a chat's events and effects that the history keeps: they explain the chat's state. */
export const chatHistory: ChatHistory = {
  events: {
    "agent.left": ({ agentId }) => ({ agent: agentId }),
    "bot.ended": nothing,
    "bot.notified": nothing,
    "bot.offered": nothing,
    "bot.post-refused": ({ code, field }) => ({ failure: code, field }),
    "bot.replied": ({ message, deliveryId, isShown }) => ({ messageId: message.id, deliveryId, isShown }),
    "bot.unstaffed": nothing,
    "button.click-requested": ({ messageSeq, index, bot }) => ({ messageSeq, index, ...situation(bot) }),
    "call.changed": ({ call: { id, type, status, agentId } }) => ({
      call: id,
      callType: type,
      status,
      agent: agentId ?? undefined,
    }),
    "call.requested": outlineCall,
    "channel.closed": ({ failure }) => failed(failure),
    "chat.accept-requested": ({ agent }) => ({ agent: agent.id }),
    "chat.assign-requested": ({ agent }) => ({ agent: agent.id }),
    "chat.blacklist-requested": ({ agent, isBlacklisted }) => ({ agent: agent.id, isBlacklisted }),
    "chat.close-requested": ({ agent }) => ({ agent: agent.id }),
    "chat.contact-change-requested": ({ change }) => ({ changed: Object.keys(change).join(" ") }),
    "chat.dismiss-requested": ({ agent, deliveryId }) => ({ agent: agent.id, deliveryId }),
    "chat.expired": ({ waitedDays }) => ({ waitedDays }),
    "chat.note-requested": ({ agent, message }) => ({ agent: agent.id, messageId: message.id }),
    "chat.rated": ({ rate }) => ({ rate }),
    "chat.reopen-requested": ({ agent }) => ({ agent: agent.id }),
    "chat.reply-requested": ({ agent, message, deliveryId }) => ({
      agent: agent.id,
      messageId: message.id,
      deliveryId,
    }),
    "chat.transfer-requested": ({ agent, isAdministrator, to, acceptTimeoutMs }) => ({
      agent: agent.id,
      isAdministrator,
      [to.kind === "agent" ? "toAgent" : "toDepartment"]: to.id,
      acceptTimeoutMs,
    }),
    "chat.typing-requested": ({ agent, state }) => ({ agent: agent.id, state }),
    "crm.answered": ({ event, answer }) => ({ event, answered: Object.keys(answer).join(" ") }),
    "delivery.ended": ({ deliveryId, failure }) => ({ deliveryId, ...failed(failure) }),
    "delivery.resend-requested": ({ deliveryId }) => ({ deliveryId }),
    "message.received": ({ bot, isFromWidget }) =>
      bot === undefined && isFromWidget === undefined ? none : { isFromWidget, ...situation(bot) },
    "report.refused": ({ event, failure }) => ({ event, ...failed(failure) }),
    "typing.received": ({ state }) => ({ state }),
    "visitor.changed": ({ change }) => ({ changed: Object.keys(change).join(" ") }),
  },
  effects: {
    "effect.chat.publish": nothing,
    "effect.client.store": nothing,
    "effect.message.store": ({ message: { seq, from } }) => ({ seq, from }),
    "effect.report.make": ({ report: { event } }) => ({ event }),
    "effect.typing.publish": ({ state }) => ({ state }),
    "effect.typing.send": ({ state }) => ({ state }),
    "effect.warnings.store": ({ messageSeq, texts }) => ({ messageSeq, warnings: texts.length }),
  },
};
