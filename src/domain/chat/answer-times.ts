import { setImmediate as nextTurn } from "node:timers/promises";
import type { ChannelId } from "../../../machines/ids.ts";
import { asChatId } from "../../core/ids.ts";
import { undamagedLater } from "../../core/rows/damaged-rows.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { DurableRows, ScannedRows, StoredRows } from "../../ports/store.ts";
import { readChat } from "./queries/chat-queries.ts";

/** How fast agents of a channel answer, as visitors see it. */
export interface AnswerTimes {
  /**
   * Returns the median of the channel's recent chats in whole seconds; `null` while it is unknown, or the chats are too few.
   * Returns the last result at once, and starts a new search when it is old. Nothing is stored for it, so messages cost no more.
   */
  secondsOf(channelId: ChannelId): number | null;
}

/** Fewer samples give no result. */
const samplesMin = 5;
const samplesMax = 50;
/** The chats, of all channels, that one search reads, and the messages of each chat. */
const chatsSeenMax = 1_000;
const messagesSeenMax = 20;
const recentMs = 30 * 24 * 60 * 60 * 1_000;
const freshMs = 5 * 60 * 1_000;
const unknownMs = 60 * 1_000;
/** The number of channels in the cache; the channel searched first is evicted first. */
const channelsMax = 1_000;

interface Known {
  readonly seconds: number | null;
  readonly atMs: number;
}

export function createAnswerTimes(store: DurableRows & ScannedRows, clock: Clock, log: Log): AnswerTimes {
  const known = new Map<ChannelId, Known>();
  const keep = (channelId: ChannelId, seconds: number | null): void => {
    known.delete(channelId);
    known.set(channelId, { seconds, atMs: clock.nowMs() });
    const [oldest] = known.keys();
    if (known.size > channelsMax && oldest !== undefined) known.delete(oldest);
  };
  return {
    secondsOf(channelId) {
      const before = known.get(channelId);
      if (before === undefined || clock.nowMs() - before.atMs > (before.seconds === null ? unknownMs : freshMs)) {
        // Callers during the search get the last result.
        keep(channelId, before?.seconds ?? null);
        measure(store, channelId, clock.nowMs() - recentMs).then(
          (seconds) => keep(channelId, seconds),
          (error: unknown) => log.warn({ err: error, channelId }, "the times to the first answer could not be read"),
        );
      }
      return before?.seconds ?? null;
    },
  };
}

async function measure(
  store: DurableRows & ScannedRows,
  channelId: ChannelId,
  sinceMs: number,
): Promise<number | null> {
  const samples: number[] = [];
  for (const state of ["with_agent", "closed"]) {
    const rows = await store.scan("chatState", { prefix: [state], reverse: true, limit: chatsSeenMax });
    for (const { key, row } of rows) {
      if (samples.length === samplesMax) break;
      if (row.channelId !== channelId) continue;
      await nextTurn();
      const ms = await undamagedLater(() => answerMs(store.durable, key[1], sinceMs));
      if (typeof ms === "number") samples.push(ms);
    }
  }
  if (samples.length < samplesMin) return null;
  const sorted = samples.sort((one, other) => one - other);
  return Math.max(1, Math.ceil((sorted[Math.floor(sorted.length / 2)] ?? 0) / 1_000));
}

/** From the client's first message to the agent's first; `null` for a chat without both. */
async function answerMs(store: StoredRows, chatNumber: number, sinceMs: number): Promise<number | null> {
  const chat = await readChat(store, asChatId(String(chatNumber)));
  if (chat === undefined || chat.context.createdAtMs < sinceMs) return null;
  let askedAtMs: number | null = null;
  for (let seq = 1; seq <= Math.min(chat.context.lastSeq, messagesSeenMax); seq += 1) {
    const message = await store.read("message", [chatNumber, seq]);
    if (message?.from === "client") askedAtMs ??= message.atMs;
    const isAnswer = message?.from === "agent" && message.content.type !== "note";
    if (isAnswer && askedAtMs !== null) return message.atMs - askedAtMs;
  }
  return null;
}
