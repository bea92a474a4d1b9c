import type { InspectedChat } from "../../../codec/inspect/inspected.types.ts";
import type { Sequence, SequenceRow } from "../sequence/sequence.types.ts";
import type { TimeWords } from "../sequence/sequence-words.ts";

/** One row of the table and of the text file. */
export interface SequenceLine {
  readonly key: string;
  readonly day: string;
  readonly time: string;
  readonly from: string;
  readonly to: string;
  readonly event: string;
  /** Empty when the state stays. */
  readonly state: string;
  readonly isFailed: boolean;
  /** The names of the effects that the step sent out. */
  readonly sent: string;
  readonly cause: string;
}

export function toLine({ columns }: Sequence, row: SequenceRow, times: TimeWords): SequenceLine {
  const { step, arrows, badge } = row;
  const [first, ...others] = arrows;
  const nameAt = (at: number): string => {
    const column = columns[at];
    if (column === undefined) return "";
    return column.kind === "outside" ? column.title : column.id;
  };
  return {
    key: row.key,
    day: times.day(step.atMs),
    time: times.timeOfDay(step.atMs),
    from: step.from ?? (first.from === first.to ? step.actor : nameAt(first.from)),
    to: step.actor,
    event: first.label,
    state: badge?.text ?? "",
    isFailed: first.isFailed || badge?.isFailed === true,
    sent: others.map(({ label, to }) => `${label} to ${nameAt(to)}`).join(", "),
    cause: step.cause,
  };
}

/** The sequence as text: a line for each step, columns separated by tabs. Pure. */
export function toText(sequence: Sequence, times: TimeWords): string {
  const head = ["Day", "Time", "From", "To", "Event", "State", "Sent", "Cause"];
  const lines = sequence.rows.map((row) => {
    const { day, time, from, to, event, state, sent, cause } = toLine(sequence, row, times);
    return [day, time, from, to, event, state, sent, cause];
  });
  return [head, ...lines].map((cells) => `${cells.map(plain).join("\t")}\n`).join("");
}

const plain = (cell: string): string => cell.replaceAll(/\s+/g, " ");

/** The unchanged response of the service, indented for people. */
export const toJsonFile = (chat: InspectedChat): string => `${JSON.stringify(chat, null, 2)}\n`;
