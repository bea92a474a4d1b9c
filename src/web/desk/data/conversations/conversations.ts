import type { ReadonlySignal } from "@preact/signals";
import type { DeskMessage } from "../../../../codec/desk/desk.ts";
import type { Api, ApiFailure } from "../../../shared/api/api.ts";
import type { ConversationReader } from "./conversation-reader.ts";
import { createConversationReader } from "./conversation-reader.ts";

/** What was said in one chat, as far as it is loaded: without gaps, up to the newest. */
export interface Conversation {
  readonly chatId: string;
  /** What is there stays while it is read anew. */
  readonly messages: ReadonlySignal<readonly DeskMessage[]>;
  readonly loading: ReadonlySignal<"loading" | "ready" | ApiFailure>;
  readonly hasOlder: ReadonlySignal<boolean>;
  /** What becomes of `loadOlder`. */
  readonly loadingOlder: ReadonlySignal<"idle" | "loading" | ApiFailure>;
}

export interface Conversations {
  /** From here on news are told, or nobody waits for them any longer: what is open is read, and what is opened is read at once. */
  begin(): void;
  /** Loads its end when it was not open before; before `begin` it waits for that, for what is read earlier has to be read again. */
  open(chatId: string): Conversation;
  /** Reads the end again that could not be read. */
  retry(chatId: string): Promise<void>;
  /** Loads the page before what is there, one at a time. */
  loadOlder(chatId: string): Promise<void>;
  /** A message as the socket shows it; it comes again when its delivery changes. */
  put(chatId: string, message: DeskMessage): void;
  /** Before a request that a message answers: shows that message, unless it was told or asked for since, which is newer. */
  ask(chatId: string): (answer: DeskMessage) => void;
  /** Begins, and reads again what is loaded: news were missed. */
  reload(): Promise<void>;
  /** Reads what could not be read. */
  resume(): void;
}

/** The one looked at longest ago goes first. */
const conversationsMax = 30;

export function createConversations({ api }: { api: Api }): Conversations {
  const known = new Map<string, ConversationReader>();
  let hasBegun = false;
  let count = 0;
  /** Numbers what is told and asked, in all conversations: what has the higher number is newer. */
  const next = (): number => {
    count += 1;
    return count;
  };
  const reload = async (): Promise<void> => {
    hasBegun = true;
    await Promise.all([...known.values()].map((one) => one.readEnd()));
  };
  return {
    begin() {
      if (!hasBegun) void reload();
    },
    open(chatId) {
      const found = known.get(chatId);
      const one = found ?? createConversationReader(api, chatId, next);
      known.delete(chatId);
      known.set(chatId, one);
      for (const oldest of known.keys()) {
        if (known.size <= conversationsMax) break;
        known.delete(oldest);
      }
      if (found === undefined && hasBegun) void one.readEnd();
      return one.conversation;
    },
    retry: async (chatId) => known.get(chatId)?.readEnd(),
    loadOlder: async (chatId) => known.get(chatId)?.readOlder(),
    put: (chatId, message) => known.get(chatId)?.put(message, next()),
    ask(chatId) {
      const asked = next();
      return (answer) => known.get(chatId)?.put(answer, asked);
    },
    reload,
    resume() {
      for (const one of known.values()) if (one.hasFailed()) void one.readEnd();
    },
  };
}
