import type { SendTypingEffect } from "../../machines/chat/chat.types.ts";
import type { ChatMessage } from "../../machines/chat/message.types.ts";
import type { ChannelId, ChatId, ConversationKey } from "../../machines/ids.ts";
import type { VisitorAgent, VisitorMessage } from "../codec/visitor.ts";
import { toVisitorChat, toVisitorMessage } from "../codec/visitor.ts";
import type { VisitorMode } from "../codec/visitor-frame.ts";
import {
  encodeModeFrame,
  encodeVisitorChatFrame,
  encodeVisitorMessageFrame,
  encodeVisitorTypingFrame,
} from "../codec/visitor-frame.ts";
import { clientConversation } from "../core/ids.ts";
import { createLastUsed } from "../core/last-used.ts";
import type { Broadcaster } from "../ports/broadcaster.ts";
import type { FeedEntry, Store } from "../ports/store.ts";
import { signatureOf } from "./bot-inbox.ts";
import type { ChannelEntry, Directory } from "./directory.ts";
import { visitorTopic, widgetTopic } from "./topics.ts";
import { readChat } from "./views.ts";

/** Shows visitors of web pages what is theirs to see, live. */
export interface VisitorFeed {
  /** Whether any visitor of the channel is there: to be asked once for a run of entries. */
  isWatched(channelId: ChannelId): boolean;
  /** Shows an entry of a durable commit to the visitor it belongs to. */
  show(entry: FeedEntry): void;
  /** The agent types, or has stopped. Shown, never stored. */
  showTyping(effect: SendTypingEffect): void;
  /** Called after a chat was shown to its visitor anew. */
  onChatShown(listener: (conversation: ConversationKey) => void): void;
}

export interface VisitorFeedParts {
  readonly store: Pick<Store, "read">;
  readonly broadcaster: Broadcaster;
  readonly directory: Directory;
}

/** Chats whose last frame is remembered; of any other it is sent once more. */
const chatsRememberedMax = 10_000;

export function createVisitorFeed(parts: VisitorFeedParts): VisitorFeed {
  const { store, broadcaster, directory } = parts;
  const listeners: ((conversation: ConversationKey) => void)[] = [];
  /** Every message changes its chat, mostly in nothing that visitors see. A hello changes it too, so that what is remembered is never older. */
  const lastFrames = createLastUsed<ChatId, string>(chatsRememberedMax);

  directory.onChannelChange((channelId, before, after) => {
    if (before === undefined || after === undefined || before.status === after.status) return;
    const topic = widgetTopic(channelId);
    if (broadcaster.hasSubscribers(topic)) broadcaster.publish(topic, encodeModeFrame(modeOf(after)));
  });

  return {
    isWatched: (channelId) =>
      directory.find(channelId)?.settings.kind === "widget" && broadcaster.hasSubscribers(widgetTopic(channelId)),
    show({ chatId, messageSeq }) {
      const chat = readChat(store, chatId);
      if (chat === undefined) return;
      const topic = visitorTopic(chat.conversation);
      if (!broadcaster.hasSubscribers(topic)) return;
      if (messageSeq > 0) {
        const stored = store.read("message", [Number(chatId), messageSeq]);
        const message = stored === undefined ? null : readVisitorMessage(stored, chat.context.channelId, parts);
        if (message !== null) broadcaster.publish(topic, encodeVisitorMessageFrame(chatId, message));
        return;
      }
      const frame = encodeVisitorChatFrame(toVisitorChat(chat.context, chat.state));
      if (lastFrames.get(chatId) === frame) return;
      lastFrames.set(chatId, frame);
      broadcaster.publish(topic, frame);
      for (const listener of listeners) listener(chat.conversation);
    },
    showTyping({ chatId, channelId, recipient, state }) {
      const topic = visitorTopic(clientConversation(channelId, recipient.senderId));
      if (broadcaster.hasSubscribers(topic)) broadcaster.publish(topic, encodeVisitorTypingFrame(chatId, state));
    },
    onChatShown: (listener) => void listeners.push(listener),
  };
}

/** Source: CH-12, WJ-09. */
export const modeOf = ({ status }: Pick<ChannelEntry, "status">): VisitorMode => (status === 1 ? "online" : "offline");

/** A message with who wrote it; `null` for what visitors may not see. */
export function readVisitorMessage(
  message: ChatMessage,
  channelId: ChannelId,
  parts: Pick<VisitorFeedParts, "store" | "directory">,
): VisitorMessage | null {
  return toVisitorMessage(message, writerOf(message, channelId, parts));
}

function writerOf(
  { from, agentId }: ChatMessage,
  channelId: ChannelId,
  { store, directory }: Pick<VisitorFeedParts, "store" | "directory">,
): VisitorAgent | null {
  const bot = from === "bot" ? directory.find(channelId)?.settings.bot : null;
  if (bot) return toVisitorAgent(signatureOf(bot, store));
  const agent = from === "agent" && agentId !== null ? directory.agentEver(agentId) : undefined;
  return agent === undefined ? null : toVisitorAgent(agent.profile);
}

const toVisitorAgent = ({ name, photo }: VisitorAgent): VisitorAgent => ({ name, photo });
