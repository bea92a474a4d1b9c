import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { firstFormVersion, formVersion } from "../../src/codec/proto/form-version.ts";
import { erasures } from "../contracts/erasure-rows.ts";
import { commitNumbers, copyFolder, flip, placesOf, upTo } from "../store/lmdb-fixture.ts";
import {
  backupFolderOf,
  basesOf,
  dropFile,
  filesOf,
  hourMs,
  keepFile,
  namesOf,
  nextCopy,
  numbersIn,
  openBackupWorld,
  passUntil,
  placeOf,
  quickTimes,
  restoreInto,
  saveImage,
  secondMs,
  until,
  whenFollowed,
  withStore,
} from "./backup-world.ts";

const times = quickTimes;

t.test("a restore is possible to any second between the first base and the last copy", async (t) => {
  const world = await openBackupWorld(t, { times });
  const { store, clock, root } = world;
  await commitNumbers(store, 1, 3);
  await whenFollowed(world);
  const seconds: { readonly atMs: number; readonly last: number }[] = [];
  for (let second = 1; second <= 12; second += 1) {
    await nextCopy(world);
    await commitNumbers(store, second * 10, second * 10);
    clock.advance(secondMs / 2);
    seconds.push({ atMs: clock.nowMs() - 1, last: second });
    await commitNumbers(store, second * 10 + 1, second * 10 + 1);
  }
  await nextCopy(world);
  for (const { atMs, last } of seconds) {
    const { done, dir } = await restoreInto(root, backupFolderOf(root), { name: `at-${atMs}`, untilMs: atMs });
    t.ok(done.ok);
    const expected = [...upTo(3)];
    for (let second = 1; second <= last; second += 1) {
      expected.push(second * 10);
      if (second < last) expected.push(second * 10 + 1);
    }
    t.strictSame(await numbersIn(dir), expected, `second ${last}`);
  }
  const { done, dir } = await restoreInto(root, backupFolderOf(root), { name: "last" });
  t.match(done, { ok: true, value: { filesMissing: 0 } });
  t.equal((await numbersIn(dir)).at(-1), 121, "without a time, everything that was copied is restored");
  await t.rejects(restoreInto(root, backupFolderOf(root), { name: "never", untilMs: 1 }), {
    name: "ImageError",
    message: /^The oldest state in .* is of 2023-11-14T22:13:2\d/,
  });
  await t.rejects(restoreInto(root, root, { name: "never" }), { name: "ImageError" });
  t.strictSame(namesOf(join(root, "never")), []);
});

t.test("a kill while a part is copied keeps the earlier parts, and the next start continues", async (t) => {
  const world = await openBackupWorld(t, { times });
  const { store, root, dir } = world;
  await commitNumbers(store, 1, 2);
  await whenFollowed(world);
  await commitNumbers(store, 3, 4);
  await nextCopy(world);
  const [file = ""] = filesOf(world);
  const before = readFileSync(file).length;
  await commitNumbers(store, 5, 7);
  await nextCopy(world);
  const whole = readFileSync(file);
  t.ok(whole.length > before);
  const [name = ""] = namesOf(backupFolderOf(root));
  // Creates both folders as a kill would leave them, at many lengths of the written part.
  for (let length = before; length <= whole.length; length += 29) {
    const killed = join(root, `killed-${length}`);
    copyFolder(dir, join(killed, "data"));
    cpSync(backupFolderOf(root), backupFolderOf(killed), { recursive: true });
    writeFileSync(
      join(backupFolderOf(killed), name, "journal", readdirSync(join(placeOf(world), "journal"))[0] ?? ""),
      whole.subarray(0, length),
    );
    const early = await restoreInto(killed, backupFolderOf(killed), { name: "early" });
    t.strictSame(await numbersIn(early.dir), upTo(length === whole.length ? 7 : 4), `${length} bytes`);
    const again = await openBackupWorld(t, { root: killed, times, clock: world.clock });
    await commitNumbers(again.store, 8, 9);
    await until(() => again.backups.folder()?.copiedUpToMs !== null);
    await nextCopy(again);
    const late = await restoreInto(killed, backupFolderOf(killed), { name: "late" });
    t.strictSame(await numbersIn(late.dir), upTo(9), `${length} bytes, then a start`);
    t.equal(basesOf(again).length, 1, "no new base is needed");
    await again.close();
  }
});

