import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { bytesOfFiles } from "../../src/files/stored-files.ts";
import { examineFolder } from "../../src/store/lmdb/check/examine-folder.ts";
import { hasStore } from "../../src/store/lmdb/folder/data-folder.ts";
import { fact, samples } from "../contracts/store-rows.ts";
import { openSmall, placesOf, quickFolder } from "./lmdb-fixture.ts";

const pageBytes = 4_096;

/** Returns the report about the folder: damages and notes. */
async function allTold(folder: string): Promise<{ readonly damages: string[]; readonly notes: string[] }> {
  const damages: string[] = [];
  const notes: string[] = [];
  await examineFolder({
    folder,
    filesIn: bytesOfFiles,
    onDamage: (text) => void damages.push(text),
    onNote: (text) => void notes.push(text),
    onProgress: () => undefined,
  });
  return { damages, notes };
}

/** A folder with one chat file and enough rows for many pages. */
async function makeFolderWithFile(dir: string, token: string): Promise<void> {
  const [sample] = samples.file;
  if (sample === undefined) throw new Error("Expected a sample of a file, found none");
  const store = await openSmall(dir, { flushIntervalMs: 1 });
  await store.commit({}, () => [{ table: "file", key: [token], row: { ...sample.row, bytes: 5 } }]);
  for (let number = 1; number <= 50; number += 1)
    await store.commit({}, () => [fact(`f${number}`, "words ".repeat(100))]);
  await store.close();
  mkdirSync(join(dir, "files", token.slice(0, 2)), { recursive: true });
  writeFileSync(join(dir, "files", token.slice(0, 2), token), "bytes");
}

t.test("files and references are compared only when every row was read", async (t) => {
  const dir = join(quickFolder(t), "data");
  const token = "F".repeat(32);
  await makeFolderWithFile(dir, token);
  t.strictSame(await allTold(dir), { damages: [], notes: [] });
  const path = join(dir, "rows", "data.mdb");
  const whole = readFileSync(path);
  const notCompared = "Files and references between rows were not checked: not every row could be read.";
  for (const at of [...placesOf(whole, token), ...placesOf(whole, "words ").slice(0, 1)]) {
    const bytes = Buffer.from(whole);
    bytes.fill(0xff, at - (at % pageBytes), at);
    writeFileSync(path, bytes);
    const { damages, notes } = await allTold(dir);
    // Damage on a page without rows may not be detected.
    if (damages.length > 0) t.strictSame(notes, [notCompared], `${damages.length} damages by byte ${at}`);
    else t.strictSame(notes, []);
  }
  writeFileSync(path, whole);
  for (const name of ["lost+found", "incoming"]) mkdirSync(join(dir, "files", name));
  writeFileSync(join(dir, "files", "notes.txt"), "somebody's own");
  writeFileSync(join(dir, "files", "lost+found", "#12"), "somebody's own");
  t.strictSame(await allTold(dir), { damages: [], notes: [] }, "other files in the folder do not count");
  rmSync(join(dir, "files", token.slice(0, 2), token));
  t.match(await allTold(dir), { damages: [/the file FFFF… of 5 bytes is missing/], notes: [] });
});

t.test("an unreadable folder does not count as a missing one", async (t) => {
  const outer = quickFolder(t);
  const dir = join(outer, "data");
  t.equal(await hasStore(dir), false);
  await (await openSmall(dir)).close();
  t.equal(await hasStore(dir), true);
  t.equal(await hasStore(join(dir, "layout.json", "data")), false);
  rmSync(join(dir, "journal"), { recursive: true });
  symlinkSync("journal", join(dir, "journal"));
  await t.rejects(allTold(dir), { code: "ELOOP" }, "nor is a journal");
  symlinkSync("loop", join(outer, "loop"));
  await t.rejects(hasStore(join(outer, "loop")), { name: "StoreError", message: /cannot be read: ELOOP/ });
});
