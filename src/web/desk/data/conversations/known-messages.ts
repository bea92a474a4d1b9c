import type { DeskMessage } from "../../../../codec/desk/desk.ts";
import type { MessageList } from "./message-list.ts";
import { lastSeq, withMessage } from "./message-list.ts";

/** A message from the socket or from a read. */
export interface NumberedMessage {
  readonly message: DeskMessage;
  /** The number of the socket message or request, from one counter for both: a higher number is newer. */
  readonly at: number;
}

/** The messages of one conversation, each in its newest form. */
export interface KnownMessages {
  /** Returns false when a newer form is known. */
  put(one: NumberedMessage): boolean;
  /** Returns the read messages, each in its newest form. */
  take(read: readonly NumberedMessage[]): MessageList;
  /** Records all messages that are put until `end`. */
  begin(): Put;
  end(put: Put): Put;
  /** Returns the page and the messages of `put` after it, which the service may have stored after it read the page. */
  behind(page: MessageList, put: Put): MessageList;
}

/** The seqs of the recorded messages. */
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
