import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Test } from "tap";
import { StoreError } from "../../src/ports/store-errors.ts";
import {
  alter,
  commitNumbers,
  copyFolder,
  dropRows,
  flip,
  openSmall,
  quickFolder,
  recordingLog,
  recordsOf,
  segmentsOf,
  storedNumbers,
  upTo,
} from "./lmdb-fixture.ts";

export const count = 6;

/** A store of `count` records after a crash: their rows are only in the journal. */
export async function crashedStore(dir: string, options = {}, last = count): Promise<string> {
  const store = await openSmall(join(dir, "live"), options);
  await commitNumbers(store, 1, last);
  const crashed = copyFolder(join(dir, "live"), join(dir, "crashed"));
  await store.close();
  return crashed;
}

export const segmentIn = (dir: string): string => segmentsOf(dir).at(-1) ?? "";
const isTailLine = (line: { message: string }): boolean =>
  /last record of the journal is incomplete/.test(line.message);

export const messageOf = (opening: Promise<unknown>): Promise<string> =>
  opening.then(
    () => "opened",
    (error: unknown) => (error instanceof StoreError ? error.message : String(error)),
  );

/** Zeros from each `step`-th byte of the last three records on. */
export async function cutAtBytes(t: Test, step: number): Promise<void> {
  const dir = quickFolder(t);
  const crashed = await crashedStore(dir);
  const records = recordsOf(crashed, segmentIn(crashed));
  t.equal(records.length, count);
  const from = records[count - 3]?.start ?? 0;
  const to = records[count - 1]?.next ?? 0;
  const wrong: string[] = [];
  for (let position = from; position <= to; position += step) {
    const copy = copyFolder(crashed, join(dir, "cut"));
    alter(segmentIn(copy), (bytes) => bytes.fill(0, position));
    const whole = records.filter((record) => record.payloadEnd <= position);
    const log = recordingLog();
    const store = await openSmall(copy, { log });
    const numbers = await storedNumbers(store);
    const isTorn =
      !records.some((record) => record.start === position) &&
      whole.length < count &&
      position > (whole.at(-1)?.next ?? 0);
    if (numbers.join() !== upTo(whole.length).join()) wrong.push(`byte ${position}: found ${numbers}`);
    if (log.lines.filter(isTailLine).length !== (isTorn ? 1 : 0))
      wrong.push(`byte ${position}: logged ${JSON.stringify(log.lines)}`);
    await commitNumbers(store, whole.length + 1, whole.length + 2);
    // After a second crash only the journal is left. It must still give all records.
    const crashedAgain = copyFolder(copy, join(dir, "again"));
    await store.close();
    dropRows(crashedAgain);
    const again = await openSmall(crashedAgain, { log });
    const later = await storedNumbers(again);
    if (later.join() !== upTo(whole.length + 2).join()) wrong.push(`byte ${position}: after going on found ${later}`);
    await again.close();
  }
  t.strictSame(wrong, []);
}

/** Ends the journal at each `step`-th byte, although the rows are ahead of that. */
export async function endAtBytes(t: Test, step: number): Promise<void> {
  const dir = quickFolder(t);
  const store = await openSmall(join(dir, "live"));
  await commitNumbers(store, 1, count);
  await store.close();
  const segment = segmentIn(join(dir, "live"));
  const whole = readFileSync(segment);
  const wrong: string[] = [];
  const end = recordsOf(join(dir, "live"), segment).at(-1)?.payloadEnd ?? 0;
  for (let position = 0; position < end; position += step) {
    writeFileSync(segment, Buffer.from(whole).fill(0, position));
    const says = await messageOf(openSmall(join(dir, "live")));
    if (!says.startsWith(`The journal file ${segment} is damaged at byte `)) wrong.push(`byte ${position}: ${says}`);
  }
  t.strictSame(wrong, []);
}

/** Changes each `step`-th byte of the last record. */
export async function lastRecordAtBytes(t: Test, step: number): Promise<void> {
  const dir = quickFolder(t);
  const crashed = await crashedStore(dir);
  const last = recordsOf(crashed, segmentIn(crashed)).at(-1);
  const wrong: string[] = [];
  for (let position = last?.start ?? 0; position < (last?.next ?? 0); position += step) {
    const copy = copyFolder(crashed, join(dir, "flipped"));
    alter(segmentIn(copy), flip(position));
    const store = await openSmall(copy);
    const numbers = await storedNumbers(store);
    const isFilling = position >= (last?.payloadEnd ?? 0);
    if (numbers.join() !== upTo(isFilling ? count : count - 1).join()) wrong.push(`byte ${position}: found ${numbers}`);
    await store.close();
  }
  t.strictSame(wrong, []);
}

/** Changes each `step`-th byte of an earlier record. */
export async function earlierRecordAtBytes(t: Test, step: number): Promise<void> {
  const dir = quickFolder(t);
  const crashed = await crashedStore(dir);
  const record = recordsOf(crashed, segmentIn(crashed))[2];
  const wrong: string[] = [];
  for (let position = record?.start ?? 0; position < (record?.payloadEnd ?? 0); position += step) {
    const copy = copyFolder(crashed, join(dir, "flipped"));
    const segment = segmentIn(copy);
    alter(segment, flip(position));
    const error = await openSmall(copy).then(
      () => null,
      (error: unknown) => error,
    );
    const says = error instanceof StoreError ? error.message : String(error);
    if (!says.startsWith(`The journal file ${segment} is damaged at byte ${record?.start}: expected record 3, found`)) {
      wrong.push(`byte ${position}: ${says}`);
    }
  }
  t.strictSame(wrong, []);
}
