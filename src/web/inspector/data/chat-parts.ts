import type { ReadonlySignal } from "@preact/signals";
import { signal } from "@preact/signals";
import type { InspectedActor } from "../../../codec/inspect/inspected.types.ts";
import type { Waiting } from "../../shared/live/timer.ts";
import { createTimer } from "../../shared/live/timer.ts";
import { isFailed } from "../parts/tone.ts";
import type { InspectorApi } from "./api.ts";

/** The actors of a chat, without the chat itself. */
export interface ChatParts {
  /** The last ones that were read; null before. */
  readonly actors: ReadonlySignal<readonly InspectedActor[] | null>;
  /** Reads them, but soon again only after a pause. */
  read(): void;
  stop(): void;
}

const pauseMs = 2_000;
/** The service finds at most this many. */
export const partsMax = 500;

export function openChatParts(api: InspectorApi, browser: Waiting, chatId: string): ChatParts {
  const actors = signal<readonly InspectedActor[] | null>(null);
  const timer = createTimer(browser);
  const aborter = new AbortController();
  const query = new URLSearchParams({ chat: chatId, limit: String(partsMax) });
  let isPausing = false;
  let isAsked = false;
  const read = async (): Promise<void> => {
    isAsked = isPausing;
    if (isPausing) return;
    isPausing = true;
    const answer = await api.actors(query, aborter.signal);
    if (aborter.signal.aborted) return;
    if (answer.ok) actors.value = answer.value.actors.filter(({ kind }) => kind !== "chat");
    timer.set(pauseMs, () => {
      isPausing = false;
      if (isAsked) void read();
    });
  };
  return {
    actors,
    read: () => void read(),
    stop() {
      timer.stop();
      aborter.abort();
    },
  };
}

/** The failed ones first, then in their order. */
export const failedFirst = (actors: readonly InspectedActor[]): readonly InspectedActor[] => [
  ...actors.filter(isFailed),
  ...actors.filter((one) => !isFailed(one)),
];

/** How many of the actors are in each state, the failed ones first. */
export function countStates(actors: readonly InspectedActor[]): readonly (readonly [state: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const { state } of failedFirst(actors)) counts.set(state, (counts.get(state) ?? 0) + 1);
  return [...counts];
}
