import type { DeskMessage } from "../../../../codec/desk/desk.ts";
import type { MessageList } from "./message-list.ts";
import { lastSeq, withMessage } from "./message-list.ts";

/** A message as it was told or read. */
export interface NumberedMessage {
  readonly message: DeskMessage;
  /** The number of the news, or of the request that it answers, counted with all that is told and asked: the higher one is newer. */
  readonly at: number;
}

/** The messages of one conversation, each in its newest form. */
export interface KnownMessages {
  /** False when a newer form is known. */
  put(one: NumberedMessage): boolean;
  /** What was read, each message in its newest form. */
  take(read: readonly NumberedMessage[]): MessageList;
  /** What is put from here on is remembered until `end`. */
  begin(): Put;
  end(put: Put): Put;
  /** The page, and what of `put` comes behind it: the service may have had it only when the page was on its way. */
  behind(page: MessageList, put: Put): MessageList;
}

/** The seqs of what was put. */
type Put = Set<number>;

export function createKnownMessages(): KnownMessages {
  const newest = new Map<number, NumberedMessage>();
  const remembering = new Set<Put>();
  const keep = (one: NumberedMessage): NumberedMessage => {
    const { seq } = one.message;
    const known = newest.get(seq);
    if (known !== undefined && known.at > one.at) return known;
    newest.set(seq, one);
    return one;
  };
  return {
    put(one) {
      if (keep(one) !== one) return false;
      for (const put of remembering) put.add(one.message.seq);
      return true;
    },
    take: (read) => read.map((one) => keep(one).message),
    begin() {
      const put: Put = new Set();
      remembering.add(put);
      return put;
    },
    end(put) {
      remembering.delete(put);
      return put;
    },
    behind(page, put) {
      const behind = [...put].filter((seq) => seq > lastSeq(page));
      return behind
        .flatMap((seq) => newest.get(seq) ?? [])
        .reduce((all, { message }) => withMessage(all, message), page);
    },
  };
}
