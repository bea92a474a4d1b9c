import { setImmediate as nextTurn } from "node:timers/promises";
import { scanKeys } from "../../../core/rows/scan-keys.ts";
import type { Store } from "../../../ports/store.ts";

type Scans = Pick<Store, "scan">;

const rowsAtOnce = 1_000;

/** The numbers of all chats in these states, the newest first, including chats whose row in the list is damaged. */
export async function listChatNumbers(store: Scans, states: readonly string[]): Promise<readonly number[]> {
  const numbers = new Set<number>();
  for (const state of states) {
    for (let after: number | undefined; ; ) {
      const range = after === undefined ? {} : { after: [state, after] as const };
      const page = await scanKeys(store, "chatState", { prefix: [state], ...range, limit: rowsAtOnce });
      for (const { key } of page) numbers.add(key[1]);
      after = page.at(-1)?.key[1];
      if (page.length < rowsAtOnce) break;
      await nextTurn();
    }
  }
  return [...numbers].sort((left, right) => right - left);
}

/**
 * The next closed chats below the number `before`, newest first; null begins with the newest. Includes chats whose row in the list
 * is damaged.
 */
export async function closedChatNumbers(
  store: Scans,
  before: number | null,
  limit: number,
): Promise<readonly number[]> {
  const rows = await scanKeys(store, "chatState", {
    prefix: ["closed"],
    ...(before === null ? {} : { after: ["closed", before] as const }),
    reverse: true,
    limit,
  });
  return rows.map(({ key }) => key[1]);
}
