import type { KeptStep } from "../actors/history/history.ts";
import type { WatchedStep } from "../actors/history/step-record.ts";
import { isTell } from "../actors/history/step-record.ts";
import type { AnyEffect } from "../actors/pending.ts";
import type { InspectedStep } from "../codec/inspect/inspected.types.ts";
import type { SecretMask } from "./secrets/mask-secrets.ts";

/** Returns a stored step with secrets masked. */
export const toKeptStep = (step: KeptStep, secrets: SecretMask): InspectedStep => secrets.mask(step) as InspectedStep;

/** Returns a live step with secrets masked. `index` is the position of a step that has none. */
export function toLiveStep(step: WatchedStep, index: number, secrets: SecretMask): InspectedStep {
  const { actor, revision, atMs, event, cause, from, before, after, effects, contextBefore, context, taken } = step;
  return {
    actor,
    revision,
    index: step.index ?? index,
    atMs,
    event: secrets.mask(event) as InspectedStep["event"],
    cause: secrets.text(cause),
    from,
    before,
    after,
    effects: effects.flatMap(flatten).map((effect) => secrets.mask(effect) as InspectedStep["effects"][number]),
    contextBefore: secrets.mask(contextBefore),
    context: secrets.mask(context),
    taken,
  };
}

/** Splits a tell into one entry for each receiver, as in the stored history. `told` is the event that was sent. */
const flatten = (effect: AnyEffect): readonly unknown[] =>
  isTell(effect)
    ? effect.tells.map(({ to, event }) => ({ type: effect.type, to, event: event.type, told: event }))
    : [effect];

/** Removes the values of a step that is too large to be shown completely. */
export const withoutValues = (step: InspectedStep): InspectedStep => ({
  ...step,
  event: typeOf(step.event),
  effects: step.effects.map(typeOf),
  contextBefore: tooLarge,
  context: tooLarge,
});

/** Replaces omitted values. */
export const tooLarge = "(too large to be shown)";
export const typeOf = ({ type }: { readonly type: string }): { readonly type: string } => ({ type });
