import type { Schema, Schemas } from "./schema.types.ts";
import { isNull, limitWords, referredName, typeWords, withoutNull } from "./type-words.ts";

/** One field, parameter or answer. Texts may contain code in backticks, and names of objects in brackets. */
export interface FieldRow {
  /** The full name with its parent fields, for example `chat.messages[].type`. */
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly meaning: string;
  readonly limits: readonly string[];
}

/** Resolves a schema that refers to a named schema. */
export function resolveSchema(schema: Schema, schemas: Schemas): Schema {
  const name = referredName(schema);
  return name === null ? schema : (schemas[name] ?? schema);
}

/** Matches the sentence about allowed values after the meaning of a field. */
const expected = " Expected: ";
/** Matches expectations that only repeat the type and the limits. */
const plainExpectation = /^(".*"|a string|true or false)$/;

/** The rows for the fields of an object and of the unnamed objects inside it. */
export function fieldRows(schema: Schema, schemas: Schemas, prefix = ""): readonly FieldRow[] {
  const whole = withoutNull(schema);
  const variants = (whole.anyOf ?? [whole]).filter((one) => one.properties !== undefined);
  const names = new Set(variants.flatMap(({ properties = {} }) => Object.keys(properties)));
  return [...names].flatMap((name) => rowsOf(name, variants, schemas, prefix));
}

function rowsOf(name: string, variants: readonly Schema[], schemas: Schemas, prefix: string): readonly FieldRow[] {
  const having = variants.filter(({ properties = {} }) => properties[name] !== undefined);
  const schema = united(having.flatMap(({ properties = {} }) => properties[name] ?? []));
  const [meaning = "", expectation] = meaningOf(schema, schemas).split(expected);
  const said = expectation?.replace(/\.$/, "");
  const limits = limitWords(withoutNull(schema));
  const words = limits.length === 0 && said !== undefined && !plainExpectation.test(said) ? [said] : limits;
  // Some schemas describe a field only by what is expected. A sentence begins with a capital letter.
  const isExpected = /^[a-z]/.test(meaning);
  const row = {
    name: prefix + name,
    type: typeWords(schema),
    isRequired: having.length === variants.length && variants.every(({ required = [] }) => required.includes(name)),
    meaning: [schema.deprecated ? "Deprecated." : "", plainExpectation.test(meaning) ? "" : meaning].join(" ").trim(),
    limits: [...(isExpected ? [] : words), ...presence(having, variants)],
  };
  return [row, ...inner(schema, schemas, prefix + name)];
}

/** The meaning of the field; otherwise the meaning of the object that the field refers to. */
function meaningOf(schema: Schema, schemas: Schemas): string {
  const own = schema.description ?? schema.anyOf?.find(({ description }) => description)?.description;
  return own ?? resolveSchema(withoutNull(schema), schemas).description ?? "";
}

/** Merges the schemas of a field that several variants of an object have. */
function united(schemas: readonly Schema[]): Schema {
  const [first = {}, ...others] = schemas;
  const isSame = others.every((other) => JSON.stringify(other) === JSON.stringify(first));
  if (isSame) return first;
  const values = schemas.map((one) => ("const" in one ? [one.const] : one.enum));
  const { description } = first;
  if (values.every((value) => value !== undefined)) return { enum: values.flat(), ...(description && { description }) };
  return { anyOf: schemas };
}

/** Says for which values of another field this field is present, if not all variants have it. */
function presence(having: readonly Schema[], variants: readonly Schema[]): readonly string[] {
  if (having.length === variants.length) return [];
  const others = variants.filter((variant) => !having.includes(variant));
  const valuesOf = (of: readonly Schema[], key: string): readonly string[] =>
    of.flatMap(({ properties = {} }) => limitWords(properties[key] ?? {}));
  const isKey = (key: string): boolean => {
    const own = new Set(valuesOf(having, key));
    return own.size > 0 && valuesOf(others, key).every((value) => !own.has(value));
  };
  const key = Object.keys(variants[0]?.properties ?? {}).find(isKey);
  return key === undefined ? [] : [`only with \`${key}\` ${valuesOf(having, key).join(", ")}`];
}

/** The rows for the fields of an unnamed object, or of a list of such objects. */
function inner(schema: Schema, schemas: Schemas, name: string): readonly FieldRow[] {
  const whole = withoutNull(schema);
  if (referredName(whole) !== null) return [];
  if (whole.items !== undefined) return inner(whole.items, schemas, `${name}[]`);
  const hasFields = (whole.anyOf ?? [whole]).some((one) => !isNull(one) && one.properties !== undefined);
  return hasFields ? fieldRows(whole, schemas, `${name}.`) : [];
}

/** One event, frame or object. Texts may contain code in backticks, and names of objects in brackets. */
export interface Entry {
  /** The anchor. */
  readonly id: string;
  readonly name: string;
  readonly summary: string;
  /** When the event or frame is sent; absent for an object. */
  readonly when?: string;
  readonly rows: readonly FieldRow[];
  /** A complete body; absent for an object. */
  readonly example?: unknown;
  /** The possible answers of the receiver; absent for a frame and an object. */
  readonly answers?: readonly FieldRow[];
}

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly about: readonly string[];
  /** The headers of every request in the section. */
  readonly headers?: readonly FieldRow[];
  readonly entries: readonly Entry[];
}
