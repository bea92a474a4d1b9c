import type { InspectedStep } from "../../../codec/inspect/inspected.types.ts";
import { isWatched } from "../data/steps.ts";

/** An earlier value that is not kept: words of people, or a list, of which only the length is known. */
export class NotKept {
  readonly count: number | null;

  constructor(count: number | null) {
    this.count = count;
  }
}

/** The context around one step. */
export interface PastContext {
  /** Null when it is not known, or when the step created the actor. */
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * The context before and after the step at `at`, as far as it is known: a watched step has both. Otherwise the changes of the later
 * steps are undone, beginning with `present`, the context after the last step. Null when a step between is missing, or has no changes.
 */
export function contextAround(steps: readonly InspectedStep[], at: number, present: unknown): PastContext | null {
  let context = present;
  for (let place = steps.length - 1; place >= at; place -= 1) {
    const step = steps[place];
    if (step === undefined) return null;
    const before = beforeOf(step, context);
    if (place === at) return { before: before ?? null, after: isWatched(step) ? step.context : context };
    if (before === undefined || !isNext(steps[place - 1], step)) return null;
    context = before;
  }
  return null;
}

function beforeOf(step: InspectedStep, after: unknown): unknown {
  if (step.before === null) return null;
  if (isWatched(step)) return step.contextBefore;
  return step.changes?.reduce(undo, after);
}

/** Of a commit with many steps of an actor only the last ones are kept. */
function isNext(before: InspectedStep | undefined, { revision, index }: InspectedStep): boolean {
  if (before === undefined) return false;
  return before.revision === revision ? before.index + 1 === index : before.revision + 1 === revision && index === 0;
}

type Change = NonNullable<InspectedStep["changes"]>[number];

/** The context before the change. */
export function undo(context: unknown, { name, was, count }: Change): unknown {
  const value = was === undefined ? new NotKept(count ?? null) : was;
  const put = (within: unknown, [key = "", ...rest]: readonly string[]): unknown => {
    const fields = typeof within === "object" && within !== null && !(within instanceof NotKept) ? within : {};
    const inner = (fields as Readonly<Record<string, unknown>>)[key];
    return { ...fields, [key]: rest.length === 0 ? value : put(inner, rest) };
  };
  return put(context, name.split("."));
}
