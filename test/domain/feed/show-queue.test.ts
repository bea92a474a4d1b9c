import type { Test } from "tap";
import t from "tap";
import { chatAddress } from "../../../machines/tells.ts";
import { defaultLimits } from "../../../src/config/limits.ts";
import { asCallId, asChatId } from "../../../src/core/ids.ts";
import type { Feed } from "../../../src/domain/feed/feed.ts";
import { createFeed } from "../../../src/domain/feed/feed.ts";
import { createRelay } from "../../../src/domain/feed/relay.ts";
import { watchOwnCommits } from "../../../src/domain/feed/shared-store.ts";
import { createDeskAudience } from "../../../src/domain/feed/shown-here.ts";
import { deskTopic, everyChannelTopic } from "../../../src/domain/feed/topics.ts";
import type { FeedEntry, Store } from "../../../src/ports/store.ts";
import { createAlonePeers } from "../../../src/store/alone-peers.ts";
import { channelId, createWorld, openChat } from "../../actors/world.ts";
import { createDamagedStore } from "../../harness/damaged-store.ts";
import { createMemoryStore } from "../../harness/memory-store/memory-store.ts";
import { logTo } from "../../harness/test-log.ts";
import type { HeldReads } from "./held-reads.ts";
import { createHeldReads, turns } from "./held-reads.ts";

const topic = deskTopic(channelId);
const [one, two] = [asChatId("1"), asChatId("2")];
const message = (messageSeq: number, chatId = one): FeedEntry => ({ chatId, channelId, messageSeq });
const chat = (chatId = one): FeedEntry => message(0, chatId);

interface Shown {
  readonly topic: string;
  readonly frame: Record<string, unknown>;
}

interface Stage {
  readonly feed: Feed;
  readonly reads: HeldReads;
  readonly shown: Shown[];
  /** The topics that have subscribers. */
  readonly heard: Set<string>;
  readonly lines: string[];
  /** Adds entries after all earlier entries. */
  show(...entries: readonly FeedEntry[]): void;
}

/** Opens a feed over two chats with two messages each. Desks of the channel listen to it. */
async function openStage(inner: Store = createMemoryStore()): Promise<Stage> {
  const world = await createWorld({ store: inner });
  for (const client of ["c1", "c2"]) {
    await openChat(world, client);
    await world.say(client, `${client} again`);
  }
  await world.settle();
  const reads = createHeldReads(inner);
  const shown: Shown[] = [];
  const heard = new Set([topic]);
  const lines: string[] = [];
  const peers = createAlonePeers();
  const feed = await createFeed({
    store: reads.store,
    spectators: {
      broadcaster: {
        hasSubscribers: (name) => heard.has(name),
        publish: (name, frame) => shown.push({ topic: name, frame: JSON.parse(frame) }),
      },
      visitors: { isWatched: () => false, show: async () => undefined },
      limits: defaultLimits,
      directory: world.runtime.directory,
    },
    ...{ peers, relay: createRelay(peers), ownCommits: watchOwnCommits(inner, peers), clock: world.clock },
    log: logTo((_, line) => void lines.push(line)),
  });
  const show = (...entries: readonly FeedEntry[]): void => feed.show(entries, feed.reserve(entries.length), []);
  return { feed, reads, shown, heard, lines, show };
}

const cursorsOf = ({ shown }: Stage): readonly unknown[] => shown.map(({ frame }) => frame["cursor"]);
const kindsOf = ({ shown }: Stage): readonly unknown[] => shown.map(({ frame }) => frame["type"]);

/** Releases open reads, the newest first, until no read is open any more. */
async function passBackwards({ reads }: Stage): Promise<void> {
  for (let round = 0; round < 50; round += 1) {
    reads.open.at(-1)?.pass();
    await turns(1);
  }
}

t.test(
  "entries that are read at the same time are shown in order, regardless of the order of the results",
  async (t) => {
    const stage = await openStage();
    const { feed, reads } = stage;
    const { cursor } = feed;
    reads.hold();
    stage.show(chat(), message(1), message(2));
    feed.showTyping(chatAddress(one), { type: "effect.typing.publish", state: "typein" });
    stage.show(message(1, two));
    feed.showUnseen();
    feed.showCall({ type: "effect.call.publish", chatId: one, channelId, call: callOf() });
    t.equal(reads.open.length, 3, "the entries of the first commit are read together");
    t.equal(feed.cursor, cursor, "nothing was shown");
    await turns();
    t.strictSame(stage.shown, []);
    await passBackwards(stage);
    t.strictSame(kindsOf(stage), ["chat", "message", "message", "typing", "message", "call"]);
    t.strictSame(
      cursorsOf(stage).filter((shown) => shown !== undefined),
      [1, 2, 3, 4].map((index) => cursor + index),
    );
    t.equal(feed.cursor, cursor + 4);
  },
);

const callOf = () => ({ id: asCallId("call-1"), state: "calling" }) as never;

t.test("the cursor is the cursor of the last shown entry, and moves with it", async (t) => {
  const stage = await openStage();
  const { feed, reads } = stage;
  const { cursor } = feed;
  reads.hold();
  stage.show(message(1), message(2));
  const [first, second] = reads.open;
  second?.pass();
  await turns();
  t.equal(feed.cursor, cursor);
  t.ok(feed.isYetToShow(message(1)));
  first?.pass();
  await feed.whenShown();
  t.equal(feed.cursor, cursor + 2);
  t.strictSame(cursorsOf(stage), [cursor + 1, cursor + 2]);
  t.notOk(feed.isYetToShow(message(1)));
});

