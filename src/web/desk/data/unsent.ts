import type { ReadonlySignal } from "@preact/signals";
import { batch, signal } from "@preact/signals";
import type { DeskMessage } from "../../../codec/desk/desk.ts";
import { toWellFormed } from "../../../codec/text/text.ts";
import type { ApiFailure } from "../../shared/api/api.ts";
import { fieldsOf } from "../../shared/api/json.ts";
import type { Kept } from "./kept.ts";

/** The unsent messages in order of writing: stored, and the same in all tabs. */
export interface UnsentStore {
  readonly all: ReadonlySignal<readonly Unsent[]>;
  /** The unsent messages of one chat. */
  lane(chatId: string): readonly Unsent[];
  /** Rereads the changes of other tabs, whose events may still be on the way. */
  look(): void;
  add(one: Unsent): void;
  /** Replaces the stored form. Does nothing when another tab has sent or discarded the message. */
  change(one: Unsent): void;
  drop(id: string): void;
  /** The service has the message as `seq`: later messages follow that seq. */
  taken(one: Unsent, seq: number): void;
}

const prefix = "unsent.";

export function createUnsentStore(kept: Kept): UnsentStore {
  const all = signal<readonly Unsent[]>([]);
  const look = (): void => {
    const found = kept.names(prefix).flatMap((name) => readUnsent(kept.get(name), name.slice(prefix.length)));
    const sorted = found.sort((left, right) => left.atMs - right.atMs || (left.id < right.id ? -1 : 1));
    if (JSON.stringify(sorted) !== JSON.stringify(all.peek())) all.value = sorted;
  };
  const write = (one: Unsent): void => kept.set(prefix + one.id, JSON.stringify(one));
  kept.onChange((name) => {
    if (name.startsWith(prefix)) look();
  });
  look();
  return {
    all,
    look,
    lane: (chatId) => all.peek().filter((one) => one.chatId === chatId),
    add(one) {
      write(one);
      look();
    },
    change(one) {
      if (kept.get(prefix + one.id) !== null) write(one);
      look();
    },
    drop(id) {
      kept.set(prefix + id, null);
      look();
    },
    taken({ id, chatId, atMs }, seq) {
      batch(() => {
        look();
        // This is done before the removal. A tab that saw only the removal could match the message with the next one with the same words.
        for (const one of all.peek())
          if (one.chatId === chatId && one.atMs > atMs && one.afterSeq < seq) write({ ...one, afterSeq: seq });
        kept.set(prefix + id, null);
        look();
      });
    },
  };
}

/** Returns nothing for an unreadable value, which stays stored. */
function readUnsent(text: string | null, id: string): readonly Unsent[] {
  const one = fieldsOf<Unsent>(text);
  return isUnsent(one) && one.id === id ? [one] : [];
}

const isUnsent = (one: Partial<Unsent>): one is Unsent =>
  typeof one.id === "string" &&
  typeof one.chatId === "string" &&
  typeof one.isNote === "boolean" &&
  typeof one.content?.type === "string" &&
  Number.isFinite(one.atMs) &&
  Number.isFinite(one.afterSeq) &&
  (one.refusal === null || typeof one.refusal?.message === "string");

/** A message as the agent has written it. */
export interface WrittenMessage {
  readonly chatId: string;
  /** A note stays in the desk. */
  readonly isNote: boolean;
  /** The body of the request: `{type, text, …}`. */
  readonly content: {
    readonly type: string;
    readonly text?: string;
    readonly file?: string;
    readonly file_name?: string;
    readonly replyTo?: number;
  };
  /** The newest message of the chat at the time of writing; this message follows it. */
  readonly afterSeq: number;
}

/** A message of the agent that the service has not accepted yet. */
export interface Unsent extends WrittenMessage {
  /** Also the Idempotency-Key: repeated requests create one message. */
  readonly id: string;
  /** Later than all earlier unsent messages of the chat. */
  readonly atMs: number;
  /** The service's refusal; null while the message is being sent, or waits for the connection or for a refused earlier message. */
  readonly refusal: ApiFailure | null;
}

/**
 * The unsent messages to show after the messages of a chat. Unsent messages that are among the chat's messages already are
 * omitted: for them the socket was faster than the response. Each message matches at most one unsent message.
 */
export function linesOf(
  unsent: readonly Unsent[],
  messages: readonly DeskMessage[],
  agentId: number,
): readonly Unsent[] {
  if (unsent.length === 0) return unsent;
  const left = [...messages];
  return unsent.filter((one) => {
    const at = one.refusal === null ? left.findIndex((message) => isSame(one, message, agentId)) : -1;
    if (at < 0) return true;
    left.splice(at, 1);
    return false;
  });
}

/** Whether a message has the same visible content as the sent one. */
export const isSame = ({ content, isNote, afterSeq }: Unsent, message: DeskMessage, agentId: number): boolean =>
  message.seq > afterSeq &&
  message.from === "agent" &&
  message.agentId === agentId &&
  message.type === (isNote ? "note" : content.type) &&
  message.text === toWellFormed(content.text ?? "") &&
  (content.file === undefined || message.file === content.file);
