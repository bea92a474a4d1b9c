import { pino } from "pino";
import type { Test } from "tap";
import t from "tap";
import { chatAddress } from "../../../machines/tells.ts";
import { defaultLimits } from "../../../src/config/limits.ts";
import { asChatId } from "../../../src/core/ids.ts";
import { createFeed } from "../../../src/domain/feed/feed.ts";
import type { KnownFrames } from "../../../src/domain/feed/feed-frames.ts";
import { decodeFeedTell, encodeFeedTell } from "../../../src/domain/feed/feed-order.ts";
import { createRelay } from "../../../src/domain/feed/relay.ts";
import { watchOwnCommits } from "../../../src/domain/feed/shared-store.ts";
import { createShownHere, ShownRevisions } from "../../../src/domain/feed/shown-here.ts";
import { deskTopic } from "../../../src/domain/feed/topics.ts";
import type { FeedEntry, Store, Write } from "../../../src/ports/store.ts";
import { channelId, createWorld, openChat } from "../../actors/world.ts";
import { createMemoryHub } from "../../harness/memory-store/memory-peers.ts";
import { createMemoryStore } from "../../harness/memory-store/memory-store.ts";
import { silentLog } from "../../harness/test-log.ts";
import { createHeldReads, turns } from "./held-reads.ts";

const topic = deskTopic(channelId);
const chatId = asChatId("1");
const message = (messageSeq: number): FeedEntry => ({ chatId, channelId, messageSeq });
const chat = message(0);

/** Opens a store with a chat of two messages. */
async function openRows() {
  const world = await createWorld({ store: createMemoryStore() });
  await openChat(world, "c1");
  await world.say("c1", "again");
  await world.settle();
  return world;
}

/** Opens the sockets of one node. Desks of the channel listen on them. */
function openSockets() {
  const shown: string[] = [];
  let isHeard = true;
  return {
    shown,
    leave(): void {
      isHeard = false;
    },
    broadcaster: {
      hasSubscribers: (name: string) => isHeard && name === topic,
      publish: (_: string, frame: string) => void shown.push(frame),
    },
  };
}

const visitors = { isWatched: () => false, show: async () => undefined };

/** Opens two nodes on the rows of one chat. */
async function openNodes(t: Test) {
  const world = await openRows();
  const { clock } = world;
  const log = pino({ level: "silent" });
  const hub = createMemoryHub({ clock, log });
  const open = async () => {
    const peers = hub.join();
    await peers.start();
    const reads = createHeldReads(world.store);
    const sockets = openSockets();
    const ownCommits = watchOwnCommits(world.store, peers);
    const feed = await createFeed({
      spectators: {
        ...{ broadcaster: sockets.broadcaster, visitors, limits: defaultLimits },
        directory: world.runtime.directory,
      },
      ...{ store: reads.store, peers, relay: createRelay(peers), ownCommits, clock, log },
    });
    t.teardown(async () => {
      feed.stop();
      await peers.stop();
    });
    return { feed, reads, ...sockets };
  };
  const one = await open();
  const two = await open();
  let cursor = one.feed.cursor;
  return {
    ...{ clock, one, two },
    /** Shows the entries of a commit of node one that wrote the rows in their current state. */
    async show(writes: readonly Write[], ...entries: readonly FeedEntry[]): Promise<void> {
      one.feed.show(entries, cursor + 1, writes);
      cursor += entries.length;
      await turns();
    },
    writes: await rowsOf(world.store, 2),
  };
}

/** Returns the writes of the commit of the chat's message with this number. */
async function rowsOf(store: Store, seq: number): Promise<readonly Write[]> {
  const actor = await store.read("actor", [chatAddress(chatId)]);
  const said = await store.read("message", [Number(chatId), seq]);
  return [
    { table: "actor", key: [chatAddress(chatId)], row: actor ?? null },
    { table: "message", key: [Number(chatId), seq], row: said ?? null },
  ];
}

t.test(
  "if desks of other nodes listen, a commit's frames are made once, from the rows that the commit wrote",
  async (t) => {
    const { one, two, show, writes } = await openNodes(t);
    await show(writes, chat, message(2));
    t.strictSame(two.shown, one.shown, "both nodes show it");
    t.ok(two.reads.count > 0, "node one did not know that node two listens, so node two read the rows");
    const before = [one.reads.count, two.reads.count];
    await show(writes, chat, message(2));
    t.strictSame([one.reads.count, two.reads.count], before, "neither node reads");
    t.equal(one.shown.length, 4);
    t.strictSame(two.shown, one.shown, "both nodes show the same, with the same cursors");
  },
);

