import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { commitNumbers, flip, placesOf, upTo } from "../store/lmdb-fixture.ts";
import {
  backupFolderOf,
  filesOf,
  hourMs,
  namesOf,
  nextCopy,
  numbersIn,
  openBackupWorld,
  passUntil,
  restoreInto,
  quickTimes as times,
  whenFollowed,
} from "./backup-world.ts";

t.test("a damaged head of a part is named, and does not hide the later records", async (t) => {
  const world = await openBackupWorld(t, { times });
  const { store, root, clock } = world;
  await commitNumbers(store, 1, 1);
  await whenFollowed(world);
  const momentsMs: number[] = [];
  for (let number = 2; number <= 4; number += 1) {
    await commitNumbers(store, number, number);
    momentsMs.push(clock.nowMs());
    await nextCopy(world);
  }
  const [file = ""] = filesOf(world);
  const whole = readFileSync(file);
  const [, second = 0, third = 0, fourth = 0] = placesOf(whole, "PJP");
  const bad = (at: number): RegExp =>
    new RegExp(`^${file} is damaged at byte ${at}: ${at === fourth ? "no whole part follows" : "the next whole part"}`);
  for (const at of [second, third, fourth]) {
    // The magic, and every checked field.
    for (const offset of [0, 2, 4, 7, 9, 15, 16, 23, 24, 31, 32, 35]) {
      writeFileSync(file, flip(at + offset)(Buffer.from(whole)));
      const rejected = restoreInto(root, backupFolderOf(root), { name: "damaged" });
      await t.rejects(rejected, { name: "StoreError", message: bad(at) }, `byte ${offset} of the head at ${at}`);
    }
  }
  writeFileSync(file, flip(third + 20)(Buffer.from(whole)));
  t.strictSame(namesOf(join(root, "damaged")), [], "no folder was created");
  const [twoMs = 0, threeMs = 0] = momentsMs;
  const readable = new RegExp(`restore an earlier state with --at ${new Date(twoMs).toISOString()}$`);
  await t.rejects(restoreInto(root, backupFolderOf(root), { untilMs: threeMs }), { message: readable });
  const { done, dir } = await restoreInto(root, backupFolderOf(root), { name: "readable", untilMs: twoMs });
  t.match(done, { ok: true, value: { erasuresLost: [bad(third)] } }, "erasures after it may be lost, which is said");
  t.strictSame(await numbersIn(dir), upTo(2), "the named moment can be restored");
  writeFileSync(file, whole.fill(0, fourth));
  const { dir: cut } = await restoreInto(root, backupFolderOf(root), { name: "cut" });
  t.strictSame(await numbersIn(cut), upTo(3), "zeros at the end are a part that a crash has cut off");
});

t.test("damage before a base does not concern a restore of a later moment", async (t) => {
  const world = await openBackupWorld(t, { times: { ...times, baseEveryMs: hourMs } });
  const { store, root, clock, backups } = world;
  await commitNumbers(store, 1, 1);
  await whenFollowed(world);
  await commitNumbers(store, 2, 2);
  await nextCopy(world);
  const beforeMs = backups.folder()?.lastBaseAtMs;
  clock.advance(hourMs);
  await passUntil(world, () => backups.folder()?.lastBaseAtMs !== beforeMs);
  await commitNumbers(store, 3, 3);
  await nextCopy(world);
  const [file = ""] = filesOf(world);
  const [, second = 0] = placesOf(readFileSync(file), "PJP");
  writeFileSync(file, flip(second + 20)(readFileSync(file)));
  const { dir } = await restoreInto(root, backupFolderOf(root), { name: "now" });
  t.strictSame(await numbersIn(dir), upTo(3));
});

t.test(
  "a moment that the copies do not reach is refused by its name, unless a later base shows that they do",
  async (t) => {
    const world = await openBackupWorld(t, { times: { ...times, baseEveryMs: hourMs } });
    const { store, root, clock, backups } = world;
    await commitNumbers(store, 1, 2);
    await whenFollowed(world);
    const lastMs = clock.nowMs();
    await commitNumbers(store, 3, 3);
    await nextCopy(world);
    const at = (untilMs: number) => restoreInto(root, backupFolderOf(root), { name: `at-${untilMs}`, untilMs });
    const late = await at(lastMs + 1);
    const [ends, wanted] = [lastMs, lastMs + 1].map((ms) => new Date(ms).toISOString());
    t.match(late.done, {
      ok: false,
      failure: { message: `ends with the state of ${ends}, so ${wanted} of --at was not reached` },
    });
    t.strictSame(namesOf(late.dir), [], "no folder was created");
    t.strictSame(await numbersIn((await at(lastMs)).dir), upTo(3));
    const beforeMs = backups.folder()?.lastBaseAtMs;
    clock.advance(hourMs);
    await passUntil(world, () => backups.folder()?.lastBaseAtMs !== beforeMs);
    t.strictSame(await numbersIn((await at(lastMs + 2)).dir), upTo(3));
  },
);