t.test("a part of the journal from a newer version is an error, not the end of the journal", async (t) => {
  const world = await openBackupWorld(t, { times });
  const { store, root, clock } = world;
  await commitNumbers(store, 1, 2);
  await whenFollowed(world);
  const beforeMs = clock.nowMs();
  clock.advance(1);
  await commitNumbers(store, 3, 4);
  await nextCopy(world);
  const [file = ""] = filesOf(world);
  const parts = readFileSync(file);
  const second = parts.lastIndexOf(Buffer.from("PJP"));
  t.ok(second > 0, "there are several parts");
  const mark = (form: number): void => {
    parts.writeUInt8(form, second + 3);
    writeFileSync(file, parts);
  };
  mark(formVersion + 1);
  await t.rejects(restoreInto(root, backupFolderOf(root), { name: "newer" }), {
    name: "StoreError",
    message: /after record \d+ in form \d+ of a newer version of the service; .* or restore a time before the upgrade/,
  });
  t.strictSame(namesOf(join(root, "newer")), [], "no folder was created");
  const { dir: upgraded } = await restoreInto(root, backupFolderOf(root), { name: "before", untilMs: beforeMs });
  t.strictSame(await numbersIn(upgraded), upTo(2), "the state before the upgrade can be restored");
  mark(firstFormVersion - 1);
  await t.rejects(restoreInto(root, backupFolderOf(root), { name: "older" }), {
    name: "StoreError",
    message: /after record \d+ in form \d+; .* from before the first release wrote it/,
  });
});

t.test("files are copied before a record that names them, and kept as long as a restore may need them", async (t) => {
  const world = await openBackupWorld(t, { times: { ...times, baseEveryMs: hourMs, keptMs: 2 * hourMs } });
  const { root, clock } = world;
  const early = await keepFile(world, "early");
  await whenFollowed(world);
  const passing = await keepFile(world, "passing");
  await nextCopy(world);
  const whileThereMs = clock.nowMs();
  clock.advance(1);
  await dropFile(world, passing);
  await nextCopy(world);
  const copyOf = (token: string): string => join(placeOf(world), "files", token.slice(0, 2), token);
  t.equal(readFileSync(copyOf(passing), "utf8"), "passing");
  const { dir } = await restoreInto(root, backupFolderOf(root), { name: "then", untilMs: whileThereMs });
  t.equal(readFileSync(join(dir, "files", passing.slice(0, 2), passing), "utf8"), "passing");
  const { dir: now } = await restoreInto(root, backupFolderOf(root), { name: "now" });
  t.notOk(existsSync(join(now, "files", passing.slice(0, 2), passing)));
  t.equal(readFileSync(join(now, "files", early.slice(0, 2), early), "utf8"), "early");
  for (let hour = 1; hour <= 5; hour += 1) {
    const lastBaseAtMs = (): number | null => world.backups.folder()?.lastBaseAtMs ?? null;
    const beforeMs = lastBaseAtMs();
    clock.advance(hourMs);
    // A base is reported after the unneeded earlier bases have been removed.
    await passUntil(world, () => lastBaseAtMs() !== beforeMs);
  }
  await until(() => !existsSync(copyOf(passing)));
  t.ok(existsSync(copyOf(early)), "a file that the service still has stays");
  t.equal(basesOf(world).length, 3, "two bases of the kept time, and one earlier base");
  rmSync(copyOf(early));
  const { done } = await restoreInto(root, backupFolderOf(root), { name: "lost" });
  t.match(done, { ok: true, value: { filesMissing: 1 } }, "a missing file is counted");
});

