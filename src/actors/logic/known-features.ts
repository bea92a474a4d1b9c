import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from "xstate";
import { Defect } from "../../core/assert.ts";

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
export function checkFeatures(machine: AnyStateMachine): void {
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

export function refuse(node: AnyStateNode, feature: string): never {
  const state = node.parent === undefined ? "" : `, state ${node.path.join(".")}`;
  throw new Defect(`Machine ${node.machine.id}${state}: the compiled logic does not know ${feature}`);
}
