// Searches in the texts of open chats. It measures the first search, which reads all chats, and each later search after some
// chats changed. It also measures the main thread's share, and how long the event loop is blocked. Linux only.
// Run: node bench/micro/archive/open-chats.bench.ts [--chats 10000] [--messages 20] [--searches 200] [--dir FOLDER]

import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { createOpenChats } from "../../../src/archive/open-chats.ts";
import { defaultLimits } from "../../../src/config/limits.ts";
import { systemClock } from "../../../src/core/clock.ts";
import { asChatId, asMessageId } from "../../../src/core/ids.ts";
import { Directory } from "../../../src/domain/directory.ts";
import type { FeedEntry, Write } from "../../../src/ports/store.ts";
import { openLmdbStore } from "../../../src/store/lmdb/open-lmdb-store.ts";
import { channels, chatWrites, random, sentence, wordAt } from "./made-chats.ts";
import { takeStoppedMs, threadNs, watchLoop } from "./watch-loop.ts";

const { values } = parseArgs({
  options: {
    chats: { type: "string", default: "10000" },
    messages: { type: "string", default: "20" },
    searches: { type: "string", default: "200" },
    dir: { type: "string", default: "." },
  },
});
const chats = Number(values.chats);
const messages = Number(values.messages);
const searches = Number(values.searches);
const changedBetween = 20;

const dir = mkdtempSync(join(values.dir, "bench-open-chats-"));
const log = { debug: () => undefined, info: () => undefined, warn: console.warn, error: console.error };
const store = await openLmdbStore({ dir, log });
const writesPerCommit = 100;
for (let first = 1; first <= chats; first += writesPerCommit) {
  const count = Math.min(writesPerCommit, chats - first + 1);
  const writes = Array.from({ length: count }, (_, offset) =>
    chatWrites(first + offset, { state: "waiting", messages }),
  );
  await store.commit({}, () => writes.flat());
}

const feed = { cursor: 0, whenShown: () => Promise.resolve() };
const lastSeqs = new Map<number, number>();
/** Adds a message to this many chats, with the frames for the desks. */
async function change(count: number): Promise<void> {
  const writes: Write[] = [];
  const entries: FeedEntry[] = [];
  for (let made = 0; made < count; made += 1) {
    const chatNumber = 1 + Math.floor(random() * chats);
    const seq = (lastSeqs.get(chatNumber) ?? messages) + 1;
    lastSeqs.set(chatNumber, seq);
    const content = { type: "text" as const, text: sentence(), media: null };
    const rest = { agentId: null, atMs: 0, externalId: null, deliveryId: null };
    const message = { seq, id: asMessageId(`${chatNumber}-${seq}`), from: "client" as const, content, ...rest };
    writes.push({ table: "message", key: [chatNumber, seq], row: message });
    const [channelId] = channels;
    if (channelId === undefined) throw new Error("Expected a channel");
    const place = { chatId: asChatId(String(chatNumber)), channelId };
    entries.push({ ...place, messageSeq: 0 }, { ...place, messageSeq: seq });
  }
  const first = feed.cursor + 1;
  await store.commit({}, () => [...writes, { table: "feed", key: [first], row: { entries } }]);
  feed.cursor = first + entries.length - 1;
}

const directory = new Directory();
const limits = { ...defaultLimits, archiveWaitMs: 120_000 };
const open = createOpenChats({ store, directory, feed, clock: systemClock, limits, log });
async function search(text: string): Promise<number> {
  const answer = await open.search({ text, channelIds: null, before: null, rowsMax: 200 });
  if (!answer.ok) throw new Error(answer.failure.message);
  if (!answer.value.isComplete) throw new Error("Expected all chats to be looked through");
  return answer.value.found.length;
}

watchLoop();
await change(1);
takeStoppedMs();
const row = (name: string, ms: readonly number[], ownMs: number): void => {
  const sorted = ms.toSorted((left, right) => left - right);
  const at = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1).padStart(10);
  console.log(`${name.padEnd(34)}${at(0.5)}${at(0.99)}${ownMs.toFixed(2).padStart(16)}${takeStoppedMs().padStart(14)}`);
};
console.log(`${chats} open chats of ${messages} messages each`);
console.log("search                                p50 ms    p99 ms   main thread, ms   stopped, ms");
let ownNs = threadNs();
let startedAt = performance.now();
await search(wordAt(20_000));
row("the first", [performance.now() - startedAt], (threadNs() - ownNs) / 1e6);
const questions: Readonly<Record<string, () => string>> = {
  "a rare word": () => wordAt(10_000 + Math.floor(random() * 20_000)),
  "three words": () => `${wordAt(1)} ${wordAt(2)} ${wordAt(30 + Math.floor(random() * 100))}`,
  "two letters, as typed": () => ["pa", "lo", "mi"][Math.floor(random() * 3)] ?? "",
};
for (const changed of [0, changedBetween]) {
  for (const [name, question] of Object.entries(questions)) {
    const times: number[] = [];
    let searchNs = 0;
    for (let count = 0; count < searches; count += 1) {
      if (changed > 0) await change(changed);
      ownNs = threadNs();
      startedAt = performance.now();
      await search(question());
      times.push(performance.now() - startedAt);
      searchNs += threadNs() - ownNs;
    }
    row(`${name}${changed > 0 ? `, ${changed} chats changed` : ""}`, times, searchNs / 1e6 / searches);
  }
}
await open.stop();
await store.close();
rmSync(dir, { recursive: true });
