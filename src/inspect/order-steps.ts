import type { InspectedStep } from "../codec/inspect/inspected.types.ts";

/** A step with the number of its commit. */
export interface CommittedStep {
  readonly commit: number;
  readonly step: InspectedStep;
}

/** Sorts the steps of several actors: by commit, and within a commit the receiver of a tell after its sender. */
export function orderSteps(byActor: Iterable<readonly CommittedStep[]>): readonly InspectedStep[] {
  /** The steps of each commit by actor. */
  const commits = new Map<number, Map<string, InspectedStep[]>>();
  for (const steps of byActor) {
    for (const { commit, step } of steps) {
      const actors = commits.get(commit) ?? new Map<string, InspectedStep[]>();
      commits.set(commit, actors);
      const known = actors.get(step.actor);
      if (known === undefined) actors.set(step.actor, [step]);
      else known.push(step);
    }
  }
  return [...commits].sort(([one], [other]) => one - other).flatMap(([, actors]) => orderCommit(actors));
}

/** A tell whose receiver's step has not been placed yet. */
interface Expected {
  readonly from: string;
  readonly to: string;
  readonly event: string;
  readonly cause: string;
}

/**
 * Follows the tells in the order in which they were sent. The steps of an actor stay in their order, even when some between them
 * are missing.
 */
function orderCommit(left: Map<string, InspectedStep[]>): readonly InspectedStep[] {
  const ordered: InspectedStep[] = [];
  const expected: Expected[] = [];
  const take = (actor: string): void => {
    const step = left.get(actor)?.shift();
    if (step === undefined) return;
    if (left.get(actor)?.length === 0) left.delete(actor);
    ordered.push(step);
    expected.push(...tellsOf(step));
  };
  while (left.size > 0) {
    const next = expected.shift();
    if (next === undefined) take(firstToTake(left));
    else if (isNext(left.get(next.to)?.[0], next)) take(next.to);
  }
  return ordered;
}

const isNext = (step: InspectedStep | undefined, { from, event, cause }: Expected): boolean =>
  step !== undefined && step.from === from && step.event.type === event && step.cause === cause;

/** A report is a tell to the chat's webhooks, and can create them. */
function tellsOf({ actor, cause, effects }: InspectedStep): readonly Expected[] {
  return effects.flatMap((effect): readonly Expected[] => {
    const { type, to, event } = effect;
    if (type === "effect.report.make") return [{ from: actor, to: webhooksOf(actor), event: "report.made", cause }];
    if (type !== "effect.actor.tell" || typeof to !== "string" || typeof event !== "string") return [];
    return [{ from: actor, to, event, cause }];
  });
}

const webhooksOf = (actor: string): string => `webhooks/${actor.slice(actor.indexOf("/") + 1)}`;

/** Returns an actor without a pending sender, or the first of all when each waits for another. */
function firstToTake(left: ReadonlyMap<string, readonly InspectedStep[]>): string {
  for (const [actor, [step]] of left) {
    const from = step?.from ?? null;
    if (from === null || from === actor || !left.has(from)) return actor;
  }
  return left.keys().next().value ?? "";
}
