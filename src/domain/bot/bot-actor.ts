import { botConversationMachine } from "../../../machines/bot-conversation/bot-conversation.machine.ts";
import type {
  BotConversationContext,
  BotConversationEffect,
  BotConversationEvent,
} from "../../../machines/bot-conversation/bot-conversation.types.ts";
import type { ChatId, ConversationKey } from "../../../machines/ids.ts";
import { botAddress } from "../../../machines/tells.ts";
import { defineActor, nothing } from "../../actors/actor-definition.ts";
import { count, fixed, parts, value, words } from "../../actors/history/kept-context.ts";
import { readStored } from "../../actors/stored-actor.ts";
import { botForm } from "../../codec/contexts/bot-form.ts";
import type { StoredRows } from "../../ports/store.ts";
import { failed } from "../effects.ts";

/** The bot's part of one chat. It begins with the first message of a client whose channel has a bot. */
export const botActor = defineActor<BotConversationContext, BotConversationEvent, BotConversationEffect>({
  kind: "bot",
  machine: botConversationMachine,
  form: botForm,
  birthEvent: "client.wrote",
  isAtRest: (state) => state === "ended" || state === "closed",
  keep: {},
  history: {
    events: {
      "agent.accepted": ({ messageSeq }) => ({ messageSeq }),
      "bot.disconnected": nothing,
      "bot.invitation-posted": ({ agentsOnline, acceptTimeoutMs }) => ({ agentsOnline, acceptTimeoutMs }),
      "bot.message-posted": ({ message, outward, deliveryId }) => ({
        messageId: message.id,
        deliveryId,
        canBeShown: outward !== null,
      }),
      "chat.closed": nothing,
      "chat.reopened": nothing,
      "chat.transferred": ({ acceptTimeoutMs }) => ({ acceptTimeoutMs }),
      "client.wrote": ({ messageSeq, agentsOnline, wantsAgent }) => ({ messageSeq, agentsOnline, wantsAgent }),
      "delivery.ended": ({ deliveryId, failure }) => ({ deliveryId, ...failed(failure) }),
    },
    effects: {},
    context: {
      chatId: fixed,
      channelId: fixed,
      clientNumber: fixed,
      providerId: fixed,
      lane: parts(1, { active: parts(2, { deliveryId: value(3), event: value(4) }), waiting: count(5) }),
      hasSent: value(6),
      offerNotice: words(7),
      posted: count(8),
    },
  },
});

/** A stored bot conversation. */
interface BotConversationView {
  readonly conversation: ConversationKey;
  readonly state: string;
  readonly context: BotConversationContext;
}

/** `undefined` for a chat that never had a bot. */
export async function readBotConversation(store: StoredRows, id: ChatId): Promise<BotConversationView | undefined> {
  const row = await store.read("actor", [botAddress(id)]);
  if (row === undefined) return undefined;
  const { state, context } = readStored(botActor, row);
  return { conversation: row.conversation, state: String(state), context };
}
