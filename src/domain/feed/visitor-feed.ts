import type { ChatContext, SendTypingEffect } from "../../../machines/chat/chat.types.ts";
import type { ChatMessage } from "../../../machines/chat/message.types.ts";
import type { ChannelId, ChatId, ConversationKey } from "../../../machines/ids.ts";
import type { VisitorAgent, VisitorChat, VisitorMessage } from "../../codec/visitor/visitor.ts";
import { toVisitorChat, toVisitorMessage } from "../../codec/visitor/visitor.ts";
import { encodeVisitorFrame } from "../../codec/visitor/visitor-sent.ts";
import type { Limits } from "../../config/limits.ts";
import { createLastUsed } from "../../core/bounds/last-used.ts";
import { createFreshReads } from "../../core/fresh-reads.ts";
import { clientConversation } from "../../core/ids.ts";
import { undamagedLater } from "../../core/rows/damaged-rows.ts";
import type { Broadcaster } from "../../ports/broadcaster.ts";
import type { Log } from "../../ports/log.ts";
import type { FeedEntry, StoredRows } from "../../ports/store.ts";
import { signatureOf } from "../bot/bot-inbox.ts";
import type { BotProviders } from "../bot/providers.ts";
import type { ChatView } from "../chat/queries/chat-queries.ts";
import { isTextless, readChat } from "../chat/queries/chat-queries.ts";
import type { ChannelNow, Directory } from "../directory.ts";
import type { EnteringPage, Entrance, VisitorPlace } from "./entering-visitors.ts";
import { EnteringVisitors } from "./entering-visitors.ts";
import type { Relay } from "./relay.ts";
import { visitorTopic, widgetTopic } from "./topics.ts";
import type { VisitorPictures } from "./visitor-pictures.ts";

/** Live updates for visitors of web pages. */
export interface VisitorFeed extends VisitorViews {
  /** Whether any visitor of the channel is connected. Call it once for consecutive entries. */
  isWatched(channelId: ChannelId): boolean;
  /**
   * Shows an entry of a durable commit to its visitor, after every earlier entry of the channel. Resolves when that is
   * done and never rejects: unreadable entries are skipped, and errors other than damaged rows are logged.
   */
  show(entry: FeedEntry): Promise<void>;
  /** The agent types, or has stopped. Shown, never stored. */
  showTyping(effect: SendTypingEffect): void;
  /**
   * Sends a frame that is not stored to all pages of a visitor, on every node. `publish` replaces the broadcaster if not all pages
   * on this node may receive it.
   */
  tell(visitor: VisitorPlace, frame: string, publish?: Broadcaster["publish"]): void;
  /**
   * Adds a page whose hello was committed. Call it in the tick of that commit, before the commit is shown. From then on frames for
   * its visitor are kept until the page is released. `chat` is the open chat that `ready` will contain.
   */
  enter(visitor: VisitorPlace, chat: VisitorChat | null, page: EnteringPage): Entrance;
  /** Runs the task after all pending updates for visitors of the channel; in the same tick without pending ones. */
  inTurn(visitor: VisitorPlace, task: () => void): void;
  /** The listener is called after a chat was shown to its visitor again. */
  onChatShown(listener: (conversation: ConversationKey) => void): void;
}

export interface VisitorFeedParts {
  readonly durable: StoredRows;
  readonly broadcaster: Broadcaster;
  readonly directory: Directory;
  readonly relay: Relay;
  readonly views: VisitorViews;
  readonly limits: Limits;
  readonly log: Log;
}

/** The chats whose last frame is cached. For other chats an equal frame is sent once more. */
const chatsRememberedMax = 10_000;

