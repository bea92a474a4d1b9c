import type { PublishCallEffect } from "../../../machines/call/call.types.ts";
import type { PublishTypingEffect } from "../../../machines/chat/chat.types.ts";
import type { ActorKey, ChannelId } from "../../../machines/ids.ts";
import { toDeskMessage } from "../../codec/desk/desk.ts";
import {
  encodeCallFrame,
  encodeChatFrame,
  encodeFailuresFrame,
  encodeMessageFrame,
  encodeOfflineFrame,
  encodeTypingFrame,
} from "../../codec/desk/desk-frame.ts";
import type { Limits } from "../../config/limits.ts";
import { asChatId } from "../../core/ids.ts";
import { scanKeys } from "../../core/rows/scan-keys.ts";
import { undamaged } from "../../core/rows/undamaged.ts";
import type { Broadcaster } from "../../ports/broadcaster.ts";
import type { DurableRows, FeedEntry, Store } from "../../ports/store.ts";
import { readChat, readMessage, showChat } from "../chat/chat-queries.ts";
import { showOffline } from "../client/offline-view.ts";
import type { Directory } from "../directory.ts";
import { deskTopic, everyChannelTopic } from "./topics.ts";
import type { VisitorFeed } from "./visitor-feed.ts";

/** No commit shows as many: behind a damaged row, of which nobody knows how many it held, no cursor is given a second time. */
const entriesOfCommitMax = 100_000;

type ShownLimits = Pick<Limits, "reopenWindowMs">;

/** What the desk is shown, numbered by a cursor that never runs backwards. */
export interface Feed {
  /** The cursor of the last entry that was shown; entries of running commits are beyond it. */
  readonly cursor: number;
  /** Takes `count` cursors; answers the first. */
  reserve(count: number): number;
  /** Shows the entries of a durable commit to the sockets that watch their channels. */
  show(entries: readonly FeedEntry[], firstCursor: number): void;
  showTyping(actor: ActorKey, effect: PublishTypingEffect): void;
  showCall(effect: PublishCallEffect): void;
  showOfflineMessage(number: number): void;
  /** Tells administrators alone. */
  showUnseen(): void;
}

export async function createFeed(parts: {
  store: Store;
  broadcaster: Broadcaster;
  visitors: Pick<VisitorFeed, "isWatched" | "show">;
  limits: ShownLimits;
  directory: Pick<Directory, "agentEver">;
}): Promise<Feed> {
  const { store, broadcaster, visitors, limits, directory } = parts;
  const [last] = await scanKeys(store, "feed", { reverse: true, limit: 1 });
  const entries = last?.row?.entries.length ?? entriesOfCommitMax;
  let shownCursor = last === undefined ? 0 : last.key[0] + entries - 1;
  let reservedCursor = shownCursor;

  const publish = (topic: string, frame: string | null, isWatched: boolean, isWatchedByAdmins: boolean): void => {
    if (frame === null) return;
    if (isWatched) broadcaster.publish(topic, frame);
    if (isWatchedByAdmins) broadcaster.publish(everyChannelTopic, frame);
  };

  const showNow = (channelId: ChannelId, encode: () => string): void => {
    const topic = deskTopic(channelId);
    const isWatched = broadcaster.hasSubscribers(topic);
    const isWatchedByAdmins = broadcaster.hasSubscribers(everyChannelTopic);
    if (isWatched || isWatchedByAdmins) publish(topic, encode(), isWatched, isWatchedByAdmins);
  };

  return {
    get cursor() {
      return shownCursor;
    },
    reserve(count) {
      const first = reservedCursor + 1;
      reservedCursor += count;
      return first;
    },
    show(entries, firstCursor) {
      const isWatchedByAdmins = broadcaster.hasSubscribers(everyChannelTopic);
      let channelId: ChannelId | null = null;
      let isWatched = false;
      let isWatchedByVisitors = false;
      let cursor = firstCursor;
      for (const entry of entries) {
        // Who listens is asked once for a run of entries of one channel: it is asked for every message.
        if (entry.channelId !== channelId) {
          channelId = entry.channelId;
          isWatched = broadcaster.hasSubscribers(deskTopic(channelId));
          isWatchedByVisitors = visitors.isWatched(channelId);
        }
        if (isWatched || isWatchedByAdmins) {
          publish(
            deskTopic(channelId),
            encodeEntry(store.durable, entry, cursor, limits),
            isWatched,
            isWatchedByAdmins,
          );
        }
        if (isWatchedByVisitors) visitors.show(entry);
        cursor += 1;
      }
      shownCursor = firstCursor + entries.length - 1;
    },
    showTyping(actor, effect) {
      const chat = undamaged(() => readChat(store.durable, asChatId(actor.slice("chat/".length))));
      if (chat === undefined) return;
      showNow(chat.context.channelId, () => encodeTypingFrame(chat.context.id, effect.state));
    },
    showCall({ chatId, channelId, call }) {
      showNow(channelId, () => encodeCallFrame(chatId, channelId, call));
    },
    showOfflineMessage(number) {
      const row = undamaged(() => store.durable.read("offlineMessage", [number]));
      if (row === undefined) return;
      showNow(row.channelId, () => encodeOfflineFrame(showOffline(store.durable, directory, number, row)));
    },
    showUnseen() {
      if (broadcaster.hasSubscribers(everyChannelTopic)) broadcaster.publish(everyChannelTopic, encodeFailuresFrame());
    },
  };
}

/** One feed entry as the frame a desk gets that comes back with a cursor. */
export function encodeMissed(
  { durable }: Pick<Store, "durable">,
  entry: FeedEntry,
  cursor: number,
  limits: ShownLimits,
): string | null {
  // A desk that was away when the client was put on the blacklist hears alone that the chat has left. Source: WH-20.
  const isBlocked = entry.messageSeq > 0 && durable.read("chatState", ["blocked", Number(entry.chatId)]) !== undefined;
  return isBlocked ? null : encodeEntry(durable, entry, cursor, limits);
}

/** `null` for what is gone or damaged: desks are shown the rest all the same. */
const encodeEntry = (rows: DurableRows, entry: FeedEntry, cursor: number, limits: ShownLimits): string | null =>
  undamaged(() => encodeStored(rows, entry, cursor, limits)) ?? null;

function encodeStored(rows: DurableRows, entry: FeedEntry, cursor: number, limits: ShownLimits): string | null {
  if (entry.messageSeq > 0) {
    const view = readMessage(rows, entry.chatId, entry.messageSeq);
    if (view === undefined) return null;
    return encodeMessageFrame(cursor, entry.chatId, toDeskMessage(view.message, view.delivery));
  }
  const chat = readChat(rows, entry.chatId);
  return chat === undefined ? null : encodeChatFrame(cursor, showChat(rows, chat, limits));
}