t.test("an entry without listeners is not read, and is finished in the same tick", async (t) => {
  const { feed, reads, heard, show } = await openStage();
  heard.clear();
  const { cursor } = feed;
  show(chat(), message(1));
  t.equal(feed.cursor, cursor + 2);
  feed.showUnseen();
  await feed.whenShown();
  t.equal(reads.count, 0);
});

t.test("a new listener receives every entry after the cursor once, even if there was no listener before", async (t) => {
  const stage = await openStage();
  const { feed, reads, heard } = stage;
  reads.hold();
  stage.show(message(1));
  heard.clear();
  stage.show(message(2), message(1, two));
  await turns();
  const { cursor } = feed;
  heard.add(everyChannelTopic);
  await passBackwards(stage);
  t.strictSame(
    stage.shown.map((shown) => [shown.topic, shown.frame["cursor"]]),
    [1, 2, 3].map((index) => [everyChannelTopic, cursor + index]),
  );
});

t.test("a listener that left before the read receives nothing, and the cursor moves on", async (t) => {
  const stage = await openStage();
  const { feed, reads, heard } = stage;
  const { cursor } = feed;
  reads.hold();
  stage.show(message(1));
  heard.clear();
  reads.letGo();
  await feed.whenShown();
  t.strictSame(stage.shown, []);
  t.equal(feed.cursor, cursor + 1);
});

t.test("a message that is shown twice is never shown in an older state", async (t) => {
  const stage = await openStage();
  const { feed, reads } = stage;
  reads.hold();
  stage.show(message(1, two));
  // The read for the first of these entries starts so late that it also serves the second.
  stage.show(message(2), message(2));
  reads.open[0]?.pass();
  await turns();
  t.equal(reads.open.length, 1, "it is read once for both entries");
  reads.letGo();
  await feed.whenShown();
  const [, first, second] = stage.shown.map(({ frame }) => frame["message"]);
  t.strictSame(first, second);
  t.strictSame(cursorsOf(stage).length, 3);
});

t.test("no more than 64 entries are read at once, and all are shown", async (t) => {
  const stage = await openStage();
  const { feed, reads } = stage;
  const { cursor } = feed;
  reads.hold();
  stage.show(...Array.from({ length: 200 }, (_, index) => message(index + 1)));
  t.equal(reads.open.length, 64);
  reads.letGo();
  await feed.whenShown();
  t.equal(feed.cursor, cursor + 200);
  t.strictSame(cursorsOf(stage), [cursor + 1, cursor + 2], "the other rows do not exist");
});

/** Checks that an entry that cannot be read is skipped. Returns the log entries. */
async function passOver(t: Test, stage: Stage, unread: () => void): Promise<readonly string[]> {
  const { feed, reads } = stage;
  const { cursor } = feed;
  reads.hold();
  stage.show(message(1), message(2));
  unread();
  reads.letGo();
  await feed.whenShown();
  t.strictSame(cursorsOf(stage), [cursor + 2]);
  t.equal(feed.cursor, cursor + 2);
  return stage.lines;
}

t.test("a damaged entry is skipped, and later entries are shown", async (t) => {
  const { store, damage } = createDamagedStore();
  const stage = await openStage(store);
  damage("message", [1, 1]);
  t.strictSame(await passOver(t, stage, () => undefined), []);
});

t.test("an entry that the store cannot read is skipped and logged, and later entries are shown", async (t) => {
  const stage = await openStage();
  const lines = await passOver(t, stage, () => stage.reads.open[0]?.fail(new Error("the connection was lost")));
  t.match(lines, [/could not be read/]);
});

t.test("waiting until everything is shown waits for earlier entries, not for later entries", async (t) => {
  const stage = await openStage();
  const { feed, reads } = stage;
  reads.hold();
  stage.show(message(1));
  let isShown = false;
  const shown = feed.whenShown().then(() => {
    isShown = true;
  });
  stage.show(message(2));
  await turns();
  t.notOk(isShown);
  reads.open[0]?.pass();
  await shown;
  t.equal(stage.shown.length, 1);
  t.ok(reads.open.length > 0, "the next entry is being read");
  reads.letGo();
});

t.test("stopping the service waits until committed entries are shown, up to a deadline", async (t) => {
  for (const isEverRead of [true, false]) {
    const reads = createHeldReads(createMemoryStore());
    const world = await createWorld({ store: reads.store });
    await openChat(world, "c1");
    await world.settle();
    const shown = world.frames.length;
    reads.hold();
    t.ok((await world.say("c1", "the last word")).ok);
    let isStopped = false;
    const stopped = world.runtime.stop(world.clock.nowMs() + 5_000).then(() => {
      isStopped = true;
    });
    await turns(20);
    t.notOk(isStopped);
    if (isEverRead) reads.letGo();
    else world.clock.advance(5_000);
    await stopped;
    t.equal(world.frames.length > shown, isEverRead);
    reads.letGo();
  }
});

t.test("a frame is encoded once for all desks, and published once for each topic", async (t) => {
  const published: string[] = [];
  const server = { hasSubscribers: () => true, publish: (name: string) => void published.push(name) };
  let encoded = 0;
  const encode = (): string => {
    encoded += 1;
    return "{}";
  };
  createDeskAudience(server).publish({ channelId, encode });
  t.equal(encoded, 1);
  t.strictSame(published, [topic, everyChannelTopic]);
});
