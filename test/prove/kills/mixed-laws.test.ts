import t from "tap";
import type { DeskDelivery } from "../../../src/codec/desk/desk.ts";
import type { DeskDeliveryRecord } from "../../../src/codec/desk/desk-log.ts";
import type { SeenEvent } from "../../../src/demo/cast/owners-server.ts";
import type { MixedHistory } from "./mixed-history.ts";
import { mixedLaws } from "./mixed-laws.ts";

const delivered: DeskDelivery = { id: "d1", state: "delivered", attempts: 1, error: null };
const interrupted: DeskDelivery = {
  ...{ id: "d1", state: "failed", attempts: 3 },
  error: { code: "interrupted", message: "Unknown" },
};
const event: SeenEvent = {
  ...{ atMs: 100, endedAtMs: 120, id: "e1", attempt: 1, event: "call", chatId: 1, client: "Ann", body: "{}" },
  fields: {
    event_name: "call",
    visitor: { name: "Ann", phone: "", description: "" },
    call: { phone: "+44", status: "start" },
  },
  isVerified: true,
};
const attempt = {
  number: 1,
  at: 100,
  durationMs: 20,
  status: 200,
  error: null,
  address: null,
  answer: null,
  note: null,
};
const record: DeskDeliveryRecord = {
  ...{ id: "e1", chatId: "1", channelId: "C", messageId: "e1", messageSeq: null, client: null, words: null },
  ...{ kind: "chat_accepted", state: "delivered", error: null, failure: null, createdAt: 0 },
  attempts: [attempt],
};
const ann = { who: "ann", answered: ["1", "2", "3"], stored: ["1", "unanswered", "2", "3"] };
const reply = { text: "reply", messageId: "m1", delivery: delivered, requests: [{ atMs: 0, messageId: "m1" }] };
const file = { url: "/files/1", isWhole: true, shown: 1 };
const call = { phone: "+44", asked: 1, status: "start" };
const [one, two, three] = [
  { seq: 1, text: "one", delivery: null },
  { seq: 2, text: "two", delivery: "delivered" },
  { seq: 3, text: "three", delivery: null },
];
const chat = { id: "1", stored: [one, two, three], shown: [one, three, { ...two, delivery: "attempting" }, two] };

/** A correct history. */
const whole: MixedHistory = {
  ...{ kills: 1, written: [ann], untold: [], replied: [reply], files: [file], calls: [call], chats: [chat] },
  ...{ desk: { resyncs: 0, repeats: 0 }, surprises: [], left: [], restless: [] },
  metrics: "parley_lanes_woken_total 0\nparley_deliveries_lost_total 0\n",
  ...{ events: [event], log: [record], outages: [] },
};

const brokenBy = (history: MixedHistory): readonly string[] =>
  mixedLaws.filter((law) => law.faults(history).length > 0).map(({ promise }) => promise);

t.test("a correct history keeps the laws, and each law has something to check", async (t) => {
  t.strictSame(brokenBy(whole), []);
  for (const { promise, seen } of mixedLaws) t.ok(seen(whole) > 0, promise);
  const unknown = { ...reply, delivery: interrupted, requests: [] };
  t.strictSame(brokenBy({ ...whole, replied: [unknown] }), [], "three attempts that met a kill each");
});

/** Each planted violation, and the promise that it breaks. */
const planted: readonly (readonly [what: string, promise: string, change: Partial<MixedHistory>])[] = [
  ["a message that is gone", "durability", { written: [{ ...ann, stored: ["1", "3"] }] }],
  ["an answer that nothing explains", "durability", { surprises: ["500"] }],
  ["two that changed places", "order", { written: [{ ...ann, stored: ["2", "1", "3"] }] }],
  ["one that is there twice", "order", { written: [{ ...ann, stored: ["1", "2", "2", "3"] }] }],
  ["a file that is cut", "files", { files: [{ ...file, isWhole: false }] }],
  ["a file in two messages", "files", { files: [{ ...file, shown: 2 }] }],
  ["a file in none", "files", { files: [{ ...file, shown: 0 }] }],
  [
    "an attempt that is early",
    "attempts",
    { replied: [{ ...reply, requests: [0, 1_000].map((atMs) => ({ atMs, messageId: "m1" })) }] },
  ],
  [
    "a fourth attempt",
    "attempts",
    { replied: [{ ...reply, requests: [0, 9_000, 18_000, 27_000].map((atMs) => ({ atMs, messageId: "m1" })) }] },
  ],
  ["a reply that is shown as delivered and was never sent", "truth", { replied: [{ ...reply, requests: [] }] }],
  ["a reply without an end", "truth", { replied: [{ ...reply, delivery: null }] }],
  ["an attempt under another id", "truth", { replied: [{ ...reply, requests: [{ atMs: 0, messageId: "m2" }] }] }],
  ["a delivery that never ends", "no limbo", { left: ["d1"] }],
  ["a lane that is stored with nobody in front", "no limbo", { restless: ["chat/1"] }],
  ["a bot that was not told", "no limbo", { untold: ["ann"] }],
  [
    "a lane that had to be woken",
    "no limbo",
    { metrics: "parley_lanes_woken_total 1\nparley_deliveries_lost_total 0\n" },
  ],
  ["a message that no desk was shown", "cursor", { chats: [{ ...chat, shown: [one, three] }] }],
  ["a desk that shows an old state", "cursor", { chats: [{ ...chat, shown: chat.shown.slice(0, 3) }] }],
  ["messages that came in another order", "cursor", { chats: [{ ...chat, shown: [three, one, two] }] }],
  ["a cursor that was not known", "cursor", { desk: { resyncs: 1, repeats: 0 } }],
  ["an event without a signature", "webhooks", { events: [{ ...event, isVerified: false }] }],
  ["an event that never came", "webhooks", { events: [] }],
  [
    "one status of a call under two ids",
    "webhooks",
    { events: [event, { ...event, id: "e2", atMs: 200 }], log: [record, { ...record, id: "e2" }] },
  ],
  ["a call that was asked for twice", "calls", { calls: [{ ...call, asked: 2 }] }],
  ["a call that is gone", "calls", { calls: [{ ...call, status: null }] }],
  ["a call that runs and was never asked for", "calls", { calls: [{ ...call, asked: 0 }] }],
];

t.test("each planted violation breaks its own promise and no other", async (t) => {
  for (const [what, promise, change] of planted) t.strictSame(brokenBy({ ...whole, ...change }), [promise], what);
});
