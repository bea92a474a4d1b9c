import type { DeskOfflineMessage } from "../../codec/desk/desk-offline.ts";
import { toDeskOfflineMessage } from "../../codec/desk/desk-offline.ts";
import type { DurableRows, OfflineMessageRow, ScannedRows, StoredRows } from "../../ports/store.ts";
import { readDeliveries } from "../delivery/delivery-actor.ts";
import type { Directory } from "../directory.ts";

/** An offline message in its form for desks. Answers that were never created, or are damaged, are skipped. */
export async function showOffline(
  rows: StoredRows,
  directory: Directory,
  number: number,
  row: OfflineMessageRow,
): Promise<DeskOfflineMessage> {
  const answers = await readDeliveries(rows, row.answerIds);
  return toDeskOfflineMessage(number, row, answers, (id) => directory.agentEver(id)?.profile.name ?? `Agent ${id}`);
}

/** A stored offline message; undefined when it does not exist. */
export const readLeft = async (rows: StoredRows, number: number): Promise<OfflineMessageRow | undefined> =>
  rows.read("offlineMessage", [number]);

export interface OfflineWanted {
  readonly isAsked: (row: OfflineMessageRow) => boolean;
  /** Only messages with smaller numbers. */
  readonly before: number | undefined;
  readonly rowsMax: number;
}

export interface OfflinePage {
  readonly offlineMessages: readonly DeskOfflineMessage[];
  /** Where the next page begins; null at the end. */
  readonly nextBefore: number | null;
}

/** The pages of rows that are read for one page of the list. After that the page is short, and its cursor continues. */
const roundsMax = 50;

interface FoundLeft {
  readonly number: number;
  readonly row: OfflineMessageRow;
}

/** One page of offline messages, newest first, in their form for desks. */
export async function readOfflinePage(
  { store, directory }: { readonly store: DurableRows & ScannedRows; readonly directory: Directory },
  wanted: OfflineWanted,
): Promise<OfflinePage> {
  const { found, nextBefore } = await findLeft(store, wanted);
  const offlineMessages = await Promise.all(
    found.map(({ number, row }) => showOffline(store.durable, directory, number, row)),
  );
  return { offlineMessages, nextBefore };
}

async function findLeft(
  store: ScannedRows,
  { isAsked, before: startBefore, rowsMax }: OfflineWanted,
): Promise<{ readonly found: readonly FoundLeft[]; readonly nextBefore: number | null }> {
  const found: FoundLeft[] = [];
  let before = startBefore;
  for (let round = 0; round < roundsMax; round += 1) {
    const after = before === undefined ? {} : { after: [before] as const };
    const rows = await store.scan("offlineMessage", { ...after, reverse: true, limit: rowsMax });
    for (const { key, row } of rows) {
      before = key[0];
      if (isAsked(row)) found.push({ number: before, row });
      if (found.length === rowsMax) return { found, nextBefore: before };
    }
    if (rows.length < rowsMax) return { found, nextBefore: null };
  }
  return { found, nextBefore: before ?? null };
}
