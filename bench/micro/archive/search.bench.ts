// The archive with many closed chats: how long an index takes to be made out of them, how long a page of a search takes,
// and for how long either stops the event loop. Linux only: other systems do not tell a thread's own time.
// Run: node --import tsx bench/micro/archive/search.bench.ts [--chats 100000] [--seconds 3] [--dir FOLDER]

import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import type { ChatContext } from "../../../machines/chat/chat.types.ts";
import type { ArchivePage, ArchiveQuery } from "../../../src/archive/archive.ts";
import { createArchive } from "../../../src/archive/archive.ts";
import { defaultLimits } from "../../../src/config/limits.ts";
import { systemClock } from "../../../src/core/clock.ts";
import { asActorKey, asAgentId, asChannelId, asChatId, asConversationKey, asMessageId } from "../../../src/core/ids.ts";
import type { Write } from "../../../src/ports/store.ts";
import { definitions } from "../../../src/runtime/definitions.ts";
import { openLmdbStore } from "../../../src/store/lmdb/open-lmdb-store.ts";

const { values } = parseArgs({
  options: {
    chats: { type: "string", default: "100000" },
    seconds: { type: "string", default: "3" },
    dir: { type: "string", default: "." },
  },
});
const chats = Number(values.chats);
const durationMs = Number(values.seconds) * 1000;
const channels = ["MOBILEAPP1", "WEBSITE001", "OTHERAPP01"].map(asChannelId);
const channelOf = (chatNumber: number) => channels[chatNumber % 10 === 0 ? 2 : chatNumber % 2] ?? asChannelId("NONE");
const messagesPerChat = 6;
const wordsPerMessage = 12;
const vocabulary = 30_000;

/** A fixed sequence, the same in every run. */
let seed = 1;
function random(): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed / 2_147_483_647;
}
/** Words come about as often as in a language: word n about 1/n as often as the first. */
const wordAt = (rank: number): string =>
  `${["pa", "lo", "mi", "ter", "son", "ka", "du"][rank % 7]}${rank.toString(36)}`;
const anyWord = (): string => wordAt(Math.floor(vocabulary ** random()));
const sentence = (): string => Array.from({ length: wordsPerMessage }, anyWord).join(" ");

function chatWrites(chatNumber: number): Write[] {
  const id = asChatId(String(chatNumber));
  const closedAtMs = 1_790_000_000_000 + chatNumber * 1_000;
  const senderId = `customer-${chatNumber}`;
  const agent = { id: asAgentId((chatNumber % 5) + 1), name: "Kim Agent", photo: null };
  const context: ChatContext = {
    id,
    channelId: channelOf(chatNumber),
    client: {
      senderId,
      senderIdKind: "string",
      number: chatNumber,
      name: `${anyWord()} ${anyWord()}`,
      phone: `+1555${String(chatNumber).padStart(7, "0")}`,
      email: `${senderId}@example.com`,
      photo: null,
      description: null,
      url: "https://shop.example.com/shoes/blue",
      pageTitle: null,
      userToken: null,
      session: null,
      chatsCount: 1,
      isBlacklisted: false,
      pageData: [],
    },
    agent,
    offer: null,
    department: null,
    agentIds: [agent.id],
    invites: [],
    isClientTyping: false,
    typingAgent: null,
    lastSeq: messagesPerChat,
    unread: 0,
    lane: { active: null, waiting: [] },
    bot: null,
    buttons: null,
    visit: {
      ...{ surface: "api", firstPage: null, crm: null, call: null, rate: null },
      ...{ isAccepted: true, waitingSinceMs: null, linesBehind: 0, failed: [] },
    },
    createdAtMs: closedAtMs - 1,
    updatedAtMs: closedAtMs,
    closedAtMs,
  };
  const actor = asActorKey(`chat/${id}`);
  const conversation = asConversationKey(`client/${context.channelId}/${senderId}`);
  const { version } = definitions.chat;
  const row = { actor, conversation, machine: "chat", version, revision: 1, state: '"closed"', deadlines: [] };
  return [
    { table: "actor", key: [actor], row: { ...row, context: JSON.stringify(context) } },
    { table: "chatState", key: ["closed", chatNumber], row: { channelId: context.channelId } },
    ...Array.from({ length: messagesPerChat }, (_, index): Write => {
      const content = { type: "text" as const, text: sentence(), media: null };
      const from = index % 2 === 0 ? ("client" as const) : ("agent" as const);
      const rest = { agentId: null, atMs: closedAtMs, externalId: null, deliveryId: null };
      const message = { seq: index + 1, id: asMessageId(randomUUID()), from, content, ...rest };
      return { table: "message", key: [chatNumber, index + 1], row: message };
    }),
  ];
}

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
  const writes = Array.from({ length: count }, (_, offset) => chatWrites(first + offset)).flat();
  await store.commit([], () => writes);
}

const folder = join(dir, "archive");
const directory = { agentEver: () => undefined };
const archive = await createArchive({ folder, store, directory, clock: systemClock, limits: defaultLimits, log });

async function search(query: Partial<ArchiveQuery>): Promise<ArchivePage> {
  const page = await archive.search({ ...anyChat, ...query });
  if (!page.ok) throw new Error(page.failure.message);
  return page.value;
}

/** Nanoseconds this thread has computed: what other processes take of the machine does not count. */
const threadNs = (): number => Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]);

let longestTurnNs = 0;
let watchedNs = threadNs();
/** Watches every turn of the event loop. */
function watch(): void {
  const nowNs = threadNs();
  longestTurnNs = Math.max(longestTurnNs, nowNs - watchedNs);
  watchedNs = nowNs;
  setImmediate(watch).unref();
}
watch();
/** For how long the loop was stopped at most since the last call, in milliseconds. */
function takeStoppedMs(): string {
  const stopped = (longestTurnNs / 1e6).toFixed(1);
  longestTurnNs = 0;
  return stopped;
}

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
