import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import t from "tap";
import { createPace } from "../../src/backup/image/pace.ts";
import { entriesOf, verifyImage } from "../../src/backup/image/read-image.ts";
import { EntryWriter } from "../../src/backup/image/write-image.ts";
import { formVersion } from "../../src/codec/proto/form-version.ts";
import { examineFolder } from "../../src/store/lmdb/check/examine-folder.ts";
import { defaultSegmentBytes, openLmdbStore } from "../../src/store/lmdb/open-lmdb-store.ts";
import { fact } from "../contracts/store-rows.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { commitNumbers, flip, placesOf, storedNumbers, upTo } from "../store/lmdb-fixture.ts";
import {
  dropFile,
  hourMs,
  keepFile,
  namesOf,
  openBackupWorld,
  restoreInto,
  saveImage,
  secondMs,
  wholeLog,
  withStore,
} from "./backup-world.ts";

t.test("a backup is slow while the service commits, and sixteen times as fast when it does not", async (t) => {
  const clock = createManualClock();
  let record = 0;
  const pace = createPace({ clock, bytesPerSecond: 1_000, lastRecord: () => record });
  /** The time in ms for these bytes, in pieces of 100 bytes, while `recordsPerSecond` records are written. */
  const msFor = async (bytes: number, recordsPerSecond: number): Promise<number> => {
    const sinceMs = clock.nowMs();
    for (let done = 0; done < bytes; done += 100) {
      const before = clock.nowMs();
      const taken = pace.take(100);
      if (clock.nextWakeAtMs() < Number.POSITIVE_INFINITY) clock.advance(clock.nextWakeAtMs() - clock.nowMs());
      await taken;
      record += ((clock.nowMs() - before) * recordsPerSecond) / secondMs;
    }
    return clock.nowMs() - sinceMs;
  };
  await msFor(20_000, 0);
  t.equal(Math.round((await msFor(16_000, 10)) / 100), 10, "at rest");
  await msFor(5_000, 500);
  t.equal(Math.round((await msFor(8_000, 500)) / 100), 80, "busy");
});

t.test(
  "an image made during commits is the state of one moment: all commits up to one, and none after it",
  async (t) => {
    const world = await openBackupWorld(t);
    const { store, backups, clock, root } = world;
    // The disk has several pages of rows, and the journal has more. Random texts compress only a little.
    const noise = () => randomBytes(500).toString("latin1");
    const isNoise = (text: string) => text.length === 500;
    for (let page = 0; page < 6; page += 1)
      await store.commit({}, () => Array.from({ length: 500 }, (_, row) => fact(`${page} ${row}`, noise())));
    clock.advance(hourMs);
    await world.store.scan("fact", { limit: 1 });
    const made = backups.makeImage();
    t.match(backups.makeImage(), { ok: false, failure: { code: "conflict", message: /is being made/ } });
    if (!made.ok) return;
    const pieces: Uint8Array[] = [];
    let number = 0;
    // Each commit changes two rows, so that a state inside a commit would be detected.
    const commitNext = async (): Promise<void> => {
      number += 1;
      const last = number;
      await store.commit({}, () => [fact("left", String(last)), fact(`${last % 6} ${last % 500}`, String(last))]);
    };
    for await (const piece of made.value.bytes) {
      pieces.push(piece);
      await commitNext();
      if (number % 5 === 0) clock.advance(secondMs);
    }
    const end = await made.value.end;
    t.ok(number > 10, `${number} commits came meanwhile`);
    await commitNext();
    const path = join(root, "image.tar.gz");
    writeFileSync(path, Buffer.concat(pieces));
    const names: string[] = [];
    for await (const { name } of entriesOf(path)) names.push(name);
    t.match(names.join(" "), /^begin.json rows\/00000001 rows\/00000002 .*journal\/\d{16} .*end.json SHA256SUMS$/);
    const { done, dir } = await restoreInto(root, path);
    t.match(done, { ok: true, value: { atMs: end.endedAtMs, filesMissing: 0 } });
    await withStore(dir, async (restored) => {
      const left = Number((await restored.read("fact", ["left"]))?.text ?? 0);
      t.ok(left > 0 && left < number, `the state after commit ${left} of ${number}`);
      const facts = new Map((await restored.scan("fact", { limit: 10_000 })).map(({ key, row }) => [key[0], row.text]));
      t.equal(facts.size, 3_001);
      const expected = new Map<string, string>([["left", String(left)]]);
      for (let last = 1; last <= left; last += 1) expected.set(`${last % 6} ${last % 500}`, String(last));
      for (const [name, text] of facts)
        if (expected.has(name) ? text !== expected.get(name) : !isNoise(text))
          t.fail(`${name} is ${text.slice(0, 10)}`);
    });
    t.ok(backups.makeImage().ok, "the next image may be made");
  },
);

