import type { ReadonlySignal } from "@preact/signals";
import { batch, signal } from "@preact/signals";
import type { InspectedActorDetails, InspectedStep } from "../../../codec/inspect/inspected.types.ts";
import type { ApiFailure } from "../../shared/api/api.ts";
import type { Waiting } from "../../shared/live/timer.ts";
import { createTimer } from "../../shared/live/timer.ts";
import type { InspectorApi } from "./api.ts";
import { isWatched, mergeSteps } from "./steps.ts";

/** The present state of one actor, and its known steps. */
export interface OpenActor {
  readonly kind: string;
  readonly id: string;
  readonly details: ReadonlySignal<InspectedActorDetails | null>;
  readonly steps: ReadonlySignal<readonly InspectedStep[]>;
  readonly state: ReadonlySignal<"loading" | "ready" | ApiFailure>;
  /** Reads the actor and its stored steps. Known steps stay. */
  read(): Promise<void>;
  /** Reads the actor without its steps, because the sentence about other actors may be outdated. */
  refresh(): Promise<void>;
  /** Takes a watched step. */
  heard(step: InspectedStep): void;
  stop(): void;
}

/** A step does not contain deadlines. The actor is reread after it, once for several steps in a row. */
const rereadAfterMs = 300;

export function openActor({
  api,
  browser,
  kind,
  id,
}: {
  readonly api: InspectorApi;
  readonly browser: Waiting;
  readonly kind: string;
  readonly id: string;
}): OpenActor {
  const details = signal<InspectedActorDetails | null>(null);
  const steps = signal<readonly InspectedStep[]>([]);
  const state = signal<"loading" | "ready" | ApiFailure>("loading");
  const timer = createTimer(browser);
  const aborter = new AbortController();
  let isRereading = false;

  /** A step that arrived during the read is newer than the read actor. */
  const take = (read: InspectedActorDetails): void => {
    const known = details.peek();
    if (known === null || read.revision >= known.revision) details.value = read;
  };
  const refresh = async (): Promise<void> => {
    const answer = await api.actor(kind, id, aborter.signal);
    if (!aborter.signal.aborted && answer.ok) take(answer.value.actor);
  };
  return {
    kind,
    id,
    details,
    steps,
    state,
    async read() {
      const [actor, kept] = await Promise.all([
        api.actor(kind, id, aborter.signal),
        api.steps(kind, id, aborter.signal),
      ]);
      if (aborter.signal.aborted) return;
      batch(() => {
        if (actor.ok) take(actor.value.actor);
        if (kept.ok) steps.value = mergeSteps(steps.peek(), kept.value.steps);
        if (!actor.ok) state.value = actor.failure;
        else state.value = kept.ok ? "ready" : kept.failure;
      });
    },
    refresh,
    heard(step) {
      batch(() => {
        steps.value = mergeSteps(steps.peek(), [step]);
        const known = details.peek();
        if (known !== null && step.revision >= known.revision) details.value = after(known, step);
      });
      if (isRereading) return;
      isRereading = true;
      timer.set(rereadAfterMs, () => {
        isRereading = false;
        void refresh();
      });
    },
    stop() {
      timer.stop();
      aborter.abort();
    },
  };
}

/** The actor after the step. Sentences about a previous state are removed. */
const after = (known: InspectedActorDetails, step: InspectedStep): InspectedActorDetails => ({
  ...(step.after === known.state ? known : withoutWhy(known)),
  state: step.after,
  sinceMs: step.after === known.state ? known.sinceMs : step.atMs,
  revision: step.revision,
  context: isWatched(step) ? step.context : known.context,
});

function withoutWhy({ why: _, ...rest }: InspectedActorDetails): InspectedActorDetails {
  return rest;
}
