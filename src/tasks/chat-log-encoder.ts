import { setImmediate as nextTurn } from "node:timers/promises";
import { encodeLogEntries } from "../codec/c-webhook/chat-log.ts";
import type { Limits } from "../config/limits.ts";
import type { Durations } from "../core/telemetry/durations.ts";
import type { ChatLogEncoder, ChatLogEntry } from "../ports/chat-log-encoder.ts";
import type { Log } from "../ports/log.ts";
import { createWorkerPool } from "./worker-pool.ts";

/** Fewer characters are encoded faster than they are passed to a thread. Source: bench/micro/tasks/chat-log.bench.ts. */
const inlineCharactersMax = 32 * 1024;
/** The characters that are encoded in one turn of the event loop if no thread does it: a millisecond or less. */
const turnCharactersMax = 128 * 1024;

/** Encodes pages of long chat logs in a separate thread. */
export function createChatLogEncoder(parts: {
  readonly limits: Pick<Limits, "workerQueueMax">;
  readonly log: Pick<Log, "error">;
  readonly waits?: Durations;
}): ChatLogEncoder {
  const pool = createWorkerPool<readonly ChatLogEntry[], Uint8Array>({
    task: "encode-chat-log",
    queueMax: parts.limits.workerQueueMax,
    ...(parts.waits && { waits: parts.waits }),
  });
  let isClosed = false;
  const handOver = async (entries: readonly ChatLogEntry[]): Promise<Uint8Array | null> => {
    if (isClosed) return null;
    try {
      const encoded = await pool.run(entries);
      return encoded.ok ? encoded.value : null;
    } catch (error) {
      if (!isClosed)
        parts.log.error({ err: error }, "A worker thread could not encode a chat log; the main thread encodes it");
      return null;
    }
  };
  return {
    async encode(entries) {
      if (isWithin(inlineCharactersMax, entries)) return encodeLogEntries(entries);
      return (await handOver(entries)) ?? encodeHere(entries);
    },
    close() {
      isClosed = true;
      return pool.close();
    },
  };
}

function isWithin(charactersMax: number, entries: readonly ChatLogEntry[]): boolean {
  let characters = 0;
  for (const { message } of entries) {
    characters += message.length;
    if (characters > charactersMax) return false;
  }
  return true;
}

/** Encodes a part in each turn of the event loop. */
async function encodeHere(entries: readonly ChatLogEntry[]): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for (let from = 0; from < entries.length; ) {
    const part = firstOf(entries, from);
    if (from > 0) {
      parts.push(comma);
      await nextTurn();
    }
    parts.push(encodeLogEntries(part));
    from += part.length;
  }
  return Buffer.concat(parts);
}

const comma = Buffer.from(",");

/** The entries of one turn: as many as fit, and at least one. */
function firstOf(entries: readonly ChatLogEntry[], from: number): readonly ChatLogEntry[] {
  let to = from + 1;
  let characters = entries[from]?.message.length ?? 0;
  for (; to < entries.length; to += 1) {
    characters += entries[to]?.message.length ?? 0;
    if (characters > turnCharactersMax) break;
  }
  return entries.slice(from, to);
}
