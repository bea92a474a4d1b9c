import type { ReadonlySignal } from "@preact/signals";
import { signal } from "@preact/signals";
import type { InspectedActors } from "../../../codec/inspect/inspected.types.ts";
import type { Narrowing } from "./actor-query.ts";
import { countingOf } from "./actor-query.ts";
import type { InspectorApi } from "./api.ts";

export type Counted = Pick<InspectedActors, "counts" | "cutKinds">;

/** The numbers of the actors that match the search, by kind and state. */
export interface ActorCounts {
  /** The last ones that were read; null when they are not known. */
  readonly counts: ReadonlySignal<Counted | null>;
  /** They stay when the service is not reached. */
  read(narrowing: Narrowing): Promise<void>;
  stop(): void;
}

export function createActorCounts(api: InspectorApi): ActorCounts {
  const counts = signal<Counted | null>(null);
  let running = new AbortController();
  return {
    counts,
    async read(narrowing) {
      running.abort();
      running = new AbortController();
      const { signal } = running;
      const query = countingOf(narrowing);
      const answer = query === null ? null : await api.actors(query, signal);
      if (!signal.aborted && answer?.ok !== false) counts.value = answer?.value ?? null;
    },
    stop: () => running.abort(),
  };
}