export function createVisitorFeed(parts: VisitorFeedParts): VisitorFeed {
  const { durable, broadcaster, directory, relay, views } = parts;
  const listeners: ((conversation: ConversationKey) => void)[] = [];
  /** One order for each channel: all chats of a visitor are in one channel, and reads of one channel delay no other. */
  const order = createShownOrder<ChannelId>((error) =>
    parts.log.error({ err: error }, "an update for visitors could not be read"),
  );
  const audience = createVisitorAudience(broadcaster, parts.limits.visitorBackpressureBytesMax / 4);
  const { isHeard, publish } = audience;
  /**
   * Every message changes its chat, but mostly in fields that visitors do not see. A hello updates this cache too, so that a cached
   * frame is never outdated.
   */
  const lastFrames = createLastUsed<VisitorChat["id"], string>(chatsRememberedMax);

  tellModes(directory, broadcaster);

  /** No entry of a chat shows an older state than the entry before it. */
  const readLatest = createFreshReads((chatId: ChatId) => readChat(durable, chatId));

  const showChat = ({ conversation, context, state }: ChatView): void => {
    const frame = encodeVisitorFrame({ type: "chat", chat: views.toChat(context, state) });
    if (lastFrames.get(context.id) === frame) return;
    lastFrames.set(context.id, frame);
    publish(conversation, frame);
    for (const listener of listeners) listener(conversation);
  };

  const readShown = async ({ chatId, messageSeq }: FeedEntry): Promise<Show | null> => {
    const chat = await undamagedLater(() => readLatest(chatId));
    if (chat === undefined) lastFrames.delete(chatId);
    if (chat === undefined || !isHeard(chat.conversation)) return null;
    // The deletion of old texts is no news for a page, which no longer shows the chat.
    if (messageSeq === 0) return (await isTextless(durable, chat)) ? null : () => showChat(chat);
    const stored = await undamagedLater(() => durable.read("message", [Number(chatId), messageSeq]));
    const message = stored === undefined ? null : views.toMessage(stored, chat.context.channelId);
    return message && (() => publish(chat.conversation, encodeVisitorFrame({ type: "message", chatId, message })));
  };

  const tellHere: VisitorFeed["tell"] = ({ channelId, conversation }, frame, broadcast) =>
    order.inTurn(channelId, () => publish(conversation, frame, broadcast));
  const tellElsewhere = relay.elsewhere("visitorFrame", ({ visitor, frame }) => tellHere(visitor, frame));

  return {
    ...views,
    isWatched: (channelId) => directory.find(channelId)?.settings.kind === "widget" && audience.isAnyOf(channelId),
    show: (entry) => order.add(entry.channelId, readShown(entry)),
    showTyping: relay.everywhere("visitorTyping", ({ chatId, channelId, recipient, state }) => {
      const conversation = clientConversation(channelId, recipient.senderId);
      if (!isHeard(conversation)) return;
      order.inTurn(channelId, () => publish(conversation, encodeVisitorFrame({ type: "typing", chatId, state })));
    }),
    tell(visitor, frame, broadcast) {
      tellElsewhere({ visitor, frame });
      tellHere(visitor, frame, broadcast);
    },
    enter(visitor, chat, page) {
      const { hear, ...entrance } = audience.add(visitor, page);
      order.inTurn(visitor.channelId, () => {
        hear();
        // The page receives this frame. Other pages may have received a different one last, and the chat may return to that state.
        if (chat !== null && lastFrames.get(chat.id) !== encodeVisitorFrame({ type: "chat", chat }))
          lastFrames.delete(chat.id);
      });
      return entrance;
    },
    inTurn: ({ channelId }, task) => order.inTurn(channelId, task),
    onChatShown: (listener) => void listeners.push(listener),
  };
}

/** A page that enters reads the mode in the tick in which it subscribes. */
function tellModes(directory: Directory, broadcaster: Broadcaster): void {
  directory.onChannelChange((channelId, before, after) => {
    if (before === undefined || after === undefined || before.status === after.status) return;
    const topic = widgetTopic(channelId);
    if (broadcaster.hasSubscribers(topic))
      broadcaster.publish(topic, encodeVisitorFrame({ type: "mode", mode: modeOf(after) }));
  });
}

/** Source: CH-12, WJ-09. */
export const modeOf = ({ status }: ChannelNow): "online" | "offline" => (status === 1 ? "online" : "offline");

/** Shows the rows that were read. */
export type Show = () => void;

/**
 * Shows updates in the order of the calls, although most of them need a read first. Each key has a separate
 * order: a read for one key delays no other.
 */
interface ShownOrder<Key> {
  /** Calls `show` in the same tick if no read of the key is running, otherwise after that read. */
  inTurn(key: Key, show: Show): void;
  /**
   * Reserves the next place in the order. The reads of later updates do not wait for this read. Resolves after the update was shown or
   * skipped. `null` shows nothing. A failed read shows nothing too, and is reported.
   */
  add(key: Key, reading: Promise<Show | null>): Promise<void>;
}

interface Place {
  /** `undefined` until the read has ended. */
  show: Show | null | undefined;
  readonly passed: () => void;
}

export function createShownOrder<Key>(onFailed: (error: unknown) => void): ShownOrder<Key> {
  const orders = new Map<Key, Set<Place>>();
  const attempt = (show: Show): void => {
    try {
      show();
    } catch (error) {
      onFailed(error);
    }
  };
  const take = (key: Key, place: Place): void => {
    const places = orders.get(key);
    if (places === undefined) orders.set(key, new Set([place]));
    else places.add(place);
  };
  const advance = (key: Key): void => {
    const places = orders.get(key) ?? [];
    for (const place of places) {
      const { show, passed } = place;
      if (show === undefined) return;
      if (show !== null) attempt(show);
      // Only now: `show` may add another update, which must come after the waiting ones.
      orders.get(key)?.delete(place);
      passed();
    }
    orders.delete(key);
  };
  return {
    inTurn(key, show) {
      if (orders.has(key)) take(key, { show, passed: () => undefined });
      else attempt(show);
    },
    add: (key, reading) =>
      new Promise((passed) => {
        const place: Place = { show: undefined, passed };
        take(key, place);
        const read = (show: Show | null): void => {
          place.show = show;
          advance(key);
        };
        reading.then(read, (error: unknown) => {
          onFailed(error);
          read(null);
        });
      }),
  };
}

