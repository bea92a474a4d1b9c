import fc from "fast-check";
import type { Test } from "tap";
import t from "tap";
import { agentAddress } from "../../../machines/tells.ts";
import type { Store } from "../../../src/ports/store.ts";
import { openDesk } from "../../harness/desk-client.ts";
import { createMemoryStore } from "../../harness/memory-store/memory-store.ts";
import { startService } from "../../harness/service.ts";
import { agents } from "../../harness/service-config.ts";
import { createSlowStore } from "../../harness/slow-store.ts";
import { chatOf } from "../chat-of.ts";
import { byKey, followDesk, serverView } from "./following-desk.ts";
import { playConversation } from "./played-conversation.ts";

/** Plays the conversation while the desk disconnects and reconnects. At the end the desk must have the data of the server. */
async function playAndCompare(t: Test, dropAfterFrames: readonly number[], delays: readonly number[]): Promise<number> {
  const store = createSlowStore(createMemoryStore(), delays);
  const service = await startService(t, { store, limits: { pageRowsMax: 3 } });
  const desk = await followDesk(t, service, "kim", { dropAfterFrames });
  await playConversation(service);
  // The agent sees the last entry.
  await service.say("a", "end");
  await service.settle();
  await desk.untilCursor(service.app.runtime.feed.cursor);
  t.strictSame(desk.faults, [], `drops after ${dropAfterFrames}, delays ${delays}`);
  const server = await serverView(service);
  t.strictSame(byKey(desk.chats), server.chats, "the chats");
  t.strictSame(byKey(desk.messages), server.messages, "the messages");
  const { connections } = desk;
  desk.leave();
  await service.stop();
  return connections;
}

t.test("a desk that drops after any frame misses nothing and sees nothing twice", async (t) => {
  // Each conversation has two drops, half of it apart.
  const apart = 13;
  let drops = 0;
  for (let dropAt = 0; dropAt <= apart; dropAt += 1) {
    const connections = await playAndCompare(t, [dropAt, apart], [dropAt % 4, 1, 0, 2]);
    drops += connections - 1;
  }
  t.ok(drops > 25, `it was dropped at ${drops} points`);
});

t.test("a desk that drops again and again while commits race with its catching up misses nothing", async (t) => {
  const turns = fc.array(fc.nat(12), { minLength: 1, maxLength: 12 });
  const drops = fc.array(fc.nat(5), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(drops, turns, async (dropAfterFrames, delays) => {
      const connections = await playAndCompare(t, dropAfterFrames, delays);
      return connections > 1;
    }),
    { numRuns: 5, endOnFailure: true },
  );
});

t.test("a message that is not durable yet while a desk catches up is shown once, when it is durable", async (t) => {
  const inner = createMemoryStore();
  let onFeedScan: (() => Promise<void>) | null = null;
  let untilReleased: Promise<void> | null = null;
  const store: Store = {
    ...inner,
    async commit(needs, apply) {
      const released = untilReleased;
      await inner.commit(needs, apply);
      await released;
    },
    async scan(table, range) {
      if (table === "feed") await onFeedScan?.();
      return inner.scan(table, range);
    },
  };
  const service = await startService(t, { store });
  await service.say("a", "missed");
  await service.settle();
  const seenCursor = service.app.runtime.feed.cursor;
  t.ok(seenCursor > 0);
  let release = (): void => undefined;
  let said: Promise<void> | null = null;
  onFeedScan = async () => {
    if (said !== null) return;
    untilReleased = new Promise((resolve) => {
      release = resolve;
    });
    said = service.say("a", "not durable yet");
    while (inner.read("message", [1, 2]) === undefined) await new Promise((resolve) => setImmediate(resolve));
  };
  const desk = await openDesk(t, service.url);
  desk.send({ type: "hello", token: await service.logIn("kim"), since: 0 });
  await desk.until((frame) => frame.cursor === seenCursor);
  desk.send({ type: "available", value: true });
  // The switch commits after the waiting entries. The order shows that the frames have ended, so the test needs no waiting time.
  release();
  untilReleased = null;
  await said;
  await desk.until((frame) => frame.type === "available");
  const cursors = desk.frames.filter((frame) => "chatId" in frame || "chat" in frame).map((frame) => frame.cursor);
  t.strictSame(
    cursors,
    cursors.map((_, index) => index + 1),
    "each cursor once, in order",
  );
  t.equal(cursors.length, service.app.runtime.feed.cursor);
});

t.test("a cursor that is too old, or that was never given, gets a resync and then live frames", async (t) => {
  const service = await startService(t);
  await service.say("a", "one");
  await service.say("a", "two");
  await service.settle();
  const { cursor } = service.app.runtime.feed;
  const resynced = async (since: number) => {
    const desk = await service.enter("kim", { since });
    await desk.until((frame) => frame.type === "resync");
    t.strictSame(
      desk.frames.map((frame) => frame.type),
      ["ready", "resync"],
    );
    t.equal(desk.frames[0]?.cursor, service.app.runtime.feed.cursor);
    return desk;
  };
  const ahead = await resynced(cursor + 1_000_000);
  const [first] = await service.store.scan("feed", { limit: 1 });
  t.ok(first, "a first row exists and can be deleted");
  await service.store.commit({}, () => [{ table: "feed", key: [1], row: null }]);
  const late = await resynced(0);
  await service.say("a", "three");
  for (const desk of [ahead, late]) {
    const shown = await desk.until((frame) => frame.type === "message");
    t.match(shown, { message: { text: "three", seq: 3 } });
  }
  const level = await service.enter("kim", { since: service.app.runtime.feed.cursor });
  await service.say("a", "four");
  t.match(await level.until((frame) => frame.type === "message"), { message: { text: "four" } });
  t.notOk(level.frames.some((frame) => frame.type === "resync"));
});

t.test("a desk that does not read is closed instead of being left out", async (t) => {
  const service = await startService(t, { limits: { socketBackpressureBytesMax: 64 * 1024 } });
  const chat = await chatOf(service, "lee");
  const slow = await service.enter("kim");
  const quick = await service.enter("lee");
  slow.socket.pause();
  const { runtime } = service.app;
  t.equal(await service.status(), "1");
  // The buffers of the network first take some megabytes, so each note is as large as a note may be.
  const text = "😀".repeat(9_900);
  const isGone = async () => (await service.store.read("actor", [agentAddress(agents.kim.id)]))?.state === "absent";
  let noted = 0;
  for (; !(await isGone()) && noted < 2_000; noted += 1) await chat.step("note", { text });
  t.ok(await isGone(), `closed after ${noted} notes`);
  await quick.until((frame) => frame.cursor === runtime.feed.cursor);
  slow.socket.resume();
  await slow.closed;

  const back = await openDesk(t, service.url);
  back.send({ type: "hello", token: await service.logIn("kim"), since: 0 });
  await back.until((frame) => frame.type === "ready");
  back.socket.pause();
  for (let turn = 0; turn < 500; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  back.socket.resume();
  await back.until((frame) => frame.cursor === runtime.feed.cursor);
  const notes = back.frames.filter((frame) => frame.type === "message" && frame.message.type === "note");
  t.equal(notes.length, noted, "it got everything, at its own speed");
});
