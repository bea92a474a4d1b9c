import type { ReadonlySignal, Signal } from "@preact/signals";
import { signal } from "@preact/signals";
import type { Api } from "../../shared/api/api.ts";
import type { Browser } from "../../shared/browser/browser.types.ts";

/** Typing of clients and of the agent. */
export interface Typing {
  /** Whether the client of a chat types. */
  of(chatId: string): ReadonlySignal<boolean>;
  heard(chatId: string, state: "typein" | "typeout"): void;
  /** The agent changed the reply; an empty text ends typing. Source: CH-49. */
  wrote(chatId: string, text: string): void;
  /** The chat was left, or its message sent. */
  ended(chatId: string): void;
}

/** Source: CH-48. */
const clientTypesMs = 10_000;
/** The service ends typing 5 s after the last notice. Source: CH-49. */
const repeatMs = 3_000;

export function createTyping(api: Api, browser: Browser): Typing {
  const clients = new Map<string, { readonly isTyping: Signal<boolean>; stop: () => void }>();
  const sent = new Map<string, number>();

  const entryOf = (chatId: string) => {
    const found = clients.get(chatId) ?? { isTyping: signal(false), stop: () => undefined };
    clients.set(chatId, found);
    return found;
  };
  const tell = (chatId: string, type: "typein" | "typeout"): void => {
    // A lost notice is not repeated.
    void api.send("POST", `/api/chats/${chatId}/typing`, { body: { type } });
  };
  const ended = (chatId: string): void => {
    if (sent.delete(chatId)) tell(chatId, "typeout");
  };
  return {
    of: (chatId) => entryOf(chatId).isTyping,
    heard(chatId, state) {
      const entry = entryOf(chatId);
      entry.stop();
      entry.isTyping.value = state === "typein";
      if (state === "typein") entry.stop = browser.after(clientTypesMs, () => (entry.isTyping.value = false));
    },
    wrote(chatId, text) {
      if (text.trim() === "") return ended(chatId);
      if (browser.nowMs() - (sent.get(chatId) ?? Number.NEGATIVE_INFINITY) < repeatMs) return;
      sent.set(chatId, browser.nowMs());
      tell(chatId, "typein");
    },
    ended,
  };
}
