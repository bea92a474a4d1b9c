import { isStoredOpen, storedExternalId, storedLines, storedSender } from "../../load/stored/stored-chats.ts";
import type { StoredMessage, StoredMessages } from "./stored-messages.ts";

interface Seeded {
  /** Chats 1, 2, … up to it. */
  readonly count: number;
  /** Clients who have written since: some of the seeded ones, or none. */
  readonly writers: ReadonlySet<string>;
}

/**
 * What was written besides the seeded chats, as if each of them had begun with the first new message. That the seeded ones are still there, each as it
 * was, is known when all has been read; what is wrong with them is reported.
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
