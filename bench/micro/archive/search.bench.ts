// The archive with many closed chats. It measures the time to build an index of them, and the time of a page of search results.
// It also measures how long each of the two blocks the event loop. Linux only: other systems do not report the time of a thread.
// Run: node bench/micro/archive/search.bench.ts [--chats 100000] [--seconds 3] [--dir FOLDER]

import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import type { ArchivePage, ArchiveQuery } from "../../../src/archive/archive.ts";
import { createArchive } from "../../../src/archive/archive.ts";
import { EmbeddedIndex } from "../../../src/archive/embedded-index.ts";
import { defaultLimits } from "../../../src/config/limits.ts";
import { systemClock } from "../../../src/core/clock.ts";
import { Directory } from "../../../src/domain/directory.ts";
import { createAlonePeers } from "../../../src/store/alone-peers.ts";
import { openLmdbStore } from "../../../src/store/lmdb/open-lmdb-store.ts";
import { anyWord, channels, chatWrites, random, wordAt, wordsPerMessage } from "./made-chats.ts";
import { takeStoppedMs, watchLoop } from "./watch-loop.ts";

const { values } = parseArgs({
  options: {
    chats: { type: "string", default: "100000" },
    seconds: { type: "string", default: "3" },
    dir: { type: "string", default: "." },
  },
});
const chats = Number(values.chats);
const messagesPerChat = 6;
const durationMs = Number(values.seconds) * 1000;
const anyChat: ArchiveQuery = {
  text: "",
  fromMs: 0,
  toMs: Number.MAX_SAFE_INTEGER,
  channelIds: null,
  agentId: null,
  after: null,
};
const questions: Readonly<Record<string, () => Partial<ArchiveQuery>>> = {
  "newest, no words": () => ({}),
  "a common word": () => ({ text: `${wordAt(1 + Math.floor(random() * 20))} ` }),
  "a rare word": () => ({ text: wordAt(10_000 + Math.floor(random() * 20_000)) }),
  "three words": () => ({ text: `${anyWord()} ${anyWord()} ${anyWord()}` }),
  "two letters, as typed": () => ({ text: ["pa", "lo", "mi", "te", "so"][Math.floor(random() * 5)] ?? "" }),
  "an e-mail": () => ({ text: `customer-${1 + Math.floor(random() * chats)}@example.com` }),
  "channel and agent": () => ({ channelIds: channels.slice(2), agentId: 1 }),
  "nothing fits": () => ({ text: `${wordAt(1)} ${wordAt(2)} `, agentId: 77 }),
};

const dir = mkdtempSync(join(values.dir, "bench-archive-"));
const log = { debug: () => undefined, info: () => undefined, warn: console.warn, error: console.error };
const store = await openLmdbStore({ dir, log });
const writesPerCommit = 200;
for (let first = 1; first <= chats; first += writesPerCommit) {
  const count = Math.min(writesPerCommit, chats - first + 1);
  const writes = Array.from({ length: count }, (_, offset) =>
    chatWrites(first + offset, { state: "closed", messages: messagesPerChat }),
  ).flat();
  await store.commit({}, () => writes);
}

const folder = join(dir, "archive");
const directory = new Directory();
const index = await EmbeddedIndex.find(folder, defaultLimits.archiveSearchesMax);
const peers = createAlonePeers();
const archive = createArchive({ index, peers, store, directory, clock: systemClock, limits: defaultLimits, log });

async function search(query: Partial<ArchiveQuery>): Promise<ArchivePage> {
  const page = await archive.search({ ...anyChat, ...query });
  if (!page.ok) throw new Error(page.failure.message);
  return page.value;
}

watchLoop();
takeStoppedMs();
let startedAt = performance.now();
archive.start();
for (let isComplete = false; !isComplete; ) {
  await new Promise((resolve) => setTimeout(resolve, 200));
  const page = await archive.search(anyChat);
  if (page.ok) isComplete = page.value.isComplete;
  else console.log(`while the index was made: ${page.failure.message}`);
}
const buildMs = performance.now() - startedAt;
const bytes = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .map((name) => statSync(join(folder, name)))
  .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0);
console.log(`chats                     ${chats}, ${messagesPerChat} messages of ${wordsPerMessage} words each`);
console.log(`index made, chats/s       ${Math.round((chats / buildMs) * 1000)}`);
console.log(`index, MiB                ${Math.round(bytes / 2 ** 20)}`);
console.log(`loop stopped, max ms      ${takeStoppedMs()} while the index was made`);
console.log("search                    pages/s     p50 ms     p99 ms     max ms   loop stopped, max ms");
for (const [name, ask] of Object.entries(questions)) {
  const timesMs: number[] = [];
  takeStoppedMs();
  startedAt = performance.now();
  while (performance.now() - startedAt < durationMs) {
    const before = performance.now();
    await search(ask());
    timesMs.push(performance.now() - before);
  }
  timesMs.sort((left, right) => left - right);
  const at = (share: number): string => (timesMs[Math.floor(timesMs.length * share)] ?? 0).toFixed(2).padStart(11);
  const perSecond = String(Math.round((timesMs.length / durationMs) * 1000)).padStart(7);
  console.log(`${name.padEnd(26)}${perSecond}${at(0.5)}${at(0.99)}${at(1 - 1e-9)}${takeStoppedMs().padStart(23)}`);
}
await archive.stop();
await store.close();
rmSync(dir, { recursive: true });
