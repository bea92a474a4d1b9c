import { open, readdir, readFile, rm, stat, truncate } from "node:fs/promises";
import { join } from "node:path";

/** Damage to the newest segment of the journal while no process uses it. */
export interface Damage {
  readonly file: string;
}

async function newestSegment(dataDir: string): Promise<string> {
  const folder = join(dataDir, "journal");
  const name = (await readdir(folder))
    .filter((file) => /^\d+\.\d+\.journal$/.test(file))
    .sort()
    .at(-1);
  if (name === undefined) throw new Error(`Expected a segment in ${folder}, found none`);
  return join(folder, name);
}

/** Returns the end of the last written record. The rest of a segment is zeros. */
async function endOf(file: string): Promise<number> {
  const bytes = await readFile(file);
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  return end;
}

/** Rows are not synced, so after a power cut only the journal has them. */
export const loseRows = (dataDir: string): Promise<void> => rm(join(dataDir, "rows"), { recursive: true });

/** Makes the state after a power cut in which only a part of a record reached the disk. */
export async function tearTail(dataDir: string): Promise<Damage> {
  const file = await newestSegment(dataDir);
  const { size } = await stat(file);
  await truncate(file, (await endOf(file)) - 20);
  await truncate(file, size);
  return { file };
}

export async function cutShort(dataDir: string): Promise<Damage> {
  const file = await newestSegment(dataDir);
  await truncate(file, await endOf(file));
  return { file };
}

/** Overwrites every page of the rows except the first two with zeros. */
export async function zeroRows(dataDir: string): Promise<Damage> {
  const file = join(dataDir, "rows", "data.mdb");
  const { size } = await stat(file);
  await truncate(file, 8_192);
  await truncate(file, size);
  return { file };
}

export async function garbleTail(dataDir: string): Promise<Damage> {
  const file = await newestSegment(dataDir);
  return garble(file, (await endOf(file)) - 20);
}

export async function garbleMiddle(dataDir: string): Promise<Damage> {
  const file = await newestSegment(dataDir);
  return garble(file, Math.floor((await endOf(file)) / 2));
}

async function garble(file: string, at: number): Promise<Damage> {
  const handle = await open(file, "r+");
  try {
    await handle.write(Buffer.alloc(8, 0xaa), 0, 8, at);
  } finally {
    await handle.close();
  }
  return { file };
}
