import type { Static, TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { Check } from "typebox/value";
import type { Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import { describeValue } from "../text/text.ts";

/** Checks a value against a schema. Returns the same value with its type, or `invalid_request` naming the first wrong field. */
export type SchemaParser<Schema extends TSchema> = (value: unknown) => Result<Static<Schema>>;

/**
 * Compiles `schema` once. The `title` of a property, else its `description`, completes the sentence "Field x must be …".
 */
export function createSchemaParser<Schema extends TSchema>(schema: Schema, whole: string): SchemaParser<Schema> {
  const validator = Compile(schema);
  return (value) => (validator.Check(value) ? ok(value) : fail("invalid_request", firstMistake(schema, value, whole)));
}

interface DescribedSchema {
  readonly title?: string;
  readonly description?: string;
  /** A secret: no message repeats it. */
  readonly writeOnly?: boolean;
  readonly properties?: Readonly<Record<string, DescribedSchema>>;
  readonly required?: readonly string[];
}

const allowedBy = ({ title, description = "" }: DescribedSchema): string => title ?? description;

function firstMistake(schema: TSchema, value: unknown, whole: string): string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return `${whole} must be an object, got ${describeValue(value)}.`;
  }
  const { properties = {}, required = [] }: DescribedSchema = schema;
  const fields: Readonly<Record<string, unknown>> = { ...value };
  for (const [name, property] of Object.entries(properties)) {
    const field = fields[name];
    if (field === undefined && !required.includes(name)) continue;
    if (field === undefined) return `Field ${name} is missing: it must be ${allowedBy(property)}.`;
    if (Check(property, field)) continue;
    const got = property.writeOnly ? "something else" : describeValue(field);
    return `Field ${name} must be ${allowedBy(property)}, got ${got}.`;
  }
  return `${whole} is not valid.`;
}
