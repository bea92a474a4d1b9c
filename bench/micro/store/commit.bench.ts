import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { asActorKey, asChannelId, asChatId, asConversationKey, asMessageId } from "../../../src/core/ids.ts";
import type { Write } from "../../../src/ports/store.ts";
import { openLmdbStore } from "../../../src/store/lmdb/open-lmdb-store.ts";

/**
 * Group commits of customer messages. Each message has an actor row, with a context of 140 bytes, and a message row; each
 * commit has one feed row. The rows are made before the time is measured.
 */
const { values } = parseArgs({
  options: {
    chats: { type: "string", default: "10000" },
    group: { type: "string", default: "64" },
    seconds: { type: "string", default: "5" },
    inflight: { type: "string", default: "2" },
    dir: { type: "string", default: "." },
    flushMs: { type: "string", default: "250" },
    flushMib: { type: "string", default: "64" },
  },
});
const chats = Number(values.chats);
const groupSize = Number(values.group);
const durationMs = Number(values.seconds) * 1000;
const inFlight = Number(values.inflight);
const warmUpMs = 1_000;
const channelId = asChannelId("MOBILEAPP1");

const conversations = Array.from({ length: chats }, (_, index) =>
  asConversationKey(`client/MOBILEAPP1/customer-${index}@example.com`),
);
const context = new Uint8Array(140).fill(0x61);
const text = "Hello, where is my parcel? It was promised for yesterday and nobody rang at the door.";
const ids = Array.from({ length: 4096 }, () => asMessageId(randomUUID()));
const seqs = new Uint32Array(chats);

function makeWrites(first: number, cursor: number): Write[] {
  const writes: Write[] = [];
  const entries = [];
  for (let offset = 0; offset < groupSize; offset += 1) {
    // The stride is no divisor of the number of chats. So it spreads the messages over all chats, as senders do.
    const chat = ((first + offset) * 7919) % chats;
    const seq = (seqs[chat] ?? 0) + 1;
    seqs[chat] = seq;
    const chatId = asChatId(String(chat + 1));
    const conversation = conversations[chat] ?? asConversationKey("client/none/none");
    const actor = asActorKey(`chat/${chatId}`);
    writes.push({
      table: "actor",
      key: [actor],
      row: {
        actor,
        conversation,
        machine: "chat",
        version: 1,
        revision: seq,
        state: "waiting",
        context,
        deadlines: [],
      },
    });
    writes.push({
      table: "message",
      key: [chat + 1, seq],
      row: {
        seq,
        id: ids[(first + offset) % ids.length] ?? asMessageId(""),
        from: "client",
        content: { type: "text", text, media: null },
        agentId: null,
        atMs: 1_790_000_000_000 + first,
        externalId: "ext-1234567",
        deliveryId: null,
      },
    });
    entries.push({ chatId, channelId, messageSeq: seq });
  }
  writes.push({ table: "feed", key: [cursor], row: { entries } });
  return writes;
}

const dir = mkdtempSync(join(values.dir, "bench-store-"));
const log = { info: console.info, warn: console.warn, error: console.error };
const store = await openLmdbStore({
  dir,
  log,
  flushIntervalMs: Number(values.flushMs),
  flushBytes: Number(values.flushMib) * 2 ** 20,
});

let sent = 0;
let cursor = 0;
let makingUs = 0;
const latenciesMs: number[] = [];
let isRunning = true;

async function client(): Promise<void> {
  while (isRunning) {
    const madeAt = performance.now();
    const writes = makeWrites(sent, cursor);
    const startedAt = performance.now();
    makingUs += (startedAt - madeAt) * 1000;
    sent += groupSize;
    cursor += groupSize;
    await store.commit({}, () => writes);
    latenciesMs.push(performance.now() - startedAt);
  }
}

const clients = Array.from({ length: inFlight }, client);
await new Promise((resolve) => setTimeout(resolve, warmUpMs));
const start = {
  at: performance.now(),
  cpu: process.cpuUsage(),
  loop: performance.eventLoopUtilization(),
  sent,
  makingUs,
};
latenciesMs.length = 0;
await new Promise((resolve) => setTimeout(resolve, durationMs));
const elapsedMs = performance.now() - start.at;
const cpu = process.cpuUsage(start.cpu);
const loop = performance.eventLoopUtilization(start.loop);
const messages = sent - start.sent;
isRunning = false;
await Promise.all(clients);
const makingPerMessageUs = (makingUs - start.makingUs) / messages;

latenciesMs.sort((left, right) => left - right);
const percentile = (share: number): string => (latenciesMs[Math.floor(latenciesMs.length * share)] ?? 0).toFixed(2);
console.log(`messages/s                      ${Math.round((messages / elapsedMs) * 1000)}`);
console.log(`main thread busy, us/message    ${((loop.active * 1000) / messages - makingPerMessageUs).toFixed(2)}`);
console.log(`  (making the rows, left out    ${makingPerMessageUs.toFixed(2)})`);
console.log(`process CPU, us/message         ${((cpu.user + cpu.system) / messages).toFixed(2)}`);
console.log(`commit p50 / p99 / max ms       ${percentile(0.5)} / ${percentile(0.99)} / ${percentile(1 - 1e-9)}`);
const closedAt = performance.now();
await store.close();
console.log(`close ms                        ${(performance.now() - closedAt).toFixed(0)}`);
rmSync(dir, { recursive: true });
