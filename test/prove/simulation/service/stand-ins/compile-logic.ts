import type { AnyStateMachine } from "xstate";
import { CompiledLogic as RealLogic } from "../../../../../src/actors/logic/compile-logic.ts";
import type { CompiledSnapshot, Microstep } from "../../../../../src/actors/logic/stepper.ts";
import type { AnyEffect, AnyEvent } from "../../../../../src/actors/pending.ts";
import { compareBeginning, compareStep } from "../../../../machines/both-ways.ts";

export const compileLogic = (machine: AnyStateMachine): CompiledLogic => new CompiledLogic(machine);

/** XState's own step takes ten times as long, so it repeats only one step of so many. */
const comparedEvery = 8;
let steps = 0;

/** The real logic. A step that differs from XState's own step of the machine is a defect, which the judge finds in the log. */
export class CompiledLogic extends RealLogic {
  override begin(input: unknown, effects: AnyEffect[], microsteps: Microstep[] | null = null): CompiledSnapshot {
    const before = effects.length;
    const snapshot = super.begin(input, effects, microsteps);
    if (isCompared()) compareBeginning(this, input, cameTo(snapshot, effects.slice(before)));
    return snapshot;
  }

  override step(
    snapshot: CompiledSnapshot,
    event: AnyEvent,
    effects: AnyEffect[],
    microsteps: Microstep[] | null = null,
  ): CompiledSnapshot {
    const before = { state: snapshot.value, context: snapshot.context };
    const from = effects.length;
    const next = super.step(snapshot, event, effects, microsteps);
    if (isCompared()) compareStep(this, before, event, cameTo(next, effects.slice(from)));
    return next;
  }
}

function isCompared(): boolean {
  steps += 1;
  return steps % comparedEvery === 0;
}

const cameTo = ({ value, context }: CompiledSnapshot, effects: readonly AnyEffect[]) => ({
  state: value,
  context,
  effects,
});
