import { randomInt } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { firstFormVersion, formVersion, fromBeforeFirst } from "../../../codec/proto/form-version.ts";
import { isMissing } from "../../../core/files/is-missing.ts";
import { writeWholeFile } from "../../../core/files/whole-file.ts";
import { StoreError } from "../../../ports/store-errors.ts";

/** The layout includes the form of rows, keys and contexts: an earlier program must be able to read all of it. */
export const layoutVersion = formVersion;
export const layoutName = "layout.json";
const shownMax = 100;

export interface Layout {
  /** From `firstFormVersion` to `layoutVersion`. */
  readonly version: number;
  /** The first bytes of every journal record. */
  readonly journalId: number;
}

/**
 * Reads the layout, or `null` when the file is missing. Throws StoreError unless every byte is as this program or an earlier one
 * writes it.
 */
export async function readLayout(folder: string): Promise<Layout | null> {
  const path = join(folder, layoutName);
  let text: string;
  try {
    text = await readFile(path, "latin1");
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
  const layout: unknown = parse(text);
  const version = fieldOf(layout, "layout");
  if (isVersion(version) && version < firstFormVersion)
    throw new StoreError(`The data folder ${folder} has layout ${version}; ${fromBeforeFirst}`);
  const journalId = fieldOf(layout, "journalId");
  const read: Layout | null = isVersion(version) && isJournalId(journalId) ? { version, journalId } : null;
  if (read !== null && read.version <= layoutVersion && text === textOf(read)) return read;
  if (isVersion(version) && version > layoutVersion) {
    throw new StoreError(
      `The data folder ${folder} has layout ${version}; this program reads layouts up to ${layoutVersion}. A newer version of the service wrote it: start that one or a newer one, or restore a backup from before the upgrade.`,
    );
  }
  const expected = read === null ? `a text such as ${JSON.stringify(textOf(example))}` : JSON.stringify(textOf(read));
  throw new StoreError(
    `The file ${path} is damaged: expected ${expected}, got ${JSON.stringify(text.slice(0, shownMax))}. Restore it from a backup.`,
  );
}

/** The file is durable when the promise resolves. */
export const writeLayout = (folder: string, layout: Layout): Promise<void> =>
  writeWholeFile(join(folder, layoutName), textOf(layout));

export const newLayout = (): Layout => ({ version: layoutVersion, journalId: randomInt(1, 2 ** 32) });

const example: Layout = { version: layoutVersion, journalId: 1 };

/** The checksum covers the text before it. */
function textOf({ version, journalId }: Layout): string {
  const fields = `{"layout":${version},"journalId":${journalId}`;
  return `${fields},"checksum":"${crc32(fields).toString(16).padStart(8, "0")}"}\n`;
}

const isVersion = (value: unknown): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 1;

const isJournalId = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= 1 && value < 2 ** 32;

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
