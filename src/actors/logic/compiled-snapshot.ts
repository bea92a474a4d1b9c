import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode, EventObject, StateValue } from "xstate";
import type { Leaf } from "./compile-leaves.ts";

/**
 * The state and context of an actor of a compiled machine. XState needs the rest of a machine's snapshot, which is made only when XState
 * asks for it: a step needs none of it.
 */
export class CompiledSnapshot {
  readonly leaf: Leaf;
  readonly context: object;

  constructor(leaf: Leaf, context: object) {
    this.leaf = leaf;
    this.context = context;
  }

  get status(): "active" | "stopped" {
    return "active";
  }
  get output(): undefined {
    return undefined;
  }
  get error(): undefined {
    return undefined;
  }
  get machine(): AnyStateMachine {
    return this.leaf.machine;
  }
  get value(): StateValue {
    return this.leaf.value;
  }
  get children(): Readonly<Record<string, never>> {
    return {};
  }
  get historyValue(): Readonly<Record<string, never>> {
    return {};
  }
  get tags(): ReadonlySet<string> {
    return this.asMachineSnapshot().tags;
  }
  get _nodes(): readonly AnyStateNode[] {
    return this.asMachineSnapshot()._nodes;
  }

  matches(value: StateValue): boolean {
    return this.asMachineSnapshot().matches(value as never);
  }
  can(event: EventObject): boolean {
    return this.asMachineSnapshot().can(event);
  }
  hasTag(tag: string): boolean {
    return this.asMachineSnapshot().hasTag(tag as never);
  }
  getMeta(): Readonly<Record<string, unknown>> {
    return this.asMachineSnapshot().getMeta();
  }
  toJSON(): unknown {
    return this.asMachineSnapshot().toJSON();
  }

  /** The snapshot that the machine itself would have. */
  asMachineSnapshot(): AnyMachineSnapshot {
    const { machine, value, context, status } = this;
    return machine.resolveState({ value, context, status } as never);
  }
}

/** The snapshot of an actor that XState has stopped. */
export class StoppedSnapshot extends CompiledSnapshot {
  override get status(): "stopped" {
    return "stopped";
  }
}
