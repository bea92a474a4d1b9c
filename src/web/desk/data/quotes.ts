import type { DeskMessage } from "../../../codec/desk/desk.ts";
import { fieldsOf } from "../../shared/api/json.ts";
import type { Kept } from "./kept.ts";

export type Quoted = NonNullable<DeskMessage["quote"]>;

/** The message that the agent's next reply in a chat answers: stored, and the same in all tabs. */
export interface Quotes {
  /** Null while the reply answers no message in particular. Reads a signal. */
  of(chatId: string): Quoted | null;
  choose(chatId: string, message: DeskMessage): void;
  drop(chatId: string): void;
  /** Returns the field of the request that sends the reply, and drops the quote. */
  take(chatId: string): { readonly replyTo?: number };
}

const nameOf = (chatId: string): string => `quote.${chatId}`;
/** As the service cuts it. */
const charactersMax = 160;

export function createQuotes(kept: Kept): Quotes {
  const drop = (chatId: string): void => kept.set(nameOf(chatId), null);
  return {
    of: (chatId) => read(kept.of(nameOf(chatId)).value),
    choose: (chatId, message) => kept.set(nameOf(chatId), JSON.stringify(toQuoted(message))),
    drop,
    take(chatId) {
      const quoted = read(kept.get(nameOf(chatId)));
      if (quoted === null) return {};
      drop(chatId);
      return { replyTo: quoted.seq };
    },
  };
}

function toQuoted({ seq, from, type, text, parts, file_name: name, buttons, agentId }: DeskMessage): Quoted {
  const said = parts.length === 0 ? text : parts.map((part) => part.text).join("");
  const line = said || name || buttons[0]?.text || "";
  return { seq, from, type, text: [...line].slice(0, charactersMax).join(""), agentId };
}

function read(stored: string | null): Quoted | null {
  const { seq, from, type, text, agentId = null } = fieldsOf<Quoted>(stored);
  if (seq === undefined || from === undefined || type === undefined || text === undefined) return null;
  return { seq, from, type, text, agentId };
}
