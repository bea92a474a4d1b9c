import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from "xstate";
import { and, not, or, stateIn } from "xstate";
import type { ChartModel, ChartState, ChartTransition } from "./chart.types.ts";

/**
 * Everything that is drawn of a machine: every state and every transition once, with the names that the runtime uses for taken
 * transitions. It reads the machine itself, because XState's own directed graph has no `always`, guards and initial states.
 */
export function chartModelOf(machine: AnyStateMachine): ChartModel {
  return {
    machine: machine.id,
    root: stateOf(machine.root),
    transitions: withDescendants(machine.root).flatMap(transitionsOf),
  };
}

const pathOf = (node: AnyStateNode): string => node.path.join(".");

const childrenOf = (node: AnyStateNode): readonly AnyStateNode[] => Object.values(node.states);

const withDescendants = (node: AnyStateNode): readonly AnyStateNode[] => [
  node,
  ...childrenOf(node).flatMap(withDescendants),
];

function stateOf(node: AnyStateNode): ChartState {
  const { initial } = node;
  const [first] = node.type === "compound" ? initial.target : [];
  return {
    path: pathOf(node),
    name: node.key,
    kind: node.type,
    initial: first === undefined ? null : pathOf(first),
    initialActions: first === undefined ? [] : initial.actions.map(nameOfAction),
    // The node's own list is not used, because XState adds the actions that start and end its delays.
    entry: listOf(node.config.entry).map(nameOfAction),
    exit: listOf(node.config.exit).map(nameOfAction),
    invokes: listOf(node.config.invoke).map(nameOfInvoked),
    tags: node.tags.map(String),
    description: textOf(node.description),
    history: node.type === "history" ? { isDeep: node.history === "deep", targets: historyTargetsOf(node) } : null,
    children: childrenOf(node).map(stateOf),
  };
}

/** The target of a history state on its first use, if its own definition names one. */
function historyTargetsOf(node: AnyStateNode): readonly string[] {
  const parent = node.parent === undefined ? "" : pathOf(node.parent);
  return listOf(node.config["target"])
    .map(String)
    .map((target) => [parent, target.replace(/^\./, "")].filter((part) => part !== "").join("."));
}

function transitionsOf(node: AnyStateNode): readonly ChartTransition[] {
  const lists = [...node.transitions.values(), node.always ?? []];
  return lists.flatMap((list) => list.map(transitionOf));
}

function transitionOf(transition: AnyTransitionDefinition, index: number): ChartTransition {
  const { source, eventType, guard, target, reenter, actions, description } = transition;
  return {
    source: pathOf(source),
    event: eventType,
    index,
    kind: kindOf(eventType),
    delay: "delay" in transition && isDelay(transition.delay) ? transition.delay : null,
    guard: guard === undefined ? null : nameOfGuard(guard),
    targets: (target ?? []).map(pathOf),
    isReentering: reenter,
    actions: actions.map(nameOfAction),
    description: textOf(description),
  };
}

const kinds: readonly (readonly [prefix: string, kind: ChartTransition["kind"]])[] = [
  ["xstate.after.", "after"],
  ["xstate.done.", "done"],
  ["xstate.error.", "error"],
  ["xstate.snapshot.", "snapshot"],
];

function kindOf(event: string): ChartTransition["kind"] {
  if (event === "") return "always";
  if (event === "deadline.reached") return "deadline";
  return kinds.find(([prefix]) => event.startsWith(prefix))?.[1] ?? "on";
}

const isDelay = (value: unknown): value is number | string => typeof value === "number" || typeof value === "string";

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

/** The name of a function that is written in place of a name. */
const inline = "inline";

/** The name of an action; `assign` and similar actions of XState have their function's name. */
function nameOfAction(action: unknown): string {
  return typeOf(action).replace(/^xstate\./, "") || inline;
}

/** The name of an invoked actor: of its logic, else its own. */
function nameOfInvoked(invoked: unknown): string {
  const { src, id }: { src?: unknown; id?: unknown } = typeof invoked === "object" && invoked !== null ? invoked : {};
  return typeOf(src) || typeOf(id) || inline;
}

/** The name of a guard, or of the guards it combines. */
function nameOfGuard(guard: unknown): string {
  if (typeof guard !== "function" || !("check" in guard)) return typeOf(guard) || inline;
  if (guard.check === checkOf(stateIn("")))
    return `in ${JSON.stringify("stateValue" in guard ? guard.stateValue : null)}`;
  const parts = "guards" in guard && Array.isArray(guard.guards) ? guard.guards.map(nameOfPart) : [];
  if (guard.check === checkOf(not(inline))) return `not ${parts.join()}`;
  if (guard.check === checkOf(and([]))) return parts.join(" and ");
  if (guard.check === checkOf(or([]))) return parts.join(" or ");
  return inline;
}

/** In brackets if the guard combines several. */
function nameOfPart(guard: unknown): string {
  const name = nameOfGuard(guard);
  return typeof guard === "function" && / (and|or) /.test(name) ? `(${name})` : name;
}

/** XState's mark for its composed guards. */
const checkOf = (guard: unknown): unknown =>
  typeof guard === "function" && "check" in guard ? guard.check : undefined;

function typeOf(named: unknown): string {
  if (typeof named === "string") return named;
  const hasType = (typeof named === "object" || typeof named === "function") && named !== null && "type" in named;
  return hasType && typeof named.type === "string" ? named.type : "";
}
