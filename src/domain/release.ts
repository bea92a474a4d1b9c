import type { StepScope } from "../actors/actor-definition.ts";
import type { ReleasedEffect } from "./effects.ts";

/** Releases an effect: `carry-out.ts` carries it out after the commit is durable. */
export const release = (effect: ReleasedEffect, step: StepScope): void => step.release(effect);
