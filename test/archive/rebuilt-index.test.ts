import { cpSync, readdirSync, rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import type { Test } from "tap";
import t from "tap";
import { asActorKey } from "../../src/core/ids.ts";
import type { ArchiveIndex } from "../../src/ports/archive-index.ts";
import type { Store } from "../../src/ports/store.ts";
import { createDamagedStore } from "../harness/damaged-store.ts";
import type { HeldRead } from "../harness/held-store-reads.ts";
import { createHeldStoreReads } from "../harness/held-store-reads.ts";
import { createMemoryArchiveIndex } from "../harness/memory-archive-index.ts";
import { createMemoryStore } from "../harness/memory-store/memory-store.ts";
import type { Service } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { converse, find, inFiles, keepOpen, restart } from "./archive-service.ts";
import { closedChat } from "./archive-world.ts";

/** Starts the service with this index, and waits until the index has all closed chats. */
async function startComplete(t: Test, store: Store, archiveIndex: ArchiveIndex): Promise<Service> {
  const service = await restart(t, store, { archiveIndex });
  const token = await service.logIn("ada");
  const isComplete = async () => (await service.call("GET", "/api/archive", { token })).body.complete;
  while (!(await isComplete()));
  t.ok(service.logLines.some(({ msg }) => String(msg).includes("all closed chats are in the archive's index")));
  return service;
}

t.test("an index in files that is outdated or damaged is built again from all closed chats", async (t) => {
  const inner = createMemoryStore();
  const folder = temporaryFolder(t);
  const indexFolder = join(folder, "archive");
  const copy = join(temporaryFolder(t), "copy");
  const service = await startService(t, { store: keepOpen(inner), archiveIndex: await inFiles(folder) });
  const ids: string[] = [];
  for (let number = 1; number <= 12; number += 1)
    ids.unshift(await converse(service, `${number}`, `parcel no${number}`));
  t.strictSame(await find(service, "q=parcel"), ids);
  await service.stop();
  cpSync(indexFolder, copy, { recursive: true });
  const second = await restart(t, inner, { archiveIndex: await inFiles(folder) });
  second.clock.advance(3_600_000);
  ids.unshift(await converse(second, "13", "parcel no13"));
  t.strictSame(await find(second, "q=parcel"), ids);
  await second.stop();
  for (const [what, harm] of [
    [
      "an older copy",
      () => {
        rmSync(indexFolder, { recursive: true });
        cpSync(copy, indexFolder, { recursive: true });
      },
    ],
    ["cut off", () => truncateSync(join(indexFolder, readdirSync(indexFolder)[0] ?? "", "data.mdb"), 9_000)],
  ] as const) {
    harm();
    const next = await startComplete(t, inner, await inFiles(folder));
    t.strictSame(await find(next, "q=parcel"), ids, what);
    t.strictSame(await find(next, "q=no7"), [ids.at(-7)], what);
    await next.stop();
  }
});

t.test("an index that is missing, of another installation or unknown is built again", async (t) => {
  const { store: inner, damage } = createDamagedStore();
  const first = createMemoryArchiveIndex();
  const service = await startService(t, { store: keepOpen(inner), archiveIndex: first });
  const id = await converse(service, "7", "Where is my parcel?");
  t.strictSame(await find(service, "q=parcel"), [id]);
  await service.stop();
  const missing = createMemoryArchiveIndex();
  for (const [what, index, harm] of [
    ["missing", missing, () => undefined],
    [
      "of another installation",
      missing,
      () => inner.commit({}, () => [{ table: "fact", key: ["archive index"], row: { text: "other 1" } }]),
    ],
    ["remembered by a damaged row", missing, () => damage("fact", ["archive index"])],
  ] as const) {
    await harm();
    const next = await startComplete(t, inner, index);
    t.strictSame(await find(next, "q=parcel"), [id], what);
    await next.stop();
  }
});

t.test("a page of a search that began before the last chats were indexed is not marked as complete", async (t) => {
  const inner = createMemoryStore();
  // One more chat than are put into the index at once.
  for (let number = 1; number <= 101; number += 1) await inner.commit({}, () => closedChat(number, "parcel"));
  const service = await startService(t, { store: keepOpen(inner) });
  t.equal((await find(service, "q=parcel")).length, 101);
  await service.stop();

  const reads = createHeldStoreReads(keepOpen(inner));
  reads.hold("actor");
  const next = await restart(t, inner, { store: reads.store, limits: { archiveWaitMs: 1 } });
  const isOldest = ({ key }: HeldRead): boolean => key[0] === asActorKey("chat/1");
  while (!reads.held.some(isOldest)) {
    reads.held[0]?.pass();
    await nextTurn();
  }
  const token = await next.logIn("ada");
  const asked = next.call("GET", "/api/archive?q=parcel", { token });
  while (reads.held.every(isOldest)) {
    // A search waits some time for chats that were closed before.
    next.clock.advance(1);
    await pause(5);
  }
  while (!next.logLines.some(({ msg }) => String(msg).includes("all closed chats are in the archive's index"))) {
    reads.held.find(isOldest)?.pass();
    await nextTurn();
  }
  reads.letGo();
  const { body } = await asked;
  t.equal(body.complete, false);
  t.ok(body.chats.length > 0);
  t.equal((await next.call("GET", "/api/archive?q=parcel", { token })).body.complete, true);
});
