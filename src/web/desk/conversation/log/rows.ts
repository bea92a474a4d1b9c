import type { DeskMessage } from "../../../../codec/desk/desk.ts";

export interface MessageRow {
  readonly kind: "message";
  readonly message: DeskMessage;
  /** Shows the author, because the previous message is from another author or much older. */
  readonly isNamed: boolean;
  /** Shows the time: the last message of its sender in its minute. */
  readonly isLast: boolean;
}
export type Row = MessageRow | { readonly kind: "day"; readonly atMs: number } | { readonly kind: "unread" };

const minuteMs = 60_000;

/**
 * The rows of a log, in order: messages grouped by sender and minute, a mark for each day, and a line above the message
 * `unreadSeq`, the first that is new. `dayOf` is the start of the day of a time.
 */
export function toRows(
  messages: readonly DeskMessage[],
  unreadSeq: number | null,
  dayOf: (atMs: number) => number,
): readonly Row[] {
  const rows: Row[] = [];
  let day: number | null = null;
  for (const [index, message] of messages.entries()) {
    const [last, next] = [messages[index - 1], messages[index + 1]];
    const ownDay = dayOf(message.at);
    const isNewDay = ownDay !== day;
    day = ownDay;
    if (isNewDay) rows.push({ kind: "day", atMs: message.at });
    const isFirstUnread = message.seq === unreadSeq;
    if (isFirstUnread) rows.push({ kind: "unread" });
    const isNamed = isNewDay || isFirstUnread || last === undefined || senderOf(last) !== senderOf(message);
    const isLast = next === undefined || senderOf(next) !== senderOf(message) || minuteOf(next) !== minuteOf(message);
    rows.push({ kind: "message", message, isNamed, isLast });
  }
  return rows;
}

const minuteOf = ({ at }: DeskMessage): number => Math.floor(at / minuteMs);

/** Notes and replies of one agent are grouped separately. */
const senderOf = ({ from, agentId, type }: DeskMessage): string =>
  `${from} ${agentId} ${type === "note" || type === "event" || type === "invitation" ? type : ""}`;
