import type {
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyStateNode,
  AnyTransitionDefinition,
  EventObject,
  StateValue,
} from "xstate";
import { Defect } from "../../core/result.ts";
import type { AnyEffect, AnyEvent } from "../pending.ts";

/** For an observer of a step: a transition that was taken, and the decision up to it. */
export interface Microstep {
  /** `null` without a transition: on entry into the first state, and for an event that no transition takes. */
  readonly definition: AnyTransitionDefinition | null;
  readonly snapshot: CompiledSnapshot;
  readonly effects: readonly AnyEffect[];
}

/**
 * Steps a machine. XState looks up at each step which transitions an event may take, their guards and actions, and the states that
 * are left and entered. This class resolves all of that only once. State, context and effects equal those of the machine itself.
 */
export class Stepper {
  readonly machine: AnyStateMachine;
  readonly #leaves: ReadonlyMap<string, Leaf>;
  readonly #beginning: Candidate;

  /** Throws when the machine has an unknown feature. */
  constructor(machine: AnyStateMachine) {
    checkFeatures(machine);
    const { leaves, beginning } = compileLeaves(machine);
    this.machine = machine;
    this.#leaves = new Map(leaves.map((leaf) => [nameOf(leaf.value), leaf]));
    this.#beginning = beginning;
  }

