import { parseArgs } from "node:util";
import protobuf from "protobufjs/minimal.js";
import { beginningVisits } from "../../../machines/chat/changes.ts";
import type { Actor } from "../../../src/actors/actor-definition.ts";
import { findEntry } from "../../../src/actors/history/history.ts";
import { beginRow } from "../../../src/actors/history/packed-row.ts";
import type { Step } from "../../../src/actors/history/step-record.ts";
import { rowCodecs } from "../../../src/codec/proto/rows.ts";
import { asActorKey, asChatId, asMessageId } from "../../../src/core/ids.ts";
import { chatActor } from "../../../src/domain/chat/chat-actor.ts";
import { blankClient } from "../../../src/domain/client/client-record.ts";
import { deliveryActor } from "../../../src/domain/delivery/delivery-actor.ts";

/**
 * The cost of keeping the steps of a turn, up to the bytes of its row in the journal. Also the cost of finding one actor's steps
 * in the row of a big commit.
 */
const { values } = parseArgs({ options: { rounds: { type: "string", default: "5" } } });
const timesEach = 100_000;
const entriesInRow = 64;

const nowMs = 1_790_000_000_000;
const message = {
  seq: 17,
  id: asMessageId("0b4d0c0e-9d4b-4a57-8f8e-bb8f40c6a1d5"),
  from: "client",
  content: { type: "text", text: "Where is my parcel?", media: null },
  agentId: null,
  atMs: nowMs,
  externalId: null,
  deliveryId: null,
} as const;
const cause = "01J0000000000000000000000A";
const chatId = asChatId("123456");

const chat = {
  id: chatId,
  channelId: "MOBILEAPP1",
  client: blankClient("c1", "string", 7),
  agent: { id: 1, name: "Kim", photo: null },
  offer: null,
  department: null,
  agentIds: [1],
  invites: [],
  isClientTyping: false,
  typingAgent: null,
  lastSeq: 16,
  unread: 0,
  lane: { active: null, waiting: [] },
  bot: null,
  buttons: null,
  visit: { ...beginningVisits.api, isAccepted: true },
  createdAtMs: nowMs - 60_000,
  updatedAtMs: nowMs - 1_000,
  closedAtMs: null,
};
const visit = { ...chat.visit, waitingSinceMs: nowMs };

/** A customer writes to an agent. */
const written = {
  contextBefore: chat,
  context: { ...chat, lastSeq: 17, unread: 1, updatedAtMs: nowMs, visit },
  event: { type: "message.received", nowMs, sender: { senderIdKind: "string" }, message },
  cause,
  from: null,
  before: "with_agent",
  after: "with_agent",
  effects: [
    { type: "effect.message.store", message },
    { type: "effect.client.store", client: blankClient("c1", "string", 7), openChatId: chatId },
    { type: "effect.chat.publish" },
  ],
};
const running = { number: 1, startedAtMs: nowMs, durationMs: null, httpStatus: null, failure: null };
const failure = { kind: "http_status", code: "http_status", message: "The customer system answered with status 503." };
const delivery = {
  ...{ id: "01J0000000000000000000000B", chatId, channelId: "MOBILEAPP1", messageSeq: 17, messageId: message.id },
  ...{ cargo: { kind: "message" }, isInFront: false, recipient: null, attempts: [running], seriesOffset: 0 },
  ...{ error: null, cancellation: null, createdAtMs: nowMs },
};

/** An attempt fails. */
const failed = {
  contextBefore: delivery,
  context: { ...delivery, attempts: [{ ...running, failure }], error: failure },
  event: {
    type: "attempt.failed",
    nowMs,
    attempt: 1,
    startedAtMs: nowMs,
    durationMs: 3_000,
    httpStatus: 503,
    trace: { address: "https://shop.example.com/chat", answer: null, note: null },
    failure,
  },
  cause: "attempt 1 of delivery/01J0000000000000000000000B",
  from: null,
  before: "attempting",
  after: "backing_off",
  effects: [
    { type: "effect.deadline.clear", id: "outcome" },
    { type: "effect.deadline.set", id: "next-attempt", atMs: nowMs + 3_000, atRestart: false },
    { type: "effect.delivery.publish", chatId, messageSeq: 17 },
  ],
};

const writer = protobuf.Writer.create();
/** Returns the bytes of the row of a commit in which this many actors of a kind take this step. */
function keep(step: Step, actorsCount: number, time: number, { history }: Pick<Actor, "history">): number {
  const row = beginRow();
  for (let index = 0; index < actorsCount; index += 1) {
    const actor = asActorKey(`chat/${index}`);
    row.add({ actor, revision: time, previous: 1_000_000 + time }, [step], history);
  }
  writer.reset();
  rowCodecs.history.encode({ atMs: nowMs, packed: row.finish() }, writer);
  return writer.pos;
}

const bigRow = beginRow();
for (let index = 0; index < entriesInRow; index += 1) {
  const actor = asActorKey(`chat/${index}`);
  bigRow.add({ actor, revision: 9, previous: 1_000 + index }, [written], chatActor.history);
}
const found = { atMs: nowMs, packed: bigRow.finish() };

const cases: Readonly<Record<string, (time: number) => number>> = {
  "keep a customer's message": (time) => keep(written, 1, time, chatActor),
  "keep a failed attempt": (time) => keep(failed, 1, time, deliveryActor),
  "keep 16 customers' messages of one commit": (time) => keep(written, 16, time, chatActor),
  [`find an actor among ${entriesInRow}`]: (time) =>
    findEntry(found, asActorKey(`chat/${time % entriesInRow}`))?.steps.length ?? 0,
};

for (const [name, run] of Object.entries(cases)) {
  const costs: number[] = [];
  let total = 0;
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const before = process.cpuUsage();
    for (let time = 0; time < timesEach; time += 1) total += run(time);
    const { user, system } = process.cpuUsage(before);
    costs.push((user + system) / timesEach);
  }
  const average = total / timesEach / costs.length;
  console.log(
    `${name}: ${Math.min(...costs).toFixed(2)} us CPU at best of ${costs.length} rounds, ${average.toFixed(0)} bytes or steps`,
  );
}
