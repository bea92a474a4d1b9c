import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from "xstate";
import { Defect } from "../../core/assert.ts";

/** What of a state's configuration the compiled logic steps, or may pass over because it says nothing of a step. */
const stateFeatures: ReadonlySet<string> = new Set([
  ...["id", "key", "type", "initial", "context", "states", "on", "always", "entry", "exit"],
  ...["version", "description", "meta", "tags"],
]);
const transitionFeatures: ReadonlySet<string> = new Set(["target", "guard", "actions", "description", "meta"]);
/** What XState adds to a transition of its own. */
const transitionParts: ReadonlySet<string> = new Set(["source", "reenter", "eventType", "toJSON"]);

/**
 * Refuses a machine that has anything the compiled logic does not step: it names the state and the feature. What is new in XState is unknown here, and
 * refused with the rest.
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

/** All that stand at the node, those taken always included. */
const transitionsOf = (node: AnyStateNode): readonly AnyTransitionDefinition[] => [
  ...[...node.transitions.values()].flat(),
  ...(node.always ?? []),
];

export function refuse(node: AnyStateNode, feature: string): never {
  const state = node.parent === undefined ? "" : `, state ${node.path.join(".")}`;
  throw new Defect(`Machine ${node.machine.id}${state}: the compiled logic does not know ${feature}`);
}