t.test(
  "files that are added and removed while an image is made: each row has its file, and each file is complete",
  async (t) => {
    const world = await openBackupWorld(t);
    const early = await keepFile(world, "early".repeat(100_000));
    const dropped = await keepFile(world, "dropped");
    const made = world.backups.makeImage();
    if (!made.ok) throw new Error(made.failure.message);
    const pieces: Uint8Array[] = [];
    const late: string[] = [];
    for await (const piece of made.value.bytes) {
      if (pieces.length === 0) await dropFile(world, dropped);
      pieces.push(piece);
      late.push(await keepFile(world, `late ${pieces.length}`));
      // The removal is delayed while the image needs the file. Or the file is removed before it was copied.
      if (pieces.length % 2 === 0) void dropFile(world, late[0] ?? "");
    }
    const path = join(world.root, "image.tar.gz");
    writeFileSync(path, Buffer.concat(pieces));
    const { done, dir } = await restoreInto(world.root, path);
    t.ok(done.ok);
    await withStore(dir, async (restored) => {
      const rows = await restored.scan("file", { limit: 1_000 });
      t.ok(rows.some(({ key }) => key[0] === early));
      t.notOk(rows.some(({ key }) => key[0] === dropped));
      for (const { key, row } of rows) {
        const [token] = key;
        const bytes = readFileSync(join(dir, "files", token.slice(0, 2), token));
        t.equal(bytes.length, row.bytes, token);
      }
    });
    const damages: string[] = [];
    await world.close();
    await examineFolder({
      ...{ folder: dir, formerBytesMin: defaultSegmentBytes, filesIn: null },
      onDamage: (text) => damages.push(text),
      onNote: () => undefined,
      onProgress: () => undefined,
    });
    t.strictSame(damages, [], "the doctor finds nothing");
  },
);

t.test("an image that fails gives its reader an error, also if the reader starts later", async (t) => {
  const { store, backups, close } = await openBackupWorld(t);
  await commitNumbers(store, 1, 50);
  const made = backups.makeImage();
  if (!made.ok) throw new Error(made.failure.message);
  await close();
  await t.rejects(made.value.end, { message: /after the end of its thread/ });
  const read = async (): Promise<void> => {
    for await (const _ of made.value.bytes);
  };
  await t.rejects(read(), { message: /after the end of its thread/ });
});

t.test("a reader that stops ends the image, and the next image can be made", async (t) => {
  const { store, backups } = await openBackupWorld(t);
  await commitNumbers(store, 1, 50);
  const made = backups.makeImage();
  if (!made.ok) throw new Error(made.failure.message);
  for await (const _ of made.value.bytes) break;
  await t.rejects(made.value.end);
  t.ok(backups.makeImage().ok);
});

/** Returns `null` for bytes that are no whole gzip file. */
function unpackedOf(bytes: Buffer): Buffer | null {
  try {
    return gunzipSync(bytes);
  } catch {
    return null;
  }
}

t.test("an image that was cut or changed anywhere is refused, and no folder is created", async (t) => {
  const world = await openBackupWorld(t);
  await commitNumbers(world.store, 1, 5);
  await keepFile(world, "picture");
  const path = await saveImage(world);
  const whole = readFileSync(path);
  const changed = join(world.root, "changed.tar.gz");
  const refused = async (bytes: Buffer, name: string): Promise<void> => {
    writeFileSync(changed, bytes);
    await t.rejects(
      restoreInto(world.root, changed, { name: "never" }),
      { name: "ImageError", message: changed },
      name,
    );
  };
  for (let length = 0; length < whole.length; length += 13)
    await refused(whole.subarray(0, length), `cut at ${length}`);
  // The first ten bytes are the header of gzip: the program and time of the archive.
  const archive = gunzipSync(whole);
  for (let at = 10; at < whole.length; at += 17) {
    const bytes = flip(at)(Buffer.from(whole));
    // Bits that fill up the last byte of a compressed block belong to no byte of the archive.
    if (unpackedOf(bytes)?.equals(archive) !== true) await refused(bytes, `changed at ${at}`);
  }
  t.strictSame(namesOf(join(world.root, "never")), []);
  await t.rejects(
    verifyImage(join(world.root, "data", "layout.json"), () => undefined),
    { name: "ImageError" },
  );
  const { done } = await restoreInto(world.root, path, { name: "data" });
  t.match(done, { ok: false, failure: { code: "conflict", message: /not empty, and a restore overwrites nothing/ } });
  const cut = join(world.root, "cut");
  mkdirSync(cut);
  for (const name of ["owner.lock", "migration.txt.new"]) writeFileSync(join(cut, name), "");
  t.match((await restoreInto(world.root, path, { name: "cut" })).done, { ok: true }, "what a kill at the start leaves");
});

