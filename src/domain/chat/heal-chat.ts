import type { ActorRow, RowReader } from "../../ports/store.ts";

/** Of every version: what stands in the texts of people has its quotation marks escaped. */
const lastSeqForm = /"lastSeq":(\d+)/;

/**
 * A chat counts its stored messages. A former defect could keep a chat's row from before its last messages: the next one would have
 * been written over one of them. Asked when a chat is taken into memory; a whole one costs one read.
 */
export function healChat(row: ActorRow, rows: Pick<RowReader, "read">): ActorRow {
  const lastSeq = lastSeqForm.exec(row.context)?.[1];
  if (lastSeq === undefined) return row;
  const chatNumber = Number(row.actor.slice("chat/".length));
  let last = Number(lastSeq);
  while (rows.read("message", [chatNumber, last + 1]) !== undefined) last += 1;
  if (last === Number(lastSeq)) return row;
  return { ...row, context: row.context.replace(lastSeqForm, `"lastSeq":${last}`) };
}
