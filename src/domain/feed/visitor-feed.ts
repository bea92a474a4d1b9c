import type { ChatContext, SendTypingEffect } from "../../../machines/chat/chat.types.ts";
import type { ChatMessage } from "../../../machines/chat/message.types.ts";
import type { ChannelId, ChatId, ConversationKey } from "../../../machines/ids.ts";
import type { VisitorAgent, VisitorChat, VisitorMessage } from "../../codec/visitor/visitor.ts";
import { toVisitorChat, toVisitorMessage } from "../../codec/visitor/visitor.ts";
import type { VisitorMode } from "../../codec/visitor/visitor-frame.ts";
import {
  encodeModeFrame,
  encodeVisitorChatFrame,
  encodeVisitorMessageFrame,
  encodeVisitorTypingFrame,
} from "../../codec/visitor/visitor-frame.ts";
import { createLastUsed } from "../../core/bounds/last-used.ts";
import { clientConversation } from "../../core/ids.ts";
import { undamaged } from "../../core/rows/undamaged.ts";
import type { Broadcaster } from "../../ports/broadcaster.ts";
import type { FeedEntry, Store } from "../../ports/store.ts";
import { signatureOf } from "../bot/bot-inbox.ts";
import { readChat } from "../chat/chat-queries.ts";
import type { ChannelEntry, Directory } from "../directory.ts";
import { visitorTopic, widgetTopic } from "./topics.ts";
import type { VisitorPictures } from "./visitor-pictures.ts";

/** Shows visitors of web pages what is theirs to see, live. */
export interface VisitorFeed {
  /** Whether any visitor of the channel is there: to be asked once for a run of entries. */
  isWatched(channelId: ChannelId): boolean;
  /** Shows an entry of a durable commit to the visitor it belongs to. */
  show(entry: FeedEntry): void;
  /** The agent types, or has stopped. Shown, never stored. */
  showTyping(effect: SendTypingEffect): void;
  /** A chat as its visitor's page gets it. */
  toChat(context: ChatContext, state: string): VisitorChat;
  /** A message with who wrote it; `null` for what visitors may not see. */
  toMessage(message: ChatMessage, channelId: ChannelId): VisitorMessage | null;
  /** Called after a chat was shown to its visitor anew. */
  onChatShown(listener: (conversation: ConversationKey) => void): void;
}

export interface VisitorFeedParts {
  readonly store: Pick<Store, "durable">;
  readonly broadcaster: Broadcaster;
  readonly directory: Directory;
  readonly visitorPictures: VisitorPictures;
}

/** Chats whose last frame is remembered; of any other it is sent once more. */
const chatsRememberedMax = 10_000;

export function createVisitorFeed(parts: VisitorFeedParts): VisitorFeed {
  const { broadcaster, directory, visitorPictures: pictures } = parts;
  const { durable } = parts.store;
  const listeners: ((conversation: ConversationKey) => void)[] = [];
  /** Every message changes its chat, mostly in nothing that visitors see. A hello changes it too, so that what is remembered is never older. */
  const lastFrames = createLastUsed<ChatId, string>(chatsRememberedMax);

  const toChat: VisitorFeed["toChat"] = (context, state) => {
    const chat = toVisitorChat(context, state);
    return { ...chat, agent: withPhoto(chat.agent, pictures) };
  };
  const toMessage: VisitorFeed["toMessage"] = (message, channelId) => {
    const shown = toVisitorMessage(message, withPhoto(writerOf(message, channelId, parts), pictures));
    return shown === null ? null : withPicture(shown, pictures);
  };

  directory.onChannelChange((channelId, before, after) => {
    if (before === undefined || after === undefined || before.status === after.status) return;
    const topic = widgetTopic(channelId);
    if (broadcaster.hasSubscribers(topic)) broadcaster.publish(topic, encodeModeFrame(modeOf(after)));
  });

  return {
    isWatched: (channelId) =>
      directory.find(channelId)?.settings.kind === "widget" && broadcaster.hasSubscribers(widgetTopic(channelId)),
    show({ chatId, messageSeq }) {
      const chat = undamaged(() => readChat(durable, chatId));
      if (chat === undefined) return;
      const topic = visitorTopic(chat.conversation);
      if (!broadcaster.hasSubscribers(topic)) return;
      if (messageSeq > 0) {
        const stored = undamaged(() => durable.read("message", [Number(chatId), messageSeq]));
        const message = stored === undefined ? null : toMessage(stored, chat.context.channelId);
        if (message !== null) broadcaster.publish(topic, encodeVisitorMessageFrame(chatId, message));
        return;
      }
      const frame = encodeVisitorChatFrame(toChat(chat.context, chat.state));
      if (lastFrames.get(chatId) === frame) return;
      lastFrames.set(chatId, frame);
      broadcaster.publish(topic, frame);
      for (const listener of listeners) listener(chat.conversation);
    },
    showTyping({ chatId, channelId, recipient, state }) {
      const topic = visitorTopic(clientConversation(channelId, recipient.senderId));
      if (broadcaster.hasSubscribers(topic)) broadcaster.publish(topic, encodeVisitorTypingFrame(chatId, state));
    },
    toChat,
    toMessage,
    onChatShown: (listener) => void listeners.push(listener),
  };
}

/** Source: CH-12, WJ-09. */
export const modeOf = ({ status }: Pick<ChannelEntry, "status">): VisitorMode => (status === 1 ? "online" : "offline");

function writerOf(
  { from, agentId }: ChatMessage,
  channelId: ChannelId,
  { store, directory }: Pick<VisitorFeedParts, "store" | "directory">,
): VisitorAgent | null {
  const bot = from === "bot" ? directory.find(channelId)?.settings.bot : null;
  if (bot) return signatureOf(bot, store.durable);
  const agent = from === "agent" && agentId !== null ? directory.agentEver(agentId) : undefined;
  return agent === undefined ? null : agent.profile;
}

const withPhoto = (agent: VisitorAgent | null, pictures: VisitorPictures): VisitorAgent | null =>
  agent === null ? null : { name: agent.name, photo: agent.photo === null ? null : pictures.addressOf(agent.photo) };

/** A picture that is not shown is a file that may be followed; of a preview that is not shown, the page is not told where it lies. */
function withPicture({ thumb, ...message }: VisitorMessage, pictures: VisitorPictures): VisitorMessage {
  const preview = thumb === undefined ? null : pictures.addressOf(thumb);
  const shown = preview === null ? message : { ...message, thumb: preview };
  const { type, file } = message;
  if (file === undefined || (type !== "photo" && type !== "sticker")) return shown;
  const address = pictures.addressOf(file);
  return address === null ? { ...shown, type: "document" } : { ...shown, file: address };
}
