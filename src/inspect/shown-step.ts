import type { AnyEffect } from "../actors/actor-definition.ts";
import type { KeptStep } from "../actors/history/history.ts";
import { isTell } from "../actors/history/step-record.ts";
import type { WatchedStep } from "../actors/watching.ts";
import type { InspectedStep } from "../codec/inspect/inspected.types.ts";
import type { SecretMask } from "./secrets/mask-secrets.ts";

/** A step that was kept, as it may be shown. */
export const toKeptStep = (step: KeptStep, secrets: SecretMask): InspectedStep => secrets.mask(step) as InspectedStep;

/** A step that is watched, as it may be shown. `index` is its place where it has none of its own. */
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

/** One for each actor that is told something, as in what is kept; `told` is what it was told. */
const flatten = (effect: AnyEffect): readonly unknown[] =>
  isTell(effect)
    ? effect.tells.map(({ to, event }) => ({ type: effect.type, to, event: event.type, told: event }))
    : [effect];

/** The same of a step that is too large to be shown whole. */
export const withoutValues = (step: InspectedStep): InspectedStep => ({
  ...step,
  event: typeOf(step.event),
  effects: step.effects.map(typeOf),
  contextBefore: tooLarge,
  context: tooLarge,
});

/** In place of what is left out. */
export const tooLarge = "(too large to be shown)";
export const typeOf = ({ type }: { readonly type: string }): { readonly type: string } => ({ type });
