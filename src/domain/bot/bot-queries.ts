import type { BotConversationContext } from "../../../machines/bot-conversation/bot-conversation.types.ts";
import type { ChatId, ConversationKey } from "../../../machines/ids.ts";
import { botAddress } from "../../../machines/tells.ts";
import { readStored } from "../../actors/stored-actor.ts";
import type { Store } from "../../ports/store.ts";
import { botActor } from "./bot-actor.ts";

/** A stored bot conversation. */
export interface BotConversationView {
  readonly conversation: ConversationKey;
  readonly state: string;
  readonly context: BotConversationContext;
}

/** `undefined` for a chat that never had a bot. */
export async function readBotConversation(
  store: Pick<Store, "read">,
  id: ChatId,
): Promise<BotConversationView | undefined> {
  const row = await store.read("actor", [botAddress(id)]);
  if (row === undefined) return undefined;
  const { state, context } = readStored(botActor, row);
  return { conversation: row.conversation, state: String(state), context };
}
