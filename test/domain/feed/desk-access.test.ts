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

async function start(store: Store, cursor: number) {
  const directory = new Directory();
  const keep = (profile: typeof kim, isRemoved = false): void =>
    directory.keepAgent({ profile, isAvailable: false, isRemoved });
  for (const profile of [kim, lee]) keep(profile);
  const parts = {
    directory,
    feed: { cursor, isShared: false },
    store,
    clock: createManualClock(),
    log: pino({ level: "silent" }),
    changed: ignore,
    removed: ignore,
  };
  const access = createDeskAccess(parts);
  await access.start();
  return { access, keep };
}

t.test("a damaged note of what a desk may see keeps no process from starting: that desk reads anew", async (t) => {
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

t.test("who comes back after an earlier process reads anew, who never was there does not", async (t) => {
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
