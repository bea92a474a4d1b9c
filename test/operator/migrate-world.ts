import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import { pino } from "pino";
import { systemClock } from "../../src/core/clock.ts";
import type { Result } from "../../src/core/result.ts";
import { createFileFolder } from "../../src/files/file-folder.ts";
import { migrate } from "../../src/operator/migrate/migrate.ts";
import type { Side, TargetSide } from "../../src/operator/migrate/sides.ts";
import {
  openFolderSide,
  openFolderTarget,
  openPostgresSide,
  openPostgresTarget,
} from "../../src/operator/migrate/sides.ts";
import { createProgress } from "../../src/operator/progress.ts";
import type { Log } from "../../src/ports/log.ts";
import { openLmdbStore } from "../../src/store/lmdb/open-lmdb-store.ts";
import { counter, messageWrite, sampleWrites, tableNames } from "../contracts/store-rows.ts";

export const log: Log = pino({ level: "silent" });

/** The sizes of four files: an empty one, and one of several pieces. */
const allFiles = [0, 1, 1024 ** 2, 2.5 * 1024 ** 2];

/** Fills a data folder with rows of every table, many messages, and files. The files include an empty file and a file of several pieces. */
export async function fillFolder(dir: string, messages = 5_000, files: readonly number[] = allFiles): Promise<void> {
  const store = await openLmdbStore({ dir, log });
  await store.commit({}, () => sampleWrites());
  for (let chat = 1; chat * 500 <= messages; chat += 1) {
    const writes = Array.from({ length: 500 }, (_, seq) =>
      messageWrite(chat, seq + 1, `${"text ".repeat(seq % 40)}${chat}`),
    );
    await store.commit({}, () => writes);
  }
  // Deleted rows, and rows that only the journal has.
  await store.commit({}, () => [counter("gone", 1), { table: "session", key: ["s"], row: null }]);
  await store.commit({}, () => [{ table: "counter", key: ["gone"], row: null }]);
  await store.close();
  for (const [name, sizes] of [
    ["files", files],
    ["photos", [7_000]],
  ] as const)
    for (const size of sizes) await addFile(join(dir, name), size);
}

export async function addFile(dir: string, bytes: number): Promise<string> {
  const file = createFileFolder(dir, log).begin();
  await file.write(randomBytes(bytes), 0);
  await file.keep(async () => true);
  return file.token;
}

export const openFolders = async (from: string, to: string) => ({
  from: await openFolderSide(from, log),
  to: await openFolderTarget(to, log),
});

export const toPostgres = async (from: string, url: string) => ({
  from: await openFolderSide(from, log),
  to: await openPostgresTarget(url),
});
export const fromPostgres = async (url: string, to: string) => ({
  from: await openPostgresSide(url),
  to: await openFolderTarget(to, log),
});

/** Runs a migration and closes both sides. */
export async function run({
  from,
  to,
}: {
  readonly from: Side;
  readonly to: TargetSide;
}): Promise<{ readonly result: Result<void>; readonly said: string[] }> {
  const said: string[] = [];
  const progress = createProgress(systemClock, () => undefined);
  try {
    const result = await migrate({ from, to, tables: tableNames, progress, say: (line) => void said.push(line) });
    return { result, said };
  } finally {
    await from.close();
    await to.close();
  }
}

/** The complete content of a folder as text: rows by table, files by token. */
export async function contentOf(dir: string): Promise<unknown> {
  const side = await openFolderSide(dir, log);
  const rows: Record<string, string[]> = {};
  const files: string[] = [];
  for (const table of tableNames) {
    const lines: string[] = [];
    for (
      let page = await side.rows.page(table, null);
      page.length > 0;
      page = await side.rows.page(table, page.at(-1)?.key ?? null)
    )
      lines.push(
        ...page.map(
          ({ key, row }) =>
            `${Buffer.from(key, "latin1").toString("hex")} ${createHash("sha256").update(row).digest("hex")}`,
        ),
      );
    rows[table] = lines;
  }
  for (const kind of ["files", "photos"] as const)
    for await (const token of side.files[kind].tokens()) {
      const file = await side.files[kind].open(token);
      const bytes = Buffer.alloc(file?.bytes ?? 0);
      for (let at = 0; at < bytes.length; ) at += (await file?.read(bytes.subarray(at), at)) ?? 0;
      await file?.close();
      files.push(`${kind} ${token} ${createHash("sha256").update(bytes).digest("hex")}`);
    }
  await side.close();
  return { rows, files: files.sort() };
}