t.test(
  "while the backup folder cannot be written, new records are kept for it, and the failure is logged once",
  async (t) => {
    const world = await openBackupWorld(t, { times });
    const { store, clock, root } = world;
    await commitNumbers(store, 1, 2);
    await whenFollowed(world);
    await world.close();
    const journal = join(placeOf(world), "journal");
    renameSync(journal, `${journal}-away`);
    writeFileSync(journal, "a file in its place");
    const again = await openBackupWorld(t, { root, clock, times });
    const errors = () => again.log.lines.filter(({ level }) => level === "error");
    await until(() => errors().length > 0);
    t.match(errors(), [
      {
        message: /cannot be written; the rows and files that are not copied yet wait/,
        facts: { reason: /ENOTDIR|EEXIST/ },
      },
    ]);
    t.match(again.backups.folder(), { failure: /ENOTDIR|EEXIST/ });
    await commitNumbers(again.store, 3, 9);
    clock.advance(secondMs);
    await until(() => clock.nextWakeAtMs() === clock.nowMs() + secondMs);
    t.equal(errors().length, 1, "the second failure is not logged");
    rmSync(journal);
    renameSync(`${journal}-away`, journal);
    await nextCopy(again);
    t.match(again.backups.folder(), { failure: null });
    t.ok(again.log.lines.some(({ message }) => /can be written again/.test(message)));
    const { dir } = await restoreInto(root, backupFolderOf(root), { name: "now" });
    t.strictSame(await numbersIn(dir), upTo(9));
    t.equal(basesOf(again).length, 1, "nothing was missed: no other base is needed");
  },
);

t.test("removed copies are noticed at once, and copied again from the journal", async (t) => {
  const world = await openBackupWorld(t, { times });
  const { store, clock, root, log } = world;
  await commitNumbers(store, 1, 2);
  await whenFollowed(world);
  rmSync(join(placeOf(world), "journal"), { recursive: true });
  await commitNumbers(store, 3, 4);
  clock.advance(secondMs);
  await until(() => log.lines.some(({ level }) => level === "error"));
  t.match(world.backups.folder(), { failure: /was removed/ });
  await nextCopy(world);
  await commitNumbers(store, 5, 6);
  await nextCopy(world);
  const { dir } = await restoreInto(root, backupFolderOf(root), { name: "now" });
  t.strictSame(await numbersIn(dir), upTo(6));
});

t.test("when too many segments wait, they are released, and the copy starts again with a new base", async (t) => {
  const world = await openBackupWorld(t, {
    times,
    store: { segmentBytes: 4_096, flushBytes: 1, keptSegmentsMax: 4 },
  });
  const { store, clock, backups, root, log } = world;
  await commitNumbers(store, 1, 5);
  await whenFollowed(world);
  const firstBase = basesOf(world);
  // Many records come between two copies.
  for (let number = 6; number <= 400; number += 1) {
    await commitNumbers(store, number, number);
    if (number % 20 === 0) clock.advance(1);
  }
  await until(() => namesOf(join(world.dir, "journal")).filter((name) => /^\d/.test(name)).length <= 5);
  const withinMs = clock.nowMs();
  clock.advance(secondMs);
  await until(() => log.lines.some(({ level }) => level === "error"));
  t.match(backups.folder(), { failure: /released before it was copied: too many segments were waiting/ });
  clock.advance(secondMs);
  await passUntil(world, () => basesOf(world).length > firstBase.length);
  await nextCopy(world);
  const { dir } = await restoreInto(root, backupFolderOf(root), { name: "now" });
  t.strictSame(await numbersIn(dir), upTo(400));
  await t.rejects(restoreInto(root, backupFolderOf(root), { name: "gap", untilMs: withinMs }), {
    name: "StoreError",
    message: /has no record \d+: after record \d+ follows record \d+/,
  });
});

t.test("a data folder that was set back gets new copies next to its old ones", async (t) => {
  const world = await openBackupWorld(t, { times });
  const { store, root, dir, clock } = world;
  await commitNumbers(store, 1, 3);
  await whenFollowed(world);
  const old = join(root, "old");
  copyFolder(dir, old);
  await commitNumbers(store, 4, 6);
  await nextCopy(world);
  const sixMs = clock.nowMs();
  clock.advance(1);
  await world.close();
  copyFolder(old, dir);
  const again = await openBackupWorld(t, { root, clock, times });
  await commitNumbers(again.store, 100, 100);
  await whenFollowed(again);
  t.match(again.log.lines[0], { level: "warn", message: /is older than its backup/ });
  t.equal(namesOf(backupFolderOf(root)).length, 2);
  const { dir: now } = await restoreInto(root, backupFolderOf(root), { name: "now" });
  t.strictSame(await numbersIn(now), [1, 2, 3, 100]);
  const { dir: then } = await restoreInto(root, backupFolderOf(root), { name: "then", untilMs: sixMs });
  t.strictSame(await numbersIn(then), upTo(6), "the state before the set-back can be restored too");
});

