import type { ReadonlySignal } from "@preact/signals";
import { batch, signal } from "@preact/signals";
import type { InspectedChat } from "../../../codec/inspect/inspected.types.ts";
import type { ApiFailure } from "../../shared/api/api.ts";
import type { InspectorApi } from "../data/api.ts";

export interface ChatReader {
  /** The last read chat; null before the first read. */
  readonly chat: ReadonlySignal<InspectedChat | null>;
  /** The failure of the last read; null after success. */
  readonly failure: ReadonlySignal<ApiFailure | null>;
  stop(): void;
}

const everyMs = 5_000;

/** Rereads a chat while the page is visible. Without changes the value stays the same object. */
export function openChatReader({
  api,
  chatId,
  after,
  isHidden,
}: {
  readonly api: InspectorApi;
  readonly chatId: string;
  /** Calls `run` once after the delay. Returns a function that cancels it. */
  readonly after: (delayMs: number, run: () => void) => () => void;
  /** A hidden page reads nothing. */
  readonly isHidden: () => boolean;
}): ChatReader {
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

/** Whether no actor has taken a step or changed since. Fewer steps may be stored now. */
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
