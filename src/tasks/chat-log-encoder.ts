import type { Limits } from "../config/limits.ts";
import type { ChatLogEncoder, ChatLogEntry } from "../ports/chat-log-encoder.ts";
import { createWorkerPool } from "./worker-pool.ts";

const threadsMax = 1;
/** Fewer are turned into JSON faster than they are handed over. */
const inlineEntriesMax = 100;

/** Encodes pages of long chat logs in a thread of its own. */
export function createChatLogEncoder(limits: Pick<Limits, "workerQueueMax">): ChatLogEncoder {
  const pool = createWorkerPool<readonly ChatLogEntry[], Uint8Array>({
    task: "encode-chat-log",
    threadsMax,
    queueMax: limits.workerQueueMax,
  });
  return {
    async encode(entries) {
      if (entries.length <= inlineEntriesMax) return encodeHere(entries);
      const encoded = await pool.run(entries);
      return encoded.ok ? encoded.value : encodeHere(entries);
    },
    close: () => pool.close(),
  };
}

const encodeHere = (entries: readonly ChatLogEntry[]): Uint8Array =>
  Buffer.from(entries.map((entry) => JSON.stringify(entry)).join(","));