t.test("a row that a commit shows but did not write is read only by its own node", async (t) => {
  const { one, two, show, writes } = await openNodes(t);
  await show(writes, chat, message(2));
  const [ofOne, ofTwo] = [one.reads.count, two.reads.count];
  await show([], message(1));
  t.equal(one.reads.count, ofOne + 1);
  t.equal(two.reads.count, ofTwo);
  t.strictSame(two.shown, one.shown);
});

t.test("if no desk of another node listens any more, no frame is made", async (t) => {
  const { clock, one, two, show, writes } = await openNodes(t);
  await show(writes, chat);
  one.leave();
  two.leave();
  const { count } = one.reads;
  await show([], message(1));
  t.equal(one.reads.count, count + 1, "node two listened a moment ago");
  clock.advance(60_000);
  await show([], message(2));
  t.equal(one.reads.count, count + 1);
});

t.test("a frame, its revision and its cursor are decoded as they were encoded", async (t) => {
  const text = JSON.stringify({ type: "message", text: "one\ntwo" });
  const frames = [{ revision: 7, text }, null];
  const { entries, firstCursor, known } = decodeFeedTell(encodeFeedTell([message(1), message(2)], 40, frames));
  t.strictSame([entries, firstCursor], [[message(1), message(2)], 40]);
  t.match(await known(0), { revision: 7 });
  t.equal((await known(0))?.encode(40), text);
  t.equal(known(1), undefined, "the row must be read");
  const without = decodeFeedTell(encodeFeedTell([message(1)], 40));
  t.equal(without.known(0), undefined);
});

t.test(
  "an entry with a too long frame is sent without its frame, and entries with too long frames in total without any frame",
  (t) => {
    const frameOf = (length: number) => ({ revision: 1, text: "x".repeat(length) });
    const long = decodeFeedTell(encodeFeedTell([message(1), message(2)], 1, [frameOf(8_193), frameOf(8_192)]));
    t.equal(long.known(0), undefined);
    t.not(long.known(1), undefined);
    const many = Array.from({ length: 9 }, (_, index) => message(index + 1));
    const sent = decodeFeedTell(
      encodeFeedTell(
        many,
        1,
        many.map(() => frameOf(8_000)),
      ),
    );
    t.strictSame(sent.entries, many);
    t.strictSame(
      many.map((_, index) => sent.known(index)),
      many.map(() => undefined),
    );
    t.end();
  },
);

/** Opens one node that shows frames which peers sent in a given revision. */
async function openShown() {
  const world = await openRows();
  const reads = createHeldReads(world.store);
  const sockets = openSockets();
  const revisions = new ShownRevisions();
  const { directory } = world.runtime;
  const here = createShownHere(
    reads.store.durable,
    { broadcaster: sockets.broadcaster, visitors, directory, limits: defaultLimits },
    { revisions, listening: { isElsewhere: false, note: () => undefined } },
    0,
    silentLog,
  );
  const stored = await world.store.read("actor", [chatAddress(chatId)]);
  const sent =
    (revision: number): KnownFrames =>
    () =>
      Promise.resolve({ revision, encode: () => `told in ${revision}` });
  return { here, reads, shown: sockets.shown, revisions, told: sent, stored: stored?.revision ?? 0 };
}

t.test("a frame is skipped if all desks have received a newer state", async (t) => {
  const { here, shown, told: sent, stored } = await openShown();
  here.show([chat], 1);
  here.show([chat], 2, sent(stored - 1));
  here.show([chat], 3, sent(stored));
  here.show([chat], 4, sent(stored + 1));
  here.show([message(1)], 5, sent(0));
  await here.whenShown();
  t.match(JSON.parse(shown[0] ?? ""), { type: "chat", cursor: 1 });
  t.strictSame(shown.slice(1), [`told in ${stored}`, `told in ${stored + 1}`, "told in 0"]);
  t.equal(here.cursor, 5);
});

t.test("if one desk has received a newer state, the row is read for all desks", async (t) => {
  const { here, reads, shown, revisions, told: sent, stored } = await openShown();
  revisions.noteSent(chat, stored);
  revisions.noteSent(chat, stored - 2);
  here.show([chat], 1, sent(stored - 1));
  await here.whenShown();
  t.match(JSON.parse(shown[0] ?? ""), { type: "chat", cursor: 1 });
  const { count } = reads;
  here.show([chat], 2, sent(stored));
  await here.whenShown();
  t.equal(shown[1], `told in ${stored}`);
  t.equal(reads.count, count);
});
