import type { AnyStateNode } from "xstate";
import type { AnyEffect, AnyEvent } from "../actor-definition.ts";
import { refuse } from "./known-features.ts";

export interface StepArgs {
  readonly context: object;
  readonly event: AnyEvent;
}
export type Guard = (args: StepArgs) => boolean;
type Made<Value> = (args: StepArgs) => Value;

/** One action of a machine, resolved: a change of the context, or the effect it emits. */
export type CompiledAction =
  | { readonly isAssign: true; readonly make: Made<object> }
  | { readonly isAssign: false; readonly make: Made<AnyEffect> };

/** The functions that XState's `assign` and `emit` make, with these fields. */
interface BuiltIn {
  readonly type?: unknown;
  readonly assignment?: unknown;
  readonly event?: unknown;
}

export function compileGuard(node: AnyStateNode, guard: unknown): Guard | null {
  if (guard === undefined) return null;
  const made: unknown = typeof guard === "string" ? node.machine.implementations.guards[guard] : guard;
  const name = nameOf(guard);
  if (made === undefined) refuse(node, `the guard ${name}, which is not implemented`);
  // A guard that combines other guards has a `check` method.
  if (typeof made !== "function" || "check" in made) refuse(node, `the guard ${name}: it takes plain functions`);
  return made as Guard;
}

export function compileAction(node: AnyStateNode, action: unknown): CompiledAction {
  const made: unknown = typeof action === "string" ? node.machine.implementations.actions[action] : action;
  const name = nameOf(action);
  if (made === undefined) refuse(node, `the action ${name}, which is not implemented`);
  const { type, assignment, event } = Object(made) as BuiltIn;
  if (type === "xstate.assign") return { isAssign: true, make: makerOf(assignment, () => compileFields(assignment)) };
  if (type === "xstate.emit") return { isAssign: false, make: makerOf(event, () => () => event as AnyEffect) };
  return refuse(node, `the action ${name}: it takes assign and emit`);
}

const makerOf = <Value>(made: unknown, orElse: () => Made<Value>): Made<Value> =>
  typeof made === "function" ? (made as Made<Value>) : orElse();

/** An assignment by fields: each field is a value, or a function of the context and the event. */
function compileFields(assignment: unknown): Made<object> {
  const fields = Object.entries(Object(assignment) as object);
  if (!fields.some(([, value]) => typeof value === "function")) return () => Object(assignment) as object;
  return (args) =>
    Object.fromEntries(fields.map(([name, value]) => [name, typeof value === "function" ? value(args) : value]));
}

const nameOf = (named: unknown): string => {
  if (typeof named === "string") return named;
  const type: unknown = typeof named === "function" ? named.name : Object(named).type;
  return typeof type === "string" && type !== "" ? type : "without a name";
};
