import type { Healing } from "../../actors/actor-definition.ts";
import type { ActorRow } from "../../ports/store.ts";

/** Of every version: what stands in the texts of people has its quotation marks escaped. */
const lastSeqForm = /"lastSeq":(\d+)/;

/**
 * A chat counts its stored messages. A former defect could keep a chat's row from before its last messages: the next one would have
 * been written over one of them. A whole chat costs one read.
 */
export const chatHealing: Healing = {
  reads(row) {
    const counted = lastSeqOf(row);
    return counted === null ? [] : [{ table: "message", key: [chatNumberOf(row), counted + 1], isRun: true }];
  },
  heal(row, rows) {
    const counted = lastSeqOf(row);
    if (counted === null) return row;
    let last = counted;
    while (rows.read("message", [chatNumberOf(row), last + 1]) !== undefined) last += 1;
    return last === counted ? row : { ...row, context: row.context.replace(lastSeqForm, `"lastSeq":${last}`) };
  },
};

function lastSeqOf({ context }: ActorRow): number | null {
  const digits = lastSeqForm.exec(context)?.[1];
  return digits === undefined ? null : Number(digits);
}

const chatNumberOf = ({ actor }: ActorRow): number => Number(actor.slice("chat/".length));
