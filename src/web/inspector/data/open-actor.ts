import type { ReadonlySignal } from "@preact/signals";
import { batch, signal } from "@preact/signals";
import type { InspectedActorDetails, InspectedStep } from "../../../codec/inspect/inspected.types.ts";
import type { ApiFailure } from "../../shared/api/api.ts";
import type { Browser } from "../../shared/browser/browser.types.ts";
import { createTimer } from "../../shared/live/timer.ts";
import type { InspectorApi } from "./api.ts";
import { isWatched, mergeSteps } from "./steps.ts";

/** One actor as it is now, and the steps it took as far as they are known. */
export interface OpenActor {
  readonly kind: string;
  readonly id: string;
  readonly details: ReadonlySignal<InspectedActorDetails | null>;
  readonly steps: ReadonlySignal<readonly InspectedStep[]>;
  readonly state: ReadonlySignal<"loading" | "ready" | ApiFailure>;
  /** Reads the actor and the steps that are kept of it. What is known already stays. */
  read(): Promise<void>;
  /** Reads the actor alone: what its sentence says of others may be old. */
  refresh(): Promise<void>;
  /** A step that was watched. */
  heard(step: InspectedStep): void;
  stop(): void;
}

export interface OpenActorParts {
  readonly api: Pick<InspectorApi, "actor" | "steps">;
  readonly browser: Pick<Browser, "after">;
  readonly kind: string;
  readonly id: string;
}

/** A step says nothing of deadlines: the actor is read behind it, once for steps that follow each other closely. */
const rereadAfterMs = 300;

export function openActor({ api, browser, kind, id }: OpenActorParts): OpenActor {
  const details = signal<InspectedActorDetails | null>(null);
  const steps = signal<readonly InspectedStep[]>([]);
  const state = signal<"loading" | "ready" | ApiFailure>("loading");
  const timer = createTimer(browser);
  const aborter = new AbortController();
  let isRereading = false;

  /** What was heard meanwhile is newer than what was read. */
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

/** What the sentence said of another state is not true any more. */
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
