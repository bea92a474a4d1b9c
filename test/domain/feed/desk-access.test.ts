import { pino } from "pino";
import t from "tap";
import { asAgentId } from "../../../src/core/ids.ts";
import { Directory } from "../../../src/domain/directory.ts";
import { createDeskAccess } from "../../../src/domain/feed/desk-access.ts";
import type { Store } from "../../../src/ports/store.ts";
import { createManualClock } from "../../edge/manual-clock.ts";
import { createDamagedStore } from "../../harness/damaged-store.ts";
import { agents } from "../../harness/service-config.ts";

const { kim, lee } = agents;
const ignore = (): void => undefined;

async function start(store: Store, cursor: number, isShared = false) {
  const directory = new Directory();
  const keep = (profile: typeof kim, isRemoved = false): void =>
    directory.keepAgent({ profile, isAvailable: false, isRemoved }, 0);
  for (const profile of [kim, lee]) keep(profile);
  const clock = createManualClock();
  const parts = {
    directory,
    feed: { cursor, isShared },
    store,
    clock,
    log: pino({ level: "silent" }),
    changed: ignore,
    removed: ignore,
  };
  const access = createDeskAccess(parts);
  await access.start();
  return { access, keep, clock, feed: parts.feed };
}

t.test("a damaged row of a desk's access prevents no start; the desk loads its lists again", async (t) => {
  const { store, damage } = createDamagedStore();
  await start(store, 0);
  const sound = await start(store, 5);
  t.strictSame(
    [kim, lee].map(({ id }) => sound.access.isOutdated(id, 3)),
    [false, false],
  );
  damage("fact", [`desk-access/${kim.id}`]);
  const { access } = await start(store, 7);
  t.strictSame(
    [kim, lee].map(({ id }) => access.isOutdated(id, 3)),
    [true, false],
  );
});

t.test("an agent that is created again after a removal loads its lists again, a new agent does not", async (t) => {
  const { store } = createDamagedStore();
  const { keep } = await start(store, 0);
  const max = { ...agents.max, id: asAgentId(9) };
  keep(max);
  keep(max, true);
  const next = await start(store, 4);
  const fresh = { ...max, id: asAgentId(10) };
  for (const profile of [max, fresh]) next.keep(profile);
  t.strictSame(
    [max, fresh].map(({ id }) => next.access.isOutdated(id, 3)),
    [true, false],
  );
});

t.test(
  "while other nodes may not know a change yet, desks load their lists again, regardless of their cursor",
  async (t) => {
    const { store } = createDamagedStore();
    await start(store, 5, true);
    const { access, keep, clock, feed } = await start(store, 5, true);
    keep({ ...kim, role: "admin" });
    t.strictSame(
      [kim, lee].map(({ id }) => access.isOutdated(id, 50)),
      [true, false],
      "another node may be at 50 and not know the change yet",
    );
    feed.cursor = 40;
    clock.advance(10_000);
    t.strictSame(
      [40, 41].map((cursor) => access.isOutdated(kim.id, cursor)),
      [true, false],
      "every node knows the change",
    );
    await new Promise((resolve) => setImmediate(resolve));
    const row = await store.read("fact", [`desk-access/${kim.id}`]);
    t.match(JSON.parse(row?.text ?? ""), { changedCursor: 40 });
    keep(kim);
    access.stop();
    t.equal(clock.nextWakeAtMs(), Number.POSITIVE_INFINITY);
  },
);

t.test(
  "a desk that read after the last change loads nothing again, although no entry followed the change",
  async (t) => {
    const { store } = createDamagedStore();
    const { access, keep } = await start(store, 5);
    const before = access.markOf(kim.id);
    t.notOk(access.isOutdated(kim.id, 5, before));
    keep({ ...kim, role: "admin" });
    const after = access.markOf(kim.id);
    keep(kim);
    const present = access.markOf(kim.id);
    t.strictSame(
      [before, after, undefined, present].map((mark) => access.isOutdated(kim.id, 5, mark)),
      [true, true, true, false],
      "the rights are as before, and chats may have been read meanwhile",
    );
    t.ok(access.isOutdated(kim.id, 4, present), "an older cursor");
    await new Promise((resolve) => setImmediate(resolve));
    const next = await start(store, 5);
    t.strictSame(
      [present, next.access.markOf(kim.id)].map((mark) => next.access.isOutdated(kim.id, 5, mark)),
      [true, false],
      "after a start, the mark is another one",
    );
  },
);

t.test("of the rows of several nodes, the row with the highest cursor is stored", async (t) => {
  const { store } = createDamagedStore();
  const [ahead, behind] = [await start(store, 9, true), await start(store, 5, true)];
  for (const { keep } of [ahead, behind]) {
    keep({ ...kim, role: "admin" });
    await new Promise((resolve) => setImmediate(resolve));
  }
  const row = await store.read("fact", [`desk-access/${kim.id}`]);
  t.match(JSON.parse(row?.text ?? ""), { changedCursor: 9 });
});
