import { randomUUID } from "node:crypto";
import type { IndexInput, IndexState, TaskAnswer } from "./archive/archive.types.ts";
import { IndexChange } from "./archive/chat-rows.ts";
import type { IndexRows } from "./archive/environment.ts";
import { keepWhole, readState, withRows, writeState } from "./archive/environment.ts";

/**
 * Adds and forgets chats, all in one transaction that is on the disk when this returns. A chat that is already there is
 * replaced: a change may be repeated. Only one thread at a time may run it.
 */
export function run(input: IndexInput): TaskAnswer<IndexState> {
  return withRows(input.folder, (rows) => {
    const before = readState(rows);
    const isAsking = input.take.length + input.forget.length === 0 && input.rebuiltDownTo === undefined;
    if (before !== null && isAsking) return before;
    const { id, changes, rebuiltDownTo } = before ?? { id: randomUUID(), changes: 0, rebuiltDownTo: null };
    const after = { id, changes: changes + 1, rebuiltDownTo: input.rebuiltDownTo ?? rebuiltDownTo };
    rows.transactionSync(() => carryOut(rows, input, after));
    keepWhole(input.folder, rows);
    return after;
  });
}

function carryOut(rows: IndexRows, { take, forget }: IndexInput, state: IndexState): void {
  const change = new IndexChange(rows);
  for (const chatNumber of forget) change.forget(chatNumber);
  for (const document of take) change.take(document);
  change.store();
  writeState(rows, state);
}
