import type { TSchema } from "typebox";
import type { TValidationError } from "typebox/error";
import { Settings } from "typebox/system";
import { Check, Errors } from "typebox/value";
import { fieldOf } from "../json/json-values.ts";
import type { Path } from "../json/value-path.ts";

/** The parts of a schema that describe a mistake. `title` describes the allowed values and completes "expected …". */
export interface SchemaNode {
  readonly title?: string;
  readonly writeOnly?: boolean;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
}

/** One place in a value that does not fit; `allowed` completes "expected …" or "must be …". */
export type SchemaMistake =
  | { readonly kind: "missing"; readonly path: Path; readonly allowed: string }
  | { readonly kind: "unknown"; readonly path: Path; readonly keys: readonly string[] }
  | { readonly kind: "wrong"; readonly path: Path; readonly allowed: string; readonly node: SchemaNode | undefined };

/** All places in the value that do not fit the schema: wrong values, missing and unknown keys. A place can occur twice. */
export function findMistakes(schema: TSchema, value: unknown): readonly SchemaMistake[] {
  if (Check(schema, value)) return [];
  return allErrors(schema, value).flatMap((error) => mistakesOf(error, schema, value));
}

/** The part of the schema for the place at `path`; `undefined` if there is none. */
export function schemaNodeAt(schema: TSchema, path: Path): SchemaNode | undefined {
  let node: SchemaNode | undefined = schema;
  for (const part of path) node = typeof part === "number" ? node?.items : ownValue(propertiesOf(node), part);
  return node;
}

/** The keys of an object, also of one that may be null. */
export const propertiesOf = (node: SchemaNode | undefined): SchemaNode["properties"] =>
  node?.properties ?? node?.anyOf?.find(({ properties }) => properties !== undefined)?.properties;

export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((here, part) => fieldOf(here, String(part)), value);
}

function mistakesOf(error: TValidationError, schema: TSchema, value: unknown): readonly SchemaMistake[] {
  const path = pathOf(error.instancePath, value);
  const node = schemaNodeAt(schema, path);
  switch (error.keyword) {
    case "required":
      return error.params.requiredProperties.map((key) => {
        const missing = [...path, key];
        return { kind: "missing", path: missing, allowed: schemaNodeAt(schema, missing)?.title ?? "a value" };
      });
    case "additionalProperties": {
      const keys = Object.keys(propertiesOf(node) ?? {});
      return error.params.additionalProperties.map((key) => ({ kind: "unknown", path: [...path, key], keys }));
    }
    // A second error for an unknown key, which is reported already.
    case "boolean":
      return [];
    default:
      return [{ kind: "wrong", path, allowed: node?.title ?? "another value", node }];
  }
}

/** Returns every error. By default, the library stops after a few errors. */
function allErrors(schema: TSchema, value: unknown): readonly TValidationError[] {
  const { maxErrors } = Settings.Get();
  Settings.Set({ maxErrors: 10_000 });
  try {
    return [...Errors(schema, value)];
  } finally {
    Settings.Set({ maxErrors });
  }
}

/** The keys and indexes of a JSON pointer such as `/agents/0/a~1b` in `value`. */
function pathOf(pointer: string, value: unknown): Path {
  const path: (string | number)[] = [];
  let here = value;
  for (const part of pointer.split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    path.push(Array.isArray(here) ? Number(key) : key);
    here = fieldOf(here, key);
  }
  return path;
}

const ownValue = <Value>(record: Readonly<Record<string, Value>> | undefined, key: string): Value | undefined =>
  record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;
