import fc from "fast-check";
import type { Test } from "tap";
import t from "tap";
import { createHeldReads, readBehind, turns } from "../../domain/feed/held-reads.ts";
import type { DeskClient } from "../../harness/desk-client.ts";
import { createMemoryStore } from "../../harness/memory-store/memory-store.ts";
import { startService } from "../../harness/service.ts";
import { createSlowStore } from "../../harness/slow-store.ts";
import { byKey, followDesk, serverView } from "./following-desk.ts";
import { playConversation } from "./played-conversation.ts";

const cursorsOf = (desk: DeskClient): readonly number[] =>
  desk.frames.filter(({ type }) => type === "chat" || type === "message").map(({ cursor }) => cursor);

t.test("desks that connect during a read of rows get everything after their cursor once, in order", async (t) => {
  const reads = createHeldReads(createMemoryStore());
  const service = await startService(t, { store: reads.store });
  const level = await service.enter("kim");
  await service.say("a", "before");
  await level.until(({ type }) => type === "message");
  const { cursor } = service.app.runtime.feed;
  reads.hold();
  await service.say("b", "handed in, and not read");
  const back = await service.enter("kim", { since: 0 });
  const fresh = await service.enter("kim");
  await service.say("c", "while the desk's own reads are open");
  await turns(20);
  t.equal(fresh.frames[0]?.cursor, cursor, "a desk begins after the last shown frame");
  t.strictSame([cursorsOf(back), cursorsOf(fresh)], [[], []]);
  t.ok(reads.open.length > 2, "both the feed and the desk wait");
  // The reads of the reconnected desk end first, the oldest read of the feed last.
  for (let round = 0; reads.open.length > 0 && round < 200; round += 1) {
    reads.open.at(-1)?.pass();
    await turns(2);
    if (round === 3) await service.say("d", "while some are done");
  }
  reads.letGo();
  await service.app.runtime.feed.whenShown();
  const last = service.app.runtime.feed.cursor;
  for (const desk of [level, back, fresh]) await desk.until((frame) => frame.cursor === last && frame.type !== "ready");
  const from = (first: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);
  t.strictSame([cursorsOf(level), cursorsOf(back), cursorsOf(fresh)], [from(1), from(1), from(cursor + 1)]);
});

t.test("a desk that reconnects does not get a message's end before its earlier states", async (t) => {
  const reads = createHeldReads(createMemoryStore());
  const service = await startService(t, { store: reads.store });
  // With a listener, the feed reads.
  const level = await service.enter("kim");
  await service.say("a", "question");
  const token = await service.logIn("kim");
  await service.call("POST", "/api/chats/1/accept", { token });
  await service.call("POST", "/api/chats/1/messages", { token, body: { type: "text", text: "answer" } });
  await service.settle();
  const refusal = { kind: "http_status", code: "503", message: "The customer system answered HTTP 503." } as const;
  reads.hold();
  service.attempts[0]?.answer({ httpStatus: 503, failure: refusal });
  await service.settle();
  // The feed reads the delivery of the message last, so it will show the current delivery.
  for (const read of reads.open) if (read.table === "message") read.pass();
  await turns();
  t.ok(
    reads.open.some(({ key }) => key.startsWith("delivery/")),
    "the feed reads the delivery's progress",
  );
  await service.pass(3_000);
  service.attempts[1]?.answer();
  await service.settle();
  const ofFeed = reads.open;
  const back = await service.enter("kim", { since: 0 });
  for (let round = 0; round < 50; round += 1) {
    for (const read of reads.open) if (!ofFeed.includes(read)) read.pass();
    await turns(2);
  }
  reads.letGo();
  await service.app.runtime.feed.whenShown();
  const { cursor } = service.app.runtime.feed;
  for (const desk of [level, back]) await desk.until((frame) => frame.cursor === cursor && frame.type !== "ready");
  const told = back.frames.flatMap(({ message }) => (message?.text === "answer" ? [message.delivery?.state] : []));
  t.ok(told.includes("attempting"), "the state that was being read is shown");
  t.ok(
    told.slice(told.indexOf("delivered")).every((state) => state === "delivered"),
    `states ${told}`,
  );
});

/** Delays every read, commit and scan by these numbers of turns, repeated in order. */
function createLateStore(delays: readonly number[]) {
  let next = 0;
  const late = (): Promise<void> => {
    next += 1;
    return turns(delays[next % delays.length] ?? 0);
  };
  return readBehind(createSlowStore(createMemoryStore(), delays), late, { isOfCall: true });
}

async function playAndCompare(t: Test, dropAfterFrames: readonly number[], delays: readonly number[]): Promise<number> {
  const service = await startService(t, { store: createLateStore(delays), limits: { pageRowsMax: 3 } });
  const desk = await followDesk(t, service, "kim", { dropAfterFrames });
  const other = await followDesk(t, service, "kim", {});
  await playConversation(service);
  // The agent sees the last entry.
  await service.say("a", "end");
  await service.settle();
  await service.app.runtime.feed.whenShown();
  const about = `drops after ${dropAfterFrames}, delays ${delays}`;
  const server = await serverView(service);
  for (const each of [desk, other]) {
    await each.untilCursor(service.app.runtime.feed.cursor);
    t.strictSame(each.faults, [], about);
    t.strictSame(byKey(each.chats), server.chats, `the chats, ${about}`);
    t.strictSame(byKey(each.messages), server.messages, `the messages, ${about}`);
  }
  const { connections } = desk;
  desk.leave();
  other.leave();
  await service.stop();
  return connections;
}

t.test("a desk misses nothing, receives nothing twice and no older state, however late each row is read", async (t) => {
  const turnsLate = fc.array(fc.nat(12), { minLength: 1, maxLength: 12 });
  const drops = fc.array(fc.nat(5), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(drops, turnsLate, async (dropAfterFrames, delays) => {
      const connections = await playAndCompare(t, dropAfterFrames, delays);
      return connections > 1;
    }),
    { numRuns: 5, endOnFailure: true },
  );
});

t.test("a message is found in open chats at once, even if desks show it late", async (t) => {
  const service = await startService(t, { store: createLateStore([9, 3, 14]) });
  await service.enter("kim");
  const token = await service.logIn("kim");
  const find = async (word: string): Promise<number> =>
    (await service.call("GET", `/api/chats?q=${word}`, { token })).body.chats.length;
  await service.say("a", "zero");
  t.equal(await find("zero"), 1);
  for (const word of ["first", "second", "third"]) {
    await service.say("a", word);
    t.equal(await find(word), 1, word);
  }
});