t.test("an archive of another tar library is read like an own one", async (t) => {
  // Source: tar-stream 3.2.2, which wrote the images of earlier versions.
  const archive =
    "H4sIAAAAAAACA+3XsQqDMBAG4Mx9iuAD1P/SJEI3ty6dpA9gQYulKhilQ+m7lw4dmg5dNCLeBz+Zj+O43Lm4VM326tpGTAaABeT7xe8LgIwkbZROEmhAgogSJQVE" +
    "AIPr804AIxT5VdxCPKKy7eq8j/b03Ai2Nl17d/FnDOeZf6Us/PkHaZ7/QP2XHA6Hs4Twxh5XWd0KF6d/TPz/h7//9c4Q7/8QskOqjM1Ox2zG+w/+/QdDhvsfghtq" +
    "x3cfY4ytzwuq0QpfABYAAA==";
  const path = join(temporaryFolder(t), "image.tar.gz");
  writeFileSync(path, Buffer.from(archive, "base64"));
  const found: [string, string][] = [];
  for await (const { name, bytes, content } of entriesOf(path)) {
    const text = (await buffer(content)).toString();
    t.equal(text.length, bytes, name);
    found.push([name, text]);
  }
  t.strictSame(found, [
    ["begin.json", '{"format":1}\n'],
    ["rows/00000001", "row ".repeat(300)],
    [`files/${"A".repeat(32)}`, ""],
    ["SHA256SUMS", "sums\n"],
  ]);
});

t.test("a backup of a newer version is refused before anything is created", async (t) => {
  const world = await openBackupWorld(t);
  await commitNumbers(world.store, 1, 5);
  const path = await saveImage(world);
  const inForm = async (form: number): Promise<string> => {
    const copy = join(world.root, `form-${form}.tar.gz`);
    const archive = new EntryWriter();
    const packing = buffer(archive.bytes());
    for await (const { name, content } of entriesOf(path)) {
      const text = await buffer(content);
      const isBegin = name === "begin.json";
      const written = isBegin ? Buffer.from(text.toString().replace(`"form":${formVersion}`, `"form":${form}`)) : text;
      t.equal(written.equals(text), !isBegin, name);
      if (name !== "SHA256SUMS") await archive.put(name, written);
    }
    await archive.finish("SHA256SUMS");
    writeFileSync(copy, await packing);
    return copy;
  };
  await t.rejects(restoreInto(world.root, await inForm(77), { name: "never" }), {
    name: "ImageError",
    message:
      /form-77\.tar\.gz was written by a newer version of the service, in form 77; .* forms up to \d+\. Restore it with/,
  });
  await t.rejects(restoreInto(world.root, await inForm(3), { name: "never" }), {
    name: "ImageError",
    message: /form-3\.tar\.gz is in form 3; .* from before the first release wrote it; no later one reads it\./,
  });
  t.strictSame(namesOf(join(world.root, "never")), []);
});

t.test("after a killed restore, no service starts on the folder, and the same command finishes it", async (t) => {
  const world = await openBackupWorld(t);
  await commitNumbers(world.store, 1, 20);
  const path = await saveImage(world);
  const dir = join(world.root, "restored");
  const { openFilledFolder, purposeOf } = await import("../../src/operator/restore/filled-folder.ts");
  const { target } = await openFilledFolder(dir, wholeLog());
  await target.begin(purposeOf("another.tar.gz"));
  await target.putRows(new Uint8Array());
  await target.close();
  await t.rejects(openLmdbStore({ dir, log: wholeLog() }), {
    name: "StoreError",
    message: /is being filled by npm run migrate or npm run restore, which did not finish/,
  });
  const { done } = await restoreInto(world.root, path);
  t.ok(done.ok);
  await withStore(dir, async (store) => t.strictSame(await storedNumbers(store), upTo(20)));
  const { target: other } = await openFilledFolder(join(world.root, "other"), wholeLog());
  await other.begin("a migration");
  await other.close();
  await t.rejects(restoreInto(world.root, path, { name: "other" }), {
    name: "StoreError",
    message: /npm run migrate/,
  });
});

t.test(
  "a row that the disk has damaged is damaged in the restored folder too, and does not count as missing",
  async (t) => {
    const world = await openBackupWorld(t);
    const { store, clock, root, dir } = world;
    await store.commit({}, () => [fact("whole", "whole"), fact("broken", "a row that is damaged")]);
    clock.advance(hourMs);
    await world.close();
    const file = join(dir, "rows", "data.mdb");
    const bytes = readFileSync(file);
    for (const at of placesOf(bytes, "a row that is damaged")) flip(at)(bytes);
    writeFileSync(file, bytes);
    const again = await openBackupWorld(t, { root });
    const path = await saveImage(again);
    const { done, dir: restored } = await restoreInto(root, path);
    t.match(done, { ok: true, value: { image: { end: { damaged: ['the row ["broken"] of the table fact'] } } } });
    await withStore(restored, async (store) => {
      t.strictSame(await store.read("fact", ["whole"]), { text: "whole" });
      await t.rejects(store.read("fact", ["broken"]), { name: "DamagedRowError" });
    });
  },
);
