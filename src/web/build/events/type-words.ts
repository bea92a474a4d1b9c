import type { Schema } from "./schema.types.ts";

/** Matches a reference to a named schema. */
const component = /^#\/components\/schemas\/(.+)$/;

/** The name of the object that a schema refers to; null if the schema is no reference. */
export const referredName = ({ $ref = "" }: Schema): string | null => component.exec($ref)?.[1] ?? null;

export const isNull = ({ type }: Schema): boolean => type === "null";

/** Removes null from a schema, and unwraps a union with one member. */
export function withoutNull(schema: Schema): Schema {
  const kept = schema.anyOf?.filter((one) => !isNull(one));
  const [only] = kept ?? [];
  if (kept === undefined) return schema;
  const { anyOf: _all, ...rest } = schema;
  return kept.length === 1 && only !== undefined ? { ...only, ...rest } : { ...rest, anyOf: kept };
}

const names: Readonly<Record<string, string>> = { boolean: "true or false", array: "list" };

/** The type of one value, for example `string` or `list of integer`, or the name of an object in brackets. */
export function typeWords(schema: Schema): string {
  if (schema.anyOf?.some(isNull)) return `${typeWords(withoutNull(schema))} or null`;
  const name = referredName(schema);
  if (name !== null) return `[${name}]`;
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(typeWords))].join(" or ");
  if (schema.type === "array") return schema.items === undefined ? "list" : `list of ${typeWords(schema.items)}`;
  if (schema.type !== undefined) return names[schema.type] ?? schema.type;
  const [value] = schema.enum ?? [schema.const];
  return value === undefined ? "any" : typeof value;
}

const code = (value: unknown): string => `\`${String(value)}\``;

function rangeWords(least: number | undefined, most: number | undefined, of: Unit): readonly string[] {
  const counted = (count: number): string => `${count}${count === 1 ? of.one : of.many}`;
  if (most === undefined || most === Number.MAX_SAFE_INTEGER) return least ? [`at least ${counted(least)}`] : [];
  if (least === undefined || least === 0) return [`at most ${counted(most)}`];
  return [least === most ? counted(most) : `${least} to ${counted(most)}`];
}

interface Unit {
  readonly one: string;
  readonly many: string;
}
const characters: Unit = { one: " character", many: " characters" };
const entries: Unit = { one: " entry", many: " entries" };
const plain: Unit = { one: "", many: "" };

/** The limits of a value besides its type: fixed values, lengths and ranges. */
export function limitWords(schema: Schema): readonly string[] {
  if (schema.anyOf?.every((one) => "const" in one)) return [schema.anyOf.map((one) => code(one.const)).join(", ")];
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.flatMap(limitWords))];
  const { minimum, maximum, exclusiveMinimum, pattern } = schema;
  return [
    ...("const" in schema ? [code(schema.const)] : []),
    ...(schema.enum === undefined ? [] : [schema.enum.map(code).join(", ")]),
    ...rangeWords(schema.minLength, schema.maxLength, characters),
    ...rangeWords(schema.minItems, schema.maxItems, entries),
    ...rangeWords(minimum, maximum, plain),
    ...(exclusiveMinimum === undefined ? [] : [`more than ${exclusiveMinimum}`]),
    ...(pattern === undefined ? [] : [pattern === "\\S" ? "not blank" : `pattern ${code(pattern)}`]),
    ...(schema.items === undefined ? [] : limitWords(schema.items).map((limit) => `each ${limit}`)),
  ];
}
