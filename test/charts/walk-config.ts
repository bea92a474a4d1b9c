import type { AnyStateMachine } from "xstate";
import type { DrawnTransition } from "./read-svg.ts";

type Config = Readonly<Record<string, unknown>>;

interface Node {
  readonly path: readonly string[];
  readonly id: string;
  readonly config: Config;
}

const isConfig = (value: unknown): value is Config => typeof value === "object" && value !== null;
const listOf = (value: unknown): readonly unknown[] => {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
};
const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  isConfig(value) ? Object.entries(value) : [];

/** The expected drawing of a machine, computed from its configuration: it uses neither XState's nodes nor the code of the charts. */
export function walkConfig(machine: AnyStateMachine): {
  readonly states: readonly string[];
  readonly transitions: readonly DrawnTransition[];
} {
  const nodes = nodesOf({ path: [], id: machine.id, config: machine.config as Config }, machine.id);
  return {
    states: nodes.map(({ path }) => path.join(".")),
    transitions: nodes.flatMap((node) => transitionsOf(node, nodes)),
  };
}

function nodesOf(node: Node, machineId: string): readonly Node[] {
  const below = entriesOf(node.config["states"]).flatMap(([key, config]) => {
    const path = [...node.path, key];
    const own = isConfig(config) ? config : {};
    const id = typeof own["id"] === "string" ? own["id"] : [machineId, ...path].join(".");
    return nodesOf({ path, id, config: own }, machineId);
  });
  return [node, ...below];
}

function transitionsOf(node: Node, nodes: readonly Node[]): readonly DrawnTransition[] {
  const { id, config } = node;
  const lists: (readonly [event: string, list: unknown])[] = [
    ...entriesOf(config["on"]),
    ["", config["always"]],
    [`xstate.done.state.${id}`, config["onDone"]],
    ...entriesOf(config["after"]).map(([delay, list]) => [`xstate.after.${delay}.${id}`, list] as const),
    ...listOf(config["invoke"]).flatMap((invoked) => {
      if (!isConfig(invoked)) return [];
      const child = String(invoked["id"]);
      return [
        [`xstate.done.actor.${child}`, invoked["onDone"]],
        [`xstate.error.actor.${child}`, invoked["onError"]],
      ] as const;
    }),
  ];
  return lists.flatMap(([event, list]) =>
    listOf(list).map((transition, index) => ({
      source: node.path.join("."),
      event,
      index,
      target: listOf(isConfig(transition) ? transition["target"] : transition)
        .map((target) => pathOf(String(target), node, nodes))
        .join(" "),
    })),
  );
}

/** `#id`, `.child`, or a sibling, each followed by inner states after dots. */
function pathOf(target: string, { path }: Node, nodes: readonly Node[]): string {
  if (target.startsWith("#"))
    return nodes.find(({ id }) => id === target.slice(1))?.path.join(".") ?? `nothing has the id ${target}`;
  if (target.startsWith(".")) return [...path, target.slice(1)].join(".");
  return [...path.slice(0, -1), target].join(".");
}
