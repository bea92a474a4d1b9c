import { isStoredOpen, storedExternalId, storedLines, storedSender } from "../../load/stored/stored-chats.ts";
import type { StoredMessage, StoredMessages } from "./stored-messages.ts";

interface Seeded {
  /** The seeded chats are 1, 2, … up to this number. */
  readonly count: number;
  /** Seeded clients who have written since; may be empty. */
  readonly writers: ReadonlySet<string>;
}

/**
 * Returns the messages that were written in addition to the seeded ones, as if each seeded chat had begun with its first new
 * message. It also checks that every seeded chat is still stored unchanged. Mistakes in seeded chats are reported; missing ones
 * are known only when everything was read.
 */
export function besideSeeded(
  found: StoredMessages,
  { count, writers }: Seeded,
  report: (mistake: string) => void,
): StoredMessages {
  const numbers = new Map(Array.from({ length: count }, (_, at) => [storedSender(at + 1), at + 1]));
  return {
    async *chats() {
      let met = 0;
      for await (const chat of found.chats()) {
        const number = numbers.get(chat.senderId);
        if (number === undefined) {
          yield chat;
          continue;
        }
        met += 1;
        const wanted = isStoredOpen(number) ? number : 0;
        if (chat.chat !== wanted) report(`${chat.senderId} has the open chat ${chat.chat}, expected ${wanted}`);
        if (writers.has(chat.senderId)) yield chat;
      }
      if (met !== count) report(`${met} seeded clients are stored, expected ${count}`);
    },
    async *messages() {
      let met = 0;
      for await (const message of found.messages()) {
        if (message.chat > count) yield message;
        else if (message.seq > storedLines.length) yield { ...message, seq: message.seq - storedLines.length };
        else {
          met += 1;
          if (!isAsSeeded(message))
            report(`message ${message.seq} of the seeded chat ${message.chat} differs from its seed`);
        }
      }
      const wanted = count * storedLines.length;
      if (met !== wanted) report(`${met} seeded messages are stored, expected ${wanted}`);
    },
  };
}

const isAsSeeded = ({ chat, seq, externalId, text }: StoredMessage): boolean =>
  text === storedLines[seq - 1]?.text && externalId === (storedExternalId(chat, seq) ?? "");
