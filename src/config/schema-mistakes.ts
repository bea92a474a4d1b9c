import type { TSchema } from "typebox";
import type { TValidationError } from "typebox/error";
import { Settings } from "typebox/system";
import { Check, Errors } from "typebox/value";
import { channelSchemas, fileSchemaWithoutChannels } from "./config-schema.ts";
import { entriesOf, fieldOf } from "./json-values.ts";
import type { Found, Mistakes, Path } from "./mistakes.ts";

/** What of a schema the lines are made from. */
export interface SchemaNode {
  readonly title?: string;
  readonly writeOnly?: boolean;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
}

/** Reports whatever in the file does not fit the schema: wrong values, missing and unknown keys. */
export function reportSchemaMistakes(file: unknown, mistakes: Mistakes): void {
  reportAgainst(fileSchemaWithoutChannels, file, [], mistakes);
  entriesOf(file, "channels").forEach((channel, index) => {
    const path = ["channels", index];
    const schema = channelSchemaOf(channel);
    if (schema !== null) reportAgainst(schema, channel, path, mistakes);
    else if (isObject(channel)) reportKind(channel, [...path, "kind"], mistakes);
    else mistakes.add(path, foundAt({ properties: {} }, channel), "an object");
  });
}

/** The schema of what stands at `path`, as far as there is one. */
export function schemaAt(file: unknown, path: Path): SchemaNode | undefined {
  const [first, second, ...rest] = path;
  if (first !== "channels" || typeof second !== "number") return walk(fileSchemaWithoutChannels, path);
  const schema = channelSchemaOf(entriesOf(file, "channels")[second]);
  return schema === null ? undefined : walk(schema, rest);
}

function channelSchemaOf(channel: unknown): (typeof channelSchemas)["api" | "widget"] | null {
  const kind = fieldOf(channel, "kind");
  return kind === "api" || kind === "widget" ? channelSchemas[kind] : null;
}

function reportKind(channel: object, path: Path, mistakes: Mistakes): void {
  const kind = fieldOf(channel, "kind");
  mistakes.add(path, kind === undefined ? { problem: "missing" } : { value: kind }, '"api" or "widget"');
}

function reportAgainst(schema: TSchema, value: unknown, base: Path, mistakes: Mistakes): void {
  if (Check(schema, value)) return;
  for (const error of allErrors(schema, value)) {
    const path = pathOf(error.instancePath, value);
    if (error.keyword === "required") {
      for (const key of error.params.requiredProperties) {
        const allowed = walk(schema, [...path, key])?.title ?? "a value";
        mistakes.add([...base, ...path, key], { problem: "missing" }, allowed);
      }
    } else if (error.keyword === "additionalProperties") {
      const keys = Object.keys(walk(schema, path)?.properties ?? {}).join(", ");
      for (const key of error.params.additionalProperties) {
        mistakes.add([...base, ...path, key], { problem: "unknown key" }, `one of ${keys}`);
      }
    } else if (error.keyword !== "boolean") {
      const node = walk(schema, path);
      mistakes.add([...base, ...path], foundAt(node, valueAt(value, path)), node?.title ?? "another value");
    }
  }
}

/** Text in place of a whole section may be any secret of it. */
function foundAt(node: SchemaNode | undefined, value: unknown): Found {
  if (node?.writeOnly) return { problem: "this secret is not allowed" };
  if (node?.properties !== undefined && typeof value === "string") return { problem: "a text is not allowed" };
  return { value };
}

/** Every error: the library stops at a few unless told otherwise. */
function allErrors(schema: TSchema, value: unknown): readonly TValidationError[] {
  const { maxErrors } = Settings.Get();
  Settings.Set({ maxErrors: 10_000 });
  try {
    return [...Errors(schema, value)];
  } finally {
    Settings.Set({ maxErrors });
  }
}

function walk(schema: TSchema, path: Path): SchemaNode | undefined {
  let node: SchemaNode | undefined = schema;
  for (const part of path) node = typeof part === "number" ? node?.items : ownValue(node?.properties, part);
  return node;
}

/** `/agents/0/a~1b` in `value`: keys and positions. */
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

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((here, part) => fieldOf(here, String(part)), value);
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const ownValue = <Value>(record: Readonly<Record<string, Value>> | undefined, key: string): Value | undefined =>
  record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;