/** The connected pages: those that listen, and those that are still entering. */
interface VisitorAudience {
  /** Whether any visitor of the channel is connected. */
  isAnyOf(channelId: ChannelId): boolean;
  /** Whether any page of the visitor is connected. */
  isHeard(conversation: ConversationKey): boolean;
  /** `broadcast` replaces the broadcaster if not all pages of the visitor may receive the frame. */
  publish(conversation: ConversationKey, frame: string, broadcast?: Broadcaster["publish"]): void;
  /** Adds an entering page. Call `hear` when its place in the order has come. */
  add(visitor: VisitorPlace, page: EnteringPage): Entrance & { hear(): void };
}

/** Keeps at most `keptBytesMax` for each entering page. */
function createVisitorAudience(broadcaster: Broadcaster, keptBytesMax: number): VisitorAudience {
  const entering = new EnteringVisitors(keptBytesMax);
  return {
    isAnyOf: (channelId) => entering.isAnyOf(channelId) || broadcaster.hasSubscribers(widgetTopic(channelId)),
    isHeard: (conversation) => entering.isAny(conversation) || broadcaster.hasSubscribers(visitorTopic(conversation)),
    publish(conversation, frame, broadcast = broadcaster.publish) {
      entering.keep(conversation, frame);
      broadcast(visitorTopic(conversation), frame);
    },
    add: (visitor, page) => entering.add(visitor, page),
  };
}

/** Chats and messages in their form for visitors' pages. */
interface VisitorViews {
  /** A chat as its visitor's page gets it. */
  toChat(context: ChatContext, state: string): VisitorChat;
  /** A message with its author; `null` if visitors may not see it. */
  toMessage(message: ChatMessage, channelId: ChannelId): VisitorMessage | null;
  /** The same for a visitor's own message, which needs no author. */
  toOwnMessage(message: ChatMessage): VisitorMessage | null;
  /** The first agents of the channel who are available. */
  availableAgents(channelId: ChannelId): VisitorAgent[];
}

/** The agents that a page shows. */
const agentsShownMax = 5;

export function createVisitorViews(
  directory: Directory,
  providers: BotProviders,
  pictures: VisitorPictures,
): VisitorViews {
  const toMessageBy = (message: ChatMessage, writer: VisitorAgent | null): VisitorMessage | null => {
    const shown = toVisitorMessage(message, withPhoto(writer, pictures));
    return shown === null ? null : withPicture(shown, pictures);
  };
  return {
    toChat(context, state) {
      const chat = toVisitorChat(context, state);
      return { ...chat, agent: withPhoto(chat.agent, pictures) };
    },
    toMessage: (message, channelId) => toMessageBy(message, writerOf(message, channelId, directory, providers)),
    toOwnMessage: (message) => toMessageBy(message, null),
    availableAgents: (channelId) =>
      (directory.find(channelId)?.settings.agentIds ?? [])
        .flatMap((id) => directory.agent(id) ?? [])
        .filter(({ isAvailable }) => isAvailable)
        .slice(0, agentsShownMax)
        .flatMap(({ profile: { name, photo } }) => withPhoto({ name, photo }, pictures) ?? []),
  };
}

function writerOf(
  { from, agentId }: ChatMessage,
  channelId: ChannelId,
  directory: Directory,
  providers: BotProviders,
): VisitorAgent | null {
  const bot = from === "bot" ? directory.find(channelId)?.settings.bot : null;
  if (bot) return signatureOf(bot, providers);
  const agent = from === "agent" && agentId !== null ? directory.agentEver(agentId) : undefined;
  return agent === undefined ? null : agent.profile;
}

const withPhoto = (agent: VisitorAgent | null, pictures: VisitorPictures): VisitorAgent | null =>
  agent === null ? null : { name: agent.name, photo: agent.photo === null ? null : pictures.addressOf(agent.photo) };

/** A picture that is not shown becomes a link to the file. The page does not receive the address of a preview that is not shown. */
function withPicture({ thumb, ...message }: VisitorMessage, pictures: VisitorPictures): VisitorMessage {
  const preview = thumb === undefined ? null : pictures.addressOf(thumb);
  const shown = preview === null ? message : { ...message, thumb: preview };
  const { type, file } = message;
  if (file === undefined || (type !== "photo" && type !== "sticker")) return shown;
  const address = pictures.addressOf(file);
  return address === null ? { ...shown, type: "document" } : { ...shown, file: address };
}
