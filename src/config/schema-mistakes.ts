import type { TSchema } from "typebox";
import { entriesOf, fieldOf } from "../codec/json/json-values.ts";
import type { Path } from "../codec/json/value-path.ts";
import type { SchemaMistake, SchemaNode } from "../codec/schema/schema-mistakes.ts";
import { findMistakes, schemaNodeAt, valueAt } from "../codec/schema/schema-mistakes.ts";
import { channelSchemas, fileSchemaWithoutChannels } from "./config-schema.ts";
import type { Found, Mistakes } from "./mistakes.ts";

/** Reports everything in the file that does not fit the schema: wrong values, missing keys and unknown keys. */
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

/** Returns the schema of the value at `path`, if there is one. */
export function schemaAt(file: unknown, path: Path): SchemaNode | undefined {
  const [first, second, ...rest] = path;
  if (first !== "channels" || typeof second !== "number") return schemaNodeAt(fileSchemaWithoutChannels, path);
  const schema = channelSchemaOf(entriesOf(file, "channels")[second]);
  return schema === null ? undefined : schemaNodeAt(schema, rest);
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
  for (const mistake of findMistakes(schema, value)) report(mistake, value, [...base, ...mistake.path], mistakes);
}

function report(mistake: SchemaMistake, value: unknown, place: Path, mistakes: Mistakes): void {
  switch (mistake.kind) {
    case "missing":
      mistakes.add(place, { problem: "missing" }, mistake.allowed);
      return;
    case "unknown":
      mistakes.add(place, { problem: "unknown key" }, `one of ${mistake.keys.join(", ")}`);
      return;
    case "wrong":
      mistakes.add(place, foundAt(mistake.node, valueAt(value, mistake.path)), mistake.allowed);
  }
}

/** A text in place of a whole section can be any of its secrets. */
function foundAt(node: SchemaNode | undefined, value: unknown): Found {
  if (node?.writeOnly) return { problem: "this secret is not allowed" };
  if (node?.properties !== undefined && typeof value === "string") return { problem: "a text is not allowed" };
  return { value };
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);
