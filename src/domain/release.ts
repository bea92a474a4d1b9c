import type { StepScope } from "../actors/step-scope.ts";
import type { ReleasedEffect } from "./effects.ts";

/** Keeps an effect by carrying it out once the commit is durable: `carry-out.ts` says how. */
export const release = (effect: ReleasedEffect, step: StepScope): void => step.release(effect);
