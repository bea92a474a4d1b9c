import type { ReadonlySignal } from "@preact/signals";
import type { DeskMessage } from "../../../../codec/desk/desk.ts";
import type { Api, ApiFailure } from "../../../shared/api/api.ts";
import type { ConversationReader } from "./conversation-reader.ts";
import { createConversationReader } from "./conversation-reader.ts";

/** The loaded messages of one chat: without gaps, up to the newest. */
export interface Conversation {
  readonly chatId: string;
  /** Messages stay during a reload. */
  readonly messages: ReadonlySignal<readonly DeskMessage[]>;
  readonly loading: ReadonlySignal<"loading" | "ready" | ApiFailure>;
  readonly hasOlder: ReadonlySignal<boolean>;
  /** The state of `loadOlder`. */
  readonly loadingOlder: ReadonlySignal<"idle" | "loading" | ApiFailure>;
}

export interface Conversations {
  /** Call it when the socket is ready, or when the wait for it has ended. Reads the open conversations; later ones are read at once. */
  begin(): void;
  /** Loads the end of a conversation that was not open. Waits for `begin`, because an earlier read would have to be repeated. */
  open(chatId: string): Conversation;
  /** Retries a failed read of the end. */
  retry(chatId: string): Promise<void>;
  /** Loads the previous page, one at a time. */
  loadOlder(chatId: string): Promise<void>;
  /** Takes a message from the socket; it arrives again when its delivery changes. */
  put(chatId: string, message: DeskMessage): void;
  /** Call it before a request that returns a message. The result shows that message, unless a newer form has arrived or was requested since. */
  ask(chatId: string): (answer: DeskMessage) => void;
  /** Calls `begin` and rereads the loaded parts, because messages were missed. */
  reload(): Promise<void>;
  /** Retries all failed reads. */
  resume(): void;
}

/** The least recently viewed conversation is evicted first. */
const conversationsMax = 30;

export function createConversations({ api }: { api: Api }): Conversations {
  const known = new Map<string, ConversationReader>();
  let hasBegun = false;
  let count = 0;
  /** Numbers all socket messages and requests of all conversations: a higher number is newer. */
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
