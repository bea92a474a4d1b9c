import type { ReadonlySignal } from "@preact/signals";
import { batch, signal } from "@preact/signals";
import type { InspectedChat } from "../../../codec/inspect/inspected.types.ts";
import type { ApiFailure } from "../../shared/api/api.ts";
import type { InspectorApi } from "../data/api.ts";

export interface ChatReader {
  /** As it was read last; null until then. */
  readonly chat: ReadonlySignal<InspectedChat | null>;
  /** Why it could not be read the last time; null when it could. */
  readonly failure: ReadonlySignal<ApiFailure | null>;
  stop(): void;
}

export interface ChatReaderParts {
  readonly api: Pick<InspectorApi, "chat">;
  readonly chatId: string;
  /** Runs once after the delay; the answer stops it. */
  readonly after: (delayMs: number, run: () => void) => () => void;
  /** Nobody looks at a page that is hidden: it is not read for. */
  readonly isHidden: () => boolean;
}

const everyMs = 5_000;

/** Reads a chat again and again while somebody looks. As long as nothing has happened, it stays the same value. */
export function openChatReader({ api, chatId, after, isHidden }: ChatReaderParts): ChatReader {
  const chat = signal<InspectedChat | null>(null);
  const failure = signal<ApiFailure | null>(null);
  const aborter = new AbortController();
  let stopWaiting = (): void => undefined;
  const read = async (): Promise<void> => {
    const answer = await api.chat(chatId, aborter.signal);
    if (aborter.signal.aborted) return;
    batch(() => {
      failure.value = answer.ok ? null : answer.failure;
      if (answer.ok && !isSame(chat.peek(), answer.value.chat)) chat.value = answer.value.chat;
    });
    wait();
  };
  const wait = (): void => {
    stopWaiting = after(everyMs, () => (isHidden() ? wait() : void read()));
  };
  void read();
  return {
    chat,
    failure,
    stop() {
      aborter.abort();
      stopWaiting();
    },
  };
}

/** Whether nobody has taken a step or changed since; what is kept may have become less. */
function isSame(before: InspectedChat | null, now: InspectedChat): boolean {
  if (before === null || before.steps.length !== now.steps.length || before.actors.length !== now.actors.length)
    return false;
  const [oldLast, last] = [before.steps.at(-1), now.steps.at(-1)];
  if (oldLast?.actor !== last?.actor || oldLast?.revision !== last?.revision || oldLast?.index !== last?.index)
    return false;
  return now.actors.every((actor, index) => {
    const old = before.actors[index];
    return old?.actor === actor.actor && old.revision === actor.revision && old.parked?.atMs === actor.parked?.atMs;
  });
}
