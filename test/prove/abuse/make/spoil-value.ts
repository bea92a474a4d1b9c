import type { Random } from "../random.ts";
import { numberNear, oddKeys, oddValue, textOfLength } from "./odd-texts.ts";
import type { SchemaShape } from "./schema-shape.ts";
import { childShape } from "./schema-shape.ts";

type Path = readonly (string | number)[];

/** JSON that is wrong, or only unusual, in one place. */
export interface Spoilt {
  readonly text: string;
  readonly path: Path;
  readonly how: string;
}

type Change = (text: string, node: unknown) => string;

/** Spoils one place of a value, chosen among all places: its value, one of its keys, or its length. */
export function spoilValue(value: unknown, schema: SchemaShape, random: Random): Spoilt {
  const places = placesOf(value, [], schema);
  const { path, node, shape } = places[random.integer(0, places.length - 1)] ?? {
    path: [],
    node: value,
    shape: schema,
  };
  const [how, change] = random.weighted(changesFor(node, shape, random));
  return { text: write(value, path, change), path, how };
}

interface Place {
  readonly path: Path;
  readonly node: unknown;
  readonly shape: SchemaShape;
}

function placesOf(node: unknown, path: Path, shape: SchemaShape): readonly Place[] {
  const own = { path, node, shape };
  if (typeof node !== "object" || node === null) return [own];
  const inner = Array.isArray(node) ? node.map((child, index) => [index, child] as const) : Object.entries(node);
  return [own, ...inner.flatMap(([key, child]) => placesOf(child, [...path, key], childShape(shape, key)))];
}

type Choice = readonly [weight: number, choice: readonly [how: string, change: Change]];

function changesFor(node: unknown, shape: SchemaShape, random: Random): readonly Choice[] {
  const bounds = [shape.minLength, shape.maxLength, shape.maxItems].flatMap((bound) => bound ?? []);
  const ends = [shape.minimum, shape.maximum].flatMap((bound) => bound ?? []);
  const [someBound, someEnd] = [bounds[random.integer(0, bounds.length - 1)], ends[random.integer(0, ends.length - 1)]];
  const general: readonly Choice[] = [
    [8, ["another value", () => oddValue(random)]],
    [1, ["a value in a list", (text) => `[${text}]`]],
    [1, ["a value in an object", (text) => `{"value":${text}}`]],
    [1, ["a value as a text", (text) => JSON.stringify(text)]],
    ...(someBound === undefined || someBound > 60_000
      ? []
      : [[4, ["a length at the bound", () => textOfLength(random, someBound)]] as const]),
    ...(someEnd === undefined ? [] : [[4, ["a number at the bound", () => numberNear(random, someEnd)]] as const]),
  ];
  if (Array.isArray(node)) return [...general, ...listChanges(random)];
  return typeof node === "object" && node !== null ? [...general, ...objectChanges(node, random)] : general;
}

const listChanges = (random: Random): readonly Choice[] => [
  [2, ["an empty list", () => "[]"]],
  [2, ["a list with more", (text) => `${text.slice(0, -1)}${text === "[]" ? "" : ","}${oddValue(random)}]`]],
  [1, ["a long list", (text) => `[${Array.from({ length: 300 }, () => text.slice(1, -1) || "1").join(",")}]`]],
];

function objectChanges(node: object, random: Random): readonly Choice[] {
  const keys = Object.keys(node);
  const key = keys[random.integer(0, keys.length - 1)];
  const more = random.pick(oddKeys);
  const entry = (name: string): string => `${JSON.stringify(name)}:${oddValue(random)}`;
  const added = (text: string, fresh: string): string =>
    random.isChance(0.5) || text === "{}"
      ? `{${fresh}${text === "{}" ? "" : ","}${text.slice(1)}`
      : `${text.slice(0, -1)},${fresh}}`;
  const own: readonly Choice[] =
    key === undefined
      ? []
      : [
          [6, ["a field left out", () => JSON.stringify({ ...node, [key]: undefined })]],
          [2, ["a field twice", (text) => added(text, entry(key))]],
          [
            1,
            ["a field by another name", (text) => text.replace(JSON.stringify(key), JSON.stringify(key.toUpperCase()))],
          ],
        ];
  return [...own, [4, ["a field more", (text) => added(text, entry(more))]]];
}

/** Returns the value as JSON, with the text of one place changed. */
function write(node: unknown, path: Path, change: Change): string {
  const [step, ...rest] = path;
  if (step === undefined) return change(JSON.stringify(node), node);
  if (Array.isArray(node))
    return `[${node.map((child, index) => (index === step ? write(child, rest, change) : JSON.stringify(child))).join(",")}]`;
  const entries = Object.entries(Object(node)).filter(([, child]) => child !== undefined);
  const written = entries.map(
    ([key, child]) => `${JSON.stringify(key)}:${key === step ? write(child, rest, change) : JSON.stringify(child)}`,
  );
  return `{${written.join(",")}}`;
}
