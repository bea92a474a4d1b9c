import type { AnyStateMachine, AnyStateNode } from "xstate";
import { createMachine, StateNode } from "xstate";
import type { Result } from "../core/result.ts";
import { fail, ok } from "../core/result.ts";
import type { ChartModel } from "./chart.types.ts";
import { chartModelOf } from "./chart-model.ts";

/** Foreign definitions beyond these limits are not drawn. */
export const definitionLimits = {
  charactersMax: 512 * 1024,
  statesMax: 500,
  /** Arrows and lines together: a transition with two targets counts as two. */
  transitionsMax: 2_000,
  depthMax: 16,
  keyCharactersMax: 200,
  /** For the model of the chart: it repeats long paths many times. */
  modelCharactersMax: 2 * 1024 * 1024,
} as const;

/**
 * The chart of a machine that is known by its definition alone, as an inspector sends it: the JSON of a machine's configuration, with
 * functions as `{ "type": <name> }`. Nothing of it is executed. Fails with `invalid_request` and the reason when it is no machine or is too
 * big to be drawn.
 */
export function chartModelOfDefinition(definition: string): Result<ChartModel> {
  const { charactersMax } = definitionLimits;
  if (definition.length > charactersMax) return refuse(`at most ${charactersMax} characters`, `${definition.length}`);
  const config = parse(definition);
  const fault = findFault(config);
  if (fault !== null) return fault;
  try {
    const machine = createMachine(config as never);
    return findStrangeTarget(machine) ?? measure(chartModelOf(machine));
  } catch (error) {
    return refuse("a machine's configuration", error instanceof Error ? error.message.replaceAll("\n", " ") : "");
  }
}

type Refusal = ReturnType<typeof fail>;

const gotCharactersMax = 200;

const refuse = (expected: string, got: string): Refusal =>
  fail("invalid_request", `Expected a definition with ${expected}, got: ${got.slice(0, gotCharactersMax)}`);

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const wordFor = (value: unknown): string => (value === undefined ? "no JSON" : (JSON.stringify(value) ?? typeof value));

const kinds: readonly unknown[] = ["atomic", "compound", "parallel", "final", "history"];

/** Finds what XState would wrongly accept as a state, or what it would never finish with. */
function findFault(root: unknown): Refusal | null {
  const { statesMax, depthMax, keyCharactersMax } = definitionLimits;
  const open: { readonly config: unknown; readonly path: readonly string[] }[] = [{ config: root, path: [] }];
  for (let seen = 0; seen < open.length; seen += 1) {
    const { config, path } = open[seen] ?? { config: null, path: [] };
    if (seen > statesMax) return refuse(`at most ${statesMax} states`, "more");
    if (path.length > depthMax) return refuse(`states at most ${depthMax} deep`, path.join("."));
    if (!isFields(config)) return refuse(`an object for the state "${path.join(".")}"`, wordFor(config));
    for (const part of ["states", "on", "after"]) {
      const value = config[part] ?? {};
      if (!isFields(value)) return refuse(`an object for "${part}" of the state "${path.join(".")}"`, wordFor(value));
    }
    const { id, type } = config;
    if (id !== undefined && typeof id !== "string") return refuse("text for every id", wordFor(id));
    if (type !== undefined && !kinds.includes(type)) return refuse(`types among ${kinds.join(", ")}`, wordFor(type));
    for (const [key, child] of Object.entries(config["states"] ?? {})) {
      if (key.length > keyCharactersMax) return refuse(`names of at most ${keyCharactersMax} characters`, key);
      open.push({ config: child, path: [...path, key] });
    }
  }
  return null;
}

/** XState accepts any value that is no string as a target. */
function findStrangeTarget(machine: AnyStateMachine): Refusal | null {
  const open: AnyStateNode[] = [machine.root];
  for (const node of open) {
    for (const { target } of [...node.transitions.values(), node.always ?? []].flat()) {
      const strange = (target ?? []).find((state: unknown) => !(state instanceof StateNode));
      if (strange !== undefined) return refuse("targets that name states", wordFor(strange));
    }
    open.push(...Object.values(node.states));
  }
  return null;
}

function measure(model: ChartModel): Result<ChartModel> {
  const { transitionsMax, modelCharactersMax } = definitionLimits;
  const drawn = model.transitions.reduce((sum, { targets }) => sum + Math.max(targets.length, 1), 0);
  if (drawn > transitionsMax) return refuse(`at most ${transitionsMax} transitions`, `${drawn}`);
  const { length } = JSON.stringify(model);
  if (length > modelCharactersMax)
    return refuse(`at most ${modelCharactersMax} characters in all its paths`, `${length}`);
  const paths = new Set<string>();
  const open = [model.root];
  for (const { path, children } of open) {
    if (paths.has(path)) return refuse("only one state with each path", `another "${path}"`);
    paths.add(path);
    open.push(...children);
  }
  return ok(model);
}