t.test(
  "clients who were erased after the restored moment are erased again, also for an image file and for another journal",
  async (t) => {
    const world = await openBackupWorld(t, { times });
    const { store, root, dir, clock } = world;
    await commitNumbers(store, 1, 2);
    await whenFollowed(world);
    const before = await saveImage(world, "before.tar.gz");
    const thenMs = clock.nowMs();
    clock.advance(secondMs);
    const [asked, done] = erasures;
    if (asked === undefined || done === undefined) throw new Error("Expected two erasures");
    await store.commit({}, () => [{ table: "erasure", ...asked }]);
    await store.commit({}, () => [{ table: "erasure", ...done }]);
    await store.commit({}, () => [{ table: "erasure", key: done.key, row: null }]);
    await nextCopy(world);
    const again = async (path: string, name: string, untilMs: number | null = null) => {
      const restored = await restoreInto(root, path, { name, untilMs });
      t.match(restored.done, { ok: true, value: { hasErasures: untilMs !== null || path === before } }, name);
      return withStore(restored.dir, (read) => read.scan("erasure", { limit: 9 }));
    };
    const pending = [asked, done].map(({ key: [, number], row }) => ({
      key: ["pending", number],
      row: { ...row, doneAtMs: null, isReplayed: true },
    }));
    t.strictSame(
      await again(backupFolderOf(root), "then", thenMs),
      pending,
      "also an erasure whose row was removed later",
    );
    t.strictSame(await again(before, "file"), pending);
    t.strictSame(await again(backupFolderOf(root), "now"), [asked], "unchanged, because nothing was erased since");
    const [file = ""] = filesOf(world);
    const whole = readFileSync(file);
    writeFileSync(file, flip(placesOf(whole, "PJP").at(-1) ?? 0)(Buffer.from(whole)));
    const { done: told } = await restoreInto(root, before, { name: "unknown" });
    t.match(told, { ok: true, value: { hasErasures: false, erasuresLost: [/is damaged at byte \d+/] } });
    writeFileSync(file, whole);
    // The restored service has a new journal in the same backup folder.
    await world.close();
    copyFolder(join(root, "then"), dir);
    const next = await openBackupWorld(t, { root, clock, times });
    await next.store.commit({}, () => [{ table: "erasure", key: ["done", 9], row: done.row }]);
    await whenFollowed(next);
    const numbers = (await again(before, "both")).map(({ key }) => key[1]);
    t.strictSame(numbers, [7, 8, 9]);
  },
);

t.test(
  "after a kill while segments wait and a base is written, the next start copies the segments and starts the base again",
  async (t) => {
    const store = { segmentBytes: 4_096, flushBytes: 1 };
    const world = await openBackupWorld(t, { times, store });
    const { root, dir, clock } = world;
    await commitNumbers(world.store, 1, 3);
    await whenFollowed(world);
    // The rows of these segments are written meanwhile. Only the backup needs the segments; a start does not.
    for (let number = 4; number <= 400; number += 1) {
      await commitNumbers(world.store, number, number);
      clock.advance(1);
    }
    const segments = (folder: string) => namesOf(join(folder, "journal")).filter((name) => /^\d/.test(name)).length;
    const killed = join(root, "killed");
    copyFolder(dir, join(killed, "data"));
    cpSync(backupFolderOf(root), backupFolderOf(killed), { recursive: true });
    t.ok(segments(join(killed, "data")) > 2, `${segments(join(killed, "data"))} segments wait`);
    const half = join(backupFolderOf(killed), namesOf(backupFolderOf(killed))[0] ?? "", "base.part");
    writeFileSync(half, "the beginning of a base");
    const again = await openBackupWorld(t, { root: killed, clock, times, store });
    await until(() => again.backups.folder()?.copiedUpToMs !== null);
    t.notOk(existsSync(half));
    await nextCopy(again);
    t.equal(basesOf(again).length, 1, "nothing was missed: no other base is needed");
    const { dir: restored } = await restoreInto(killed, backupFolderOf(killed));
    t.strictSame(await numbersIn(restored), upTo(400));
    await until(() => segments(join(killed, "data")) <= 2);
  },
);