  /** Begins a new actor and appends the effects of its first states. Throws any error of a guard or an action. */
  begin(input: unknown, effects: AnyEffect[], microsteps: Microstep[] | null = null): CompiledSnapshot {
    const event = { type: "xstate.init", input };
    const made: unknown = this.machine.config.context;
    const context = Object(typeof made === "function" ? made({ input }) : made);
    const first = take(this.#beginning, new CompiledSnapshot(this.#beginning.to, context), event, effects, microsteps);
    return settle(first, event, effects, microsteps);
  }

  /** Restores a stored state and context. Throws when the machine has no such state. */
  restore(value: unknown, context: object): CompiledSnapshot {
    return new CompiledSnapshot(this.#leafOf(value as StateValue), context);
  }

  /**
   * Runs one event to its end: its transition, then all transitions without an event. Returns the same snapshot when state and
   * context are unchanged; appends effects in the order they are emitted. Throws any error of a guard or an action.
   */
  step(
    snapshot: CompiledSnapshot,
    event: AnyEvent,
    effects: AnyEffect[],
    microsteps: Microstep[] | null = null,
  ): CompiledSnapshot {
    const taken = select(snapshot.leaf.on.get(event.type), snapshot, event);
    if (taken === null) microsteps?.push({ definition: null, snapshot, effects: [] });
    const next = taken === null ? snapshot : take(taken, snapshot, event, effects, microsteps);
    return settle(next, event, effects, microsteps);
  }

  #leafOf(value: StateValue): Leaf {
    const leaf = this.#leaves.get(nameOf(value));
    if (leaf !== undefined) return leaf;
    // The value of a state with inner states means its initial inner state.
    const whole = this.machine.resolveState({ value, context: {} } as never).value;
    const first = this.#leaves.get(nameOf(whole));
    if (first === undefined) throw new Defect(`Expected a state of ${this.machine.id}, got ${nameOf(value)}`);
    return first;
  }
}

/** The first candidate whose guard allows it. */
function select(
  candidates: readonly Candidate[] | undefined,
  { context }: CompiledSnapshot,
  event: AnyEvent,
): Candidate | null {
  if (candidates === undefined) return null;
  for (const candidate of candidates) {
    const { guard } = candidate;
    if (guard === null || guard({ context, event })) return candidate;
  }
  return null;
}

function take(
  { actions, to, definition }: Candidate,
  snapshot: CompiledSnapshot,
  event: AnyEvent,
  effects: AnyEffect[],
  microsteps: Microstep[] | null,
): CompiledSnapshot {
  const known = effects.length;
  let { context } = snapshot;
  for (const action of actions) {
    if (action.isAssign) context = { ...context, ...action.make({ context, event }) };
    else effects.push(action.make({ context, event }));
  }
  const isSame = context === snapshot.context && to === snapshot.leaf;
  const next = isSame ? snapshot : new CompiledSnapshot(to, context);
  microsteps?.push({ definition, snapshot: next, effects: effects.slice(known) });
  return next;
}

/** Takes transitions without an event until none is left, or until one changes nothing. */
function settle(
  snapshot: CompiledSnapshot,
  event: AnyEvent,
  effects: AnyEffect[],
  microsteps: Microstep[] | null,
): CompiledSnapshot {
  let settled = snapshot;
  while (settled.leaf.always.length > 0) {
    const taken = select(settled.leaf.always, settled, event);
    if (taken === null) break;
    const next = take(taken, settled, event, effects, microsteps);
    if (next === settled) break;
    settled = next;
  }
  return settled;
}

const nameOf = (value: StateValue): string => (typeof value === "string" ? value : JSON.stringify(value));

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

/** A state without inner states, and everything that may happen in it. A machine is always in exactly one leaf. */
interface Leaf {
  readonly machine: AnyStateMachine;
  /** XState's form of it: the name, or nested names. */
  readonly value: StateValue;
  /** The transitions of an event, in the order in which they are tried: the state's own, then those of the states around it. */
  readonly on: ReadonlyMap<string, readonly Candidate[]>;
  /** The transitions that need no event. */
  readonly always: readonly Candidate[];
}

/** A transition as it is taken from one leaf, with everything resolved. */
interface Candidate {
  /** `null` for the entry into the first state. */
  readonly definition: AnyTransitionDefinition | null;
  readonly guard: Guard | null;
  /** The actions on exit, of the transition, and on entry. */
  readonly actions: readonly CompiledAction[];
  /** The target; the leaf itself when the transition has no target. */
  readonly to: Leaf;
}

interface LeafPlan {
  readonly leaf: Leaf;
  readonly node: AnyStateNode;
}
type Plans = ReadonlyMap<AnyStateNode, LeafPlan & { readonly fill: () => void }>;

/** Returns every leaf of a machine whose features are known, and the first one. */
function compileLeaves(machine: AnyStateMachine): {
  readonly leaves: readonly Leaf[];
  readonly beginning: Candidate;
} {
  const plans = new Map(leafNodes(machine.root).map((node) => [node, planLeaf(node, () => plans)] as const)) as Plans;
  for (const plan of plans.values()) plan.fill();
  const first = initialLeafOf(machine.root);
  return {
    leaves: [...plans.values()].map(({ leaf }) => leaf),
    beginning: {
      definition: null,
      guard: null,
      actions: pathTo(first).flatMap((node) => compileAll(node, node.entry)),
      to: leafAt(first, plans),
    },
  };
}

function planLeaf(node: AnyStateNode, plansOf: () => Plans): LeafPlan & { readonly fill: () => void } {
  const on = new Map<string, Candidate[]>();
  const always: Candidate[] = [];
  const upwards = pathTo(node).reverse();
  const fill = (): void => {
    for (const source of upwards) {
      always.push(...(source.always ?? []).map((transition) => compileTransition(node, transition, plansOf())));
      for (const [type, transitions] of source.transitions) {
        const known = on.get(type) ?? [];
        on.set(type, [...known, ...transitions.map((transition) => compileTransition(node, transition, plansOf()))]);
      }
    }
  };
  return { node, leaf: { machine: node.machine, value: stateValueOf(node), on, always }, fill };
}

function compileTransition(from: AnyStateNode, transition: AnyTransitionDefinition, plans: Plans): Candidate {
  const { source, guard, actions, target } = transition;
  const own = compileAll(source, actions);
  const made = { definition: transition, guard: compileGuard(source, guard) };
  const [aim] = target ?? [];
  if (aim === undefined) return { ...made, actions: own, to: leafAt(from, plans) };
  const to = initialLeafOf(aim);
  const domain = domainOf(source, aim);
  const exits = below(domain, from)
    .reverse()
    .flatMap((node) => compileAll(node, node.exit));
  const entries = below(domain, to).flatMap((node) => compileAll(node, node.entry));
  return { ...made, actions: [...exits, ...own, ...entries], to: leafAt(to, plans) };
}

/**
 * The state that is neither left nor entered, though all states inside it are. It is the source if that contains the target, else
 * the nearest state around both. Source: `getTransitionDomain` of XState, after SCXML.
 */
function domainOf(source: AnyStateNode, aim: AnyStateNode): AnyStateNode {
  const isInside = aim === source || pathTo(aim).includes(source);
  if (isInside) return source;
  const around = pathTo(aim).slice(0, -1).reverse();
  const sourcePath = pathTo(source).slice(0, -1);
  return around.find((node) => sourcePath.includes(node)) ?? source.machine.root;
}

const compileAll = (node: AnyStateNode, actions: readonly unknown[]): CompiledAction[] =>
  actions.map((action) => compileAction(node, action));

/** The nodes from the root to this node. */
function pathTo(node: AnyStateNode): AnyStateNode[] {
  const path: AnyStateNode[] = [];
  for (let at: AnyStateNode | undefined = node; at !== undefined; at = at.parent) path.unshift(at);
  return path;
}

const below = (domain: AnyStateNode, leaf: AnyStateNode): AnyStateNode[] =>
  pathTo(leaf).slice(pathTo(leaf).indexOf(domain) + 1);

function initialLeafOf(node: AnyStateNode): AnyStateNode {
  let at = node;
  for (
    let [next] = at.initial?.target ?? [];
    at.type === "compound" && next !== undefined;
    [next] = at.initial?.target ?? []
  )
    at = next;
  return at;
}

const leafNodes = (node: AnyStateNode): AnyStateNode[] =>
  node.type === "compound" ? Object.values(node.states).flatMap(leafNodes) : [node];

function leafAt(node: AnyStateNode, plans: Plans): Leaf {
  const plan = plans.get(node);
  if (plan === undefined) throw new Error(`Expected a leaf of ${node.machine.id}, got ${node.path.join(".")}`);
  return plan.leaf;
}

const stateValueOf = (node: AnyStateNode): StateValue =>
  node.path.reduceRight<StateValue | null>((inner, key) => (inner === null ? key : { [key]: inner }), null) ?? {};

interface StepArgs {
  readonly context: object;
  readonly event: AnyEvent;
}
type Guard = (args: StepArgs) => boolean;
type Made<Value> = (args: StepArgs) => Value;

/** One action of a machine, resolved: a change of the context, or the effect it emits. */
type CompiledAction =
  | { readonly isAssign: true; readonly make: Made<object> }
  | { readonly isAssign: false; readonly make: Made<AnyEffect> };

/** The functions that XState's `assign` and `emit` make, with these fields. */
interface BuiltIn {
  readonly type?: unknown;
  readonly assignment?: unknown;
  readonly event?: unknown;
}

function compileGuard(node: AnyStateNode, guard: unknown): Guard | null {
  if (guard === undefined) return null;
  const made: unknown = typeof guard === "string" ? node.machine.implementations.guards[guard] : guard;
  const name = givenName(guard);
  if (made === undefined) refuse(node, `the guard ${name}, which is not implemented`);
  // A guard that combines other guards has a `check` method.
  if (typeof made !== "function" || "check" in made) refuse(node, `the guard ${name}: it takes plain functions`);
  return made as Guard;
}

function compileAction(node: AnyStateNode, action: unknown): CompiledAction {
  const made: unknown = typeof action === "string" ? node.machine.implementations.actions[action] : action;
  const name = givenName(action);
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

const givenName = (named: unknown): string => {
  if (typeof named === "string") return named;
  const type: unknown = typeof named === "function" ? named.name : Object(named).type;
  return typeof type === "string" && type !== "" ? type : "without a name";
};

/** Features of a state's configuration that the compiled logic steps, or may ignore because they do not affect a step. */
const stateFeatures: ReadonlySet<string> = new Set([
  ...["id", "key", "type", "initial", "context", "states", "on", "always", "entry", "exit"],
  ...["version", "description", "meta", "tags"],
]);
const transitionFeatures: ReadonlySet<string> = new Set(["target", "guard", "actions", "description", "meta"]);
/** Properties that XState itself adds to a transition. */
const transitionParts: ReadonlySet<string> = new Set(["source", "reenter", "eventType", "toJSON"]);

/**
 * Refuses a machine with a feature that the compiled logic does not step, and names the state and the feature. A new feature of XState is
 * unknown here, so it is refused as well.
 */
function checkFeatures(machine: AnyStateMachine): void {
  const { maxIterations = Number.POSITIVE_INFINITY, ...options } = machine.options ?? {};
  if (maxIterations !== Number.POSITIVE_INFINITY) refuse(machine.root, "the option maxIterations");
  for (const option of Object.keys(options)) refuse(machine.root, `the option ${option}`);
  checkState(machine.root);
}

function checkState(node: AnyStateNode): void {
  const { config } = node;
  for (const [feature, value] of Object.entries(config))
    if (!stateFeatures.has(feature) && value !== undefined) refuse(node, feature);
  if (node.type !== "atomic" && node.type !== "compound") refuse(node, `the type ${node.type}`);
  if (config.initial !== undefined && typeof config.initial !== "string")
    refuse(node, "an initial transition with actions");
  for (const transition of transitionsOf(node)) checkTransition(node, transition);
  for (const child of Object.values(node.states)) checkState(child);
}

function checkTransition(node: AnyStateNode, transition: AnyTransitionDefinition): void {
  const { eventType, reenter, target } = transition;
  for (const feature of Object.keys(transition))
    if (!transitionFeatures.has(feature) && !transitionParts.has(feature)) refuse(node, `${feature} on ${eventType}`);
  if (eventType.includes("*")) refuse(node, `the wildcard ${eventType}`);
  if (eventType.startsWith("xstate.")) refuse(node, `XState's own event ${eventType}`);
  if (reenter === true) refuse(node, `reenter on ${eventType}`);
  if (target !== undefined && target.length !== 1) refuse(node, `${target.length} targets on ${eventType}`);
  if (target?.[0]?.parent === undefined && target !== undefined)
    refuse(node, `the whole machine as target on ${eventType}`);
}

/** All transitions of the node, including those without an event. */
const transitionsOf = (node: AnyStateNode): readonly AnyTransitionDefinition[] => [
  ...[...node.transitions.values()].flat(),
  ...(node.always ?? []),
];

function refuse(node: AnyStateNode, feature: string): never {
  const state = node.parent === undefined ? "" : `, state ${node.path.join(".")}`;
  throw new Defect(`Machine ${node.machine.id}${state}: the compiled logic does not know ${feature}`);
}
