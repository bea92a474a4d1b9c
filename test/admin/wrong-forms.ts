import type { Path } from "../../src/codec/json/value-path.ts";
import { pathText } from "../../src/codec/json/value-path.ts";

/** The parts of a form's schema that are read. */
export interface FormSchema {
  readonly properties?: Readonly<Record<string, unknown>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly items?: unknown;
  readonly anyOf?: readonly unknown[] | undefined;
}

/** A body with one mistake. */
export interface Wrong {
  /** The name of the field, with which a message begins. */
  readonly field: string;
  readonly what: "a wrong" | "no" | "an unknown" | "another";
  readonly body: unknown;
}

/**
 * Returns copies of the right body with one mistake each: a field at any depth with an invalid value, a missing required field,
 * or an unknown key in an object. Throws if the right body lacks a field of the schema.
 */
export const wrongForms = (schema: FormSchema, right: object): readonly Wrong[] =>
  inside(schema, [], right).map(({ path, what, value }) => ({
    field: pathText(path),
    what,
    body: withValue(right, path, value),
  }));

interface Mistake {
  readonly path: Path;
  readonly what: Wrong["what"];
  /** `undefined` removes the field. */
  readonly value: unknown;
}

/** Not a text, a number, a list of the API or an object of the API. */
const noValue = [{ odd: [] }];

function inside(given: unknown, path: Path, right: unknown): readonly Mistake[] {
  const node = shapeOf(given);
  if (node.items !== undefined) return at(node.items, [...path, 0], Object(right)[0]);
  if (node.properties === undefined) return [];
  const unknown: Mistake = { path: [...path, "odd"], what: "an unknown", value: 1 };
  const missing = (node.required ?? []).map((key): Mistake => ({ path: [...path, key], what: "no", value: undefined }));
  const wrong = Object.entries(node.properties).flatMap(([key, child]) =>
    at(child, [...path, key], Object(right)[key]),
  );
  return [unknown, ...missing, ...wrong];
}

function at(schema: unknown, path: Path, right: unknown): readonly Mistake[] {
  if (right === undefined) throw new Error(`Expected a right value of ${pathText(path)} in the form`);
  const value = shapeOf(schema).items === undefined ? noValue : { odd: 1 };
  return [{ path, what: "a wrong", value }, ...inside(schema, path, right)];
}

/** The schema without its null alternative. */
function shapeOf(schema: unknown): FormSchema {
  const node: FormSchema = Object(schema);
  const other = node.anyOf?.map((one): FormSchema => Object(one)).find(({ properties }) => properties !== undefined);
  return other ?? node;
}

function withValue(body: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  const inner = withValue(Object(body)[key], rest, value);
  return Array.isArray(body) ? body.with(Number(key), inner) : { ...Object(body), [key]: inner };
}
