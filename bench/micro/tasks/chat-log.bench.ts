// The number of characters from which the worker should encode a page of a chat's log. It compares the main thread's CPU time for
// encoding the page with the time for passing it to the worker and taking the bytes. Linux only: other systems do not report the
// time of a thread.
// Run: node bench/micro/tasks/chat-log.bench.ts

import { encodeLogEntries } from "../../../src/codec/c-webhook/chat-log.ts";
import { defaultLimits } from "../../../src/config/limits.ts";
import type { ChatLogEntry } from "../../../src/ports/chat-log-encoder.ts";
import { createWorkerPool } from "../../../src/tasks/worker-pool.ts";
import { measureCalls } from "./thread-time.ts";

const kibi = 1024;
const sizes = [4, 8, 16, 32, 64, 128, 256].map((size) => size * kibi);
const charactersPerRound = 4 * 1024 * kibi;
const callsMin = 40;
const callsMax = 400;

/** A page of this many characters, in texts of different lengths. */
const shapes: Readonly<Record<string, { readonly part: string; readonly textLength: number }>> = {
  "short texts": { part: "Where is my parcel? ", textLength: 60 },
  "long texts": { part: "Where is my parcel? ", textLength: 1_000 },
  "short, beyond Latin": { part: "Где моя посылка? 📦 ", textLength: 60 },
  "long, beyond Latin": { part: "Где моя посылка? 📦 ", textLength: 1_000 },
  "escaped texts": { part: '"\n', textLength: 1_000 },
};

function pageOf(characters: number, shape: string): readonly ChatLogEntry[] {
  const { part = "", textLength = 1 } = shapes[shape] ?? {};
  const text = part.repeat(textLength / part.length + 1).slice(0, textLength);
  return Array.from({ length: Math.ceil(characters / textLength) }, (_, at) => ({
    message: `${text}${at}`,
    timestamp: 1_795_165_200 + at,
    type: "agent",
    agent_id: 12,
  }));
}

const pool = createWorkerPool<readonly ChatLogEntry[], Uint8Array>({
  task: "encode-chat-log",
  queueMax: defaultLimits.workerQueueMax,
});
console.log("shape                Ki characters   entries   inline us   handed over us   inline / handed over");
for (const name of Object.keys(shapes)) {
  let crossover: number | null = null;
  for (const size of sizes) {
    const makePage = (): readonly ChatLogEntry[] => pageOf(size, name);
    const calls = Math.min(callsMax, Math.max(callsMin, Math.floor(charactersPerRound / size / 4)));
    // Each call has its own page, because each page of a log is read again.
    const pages = () => Array.from({ length: calls }, makePage);
    const inline = await measureCalls(pages, encodeLogEntries);
    const handedOver = await measureCalls(pages, (page) => pool.run(page));
    if (inline < handedOver) crossover = null;
    else crossover ??= size;
    const figures = [size / kibi, makePage().length, inline.toFixed(0), handedOver.toFixed(0)];
    const columns = [...figures, (inline / handedOver).toFixed(2)];
    console.log(
      name.padEnd(20),
      columns.map((value, at) => String(value).padStart([13, 9, 11, 16, 22][at] ?? 0)).join(" "),
    );
  }
  console.log(`${name}: handed over from ${crossover === null ? "no size" : `${crossover / kibi} Ki characters`} on\n`);
}
await pool.close();
