import type { TSchema } from "typebox";
import type { Random } from "../random.ts";
import { compiled } from "./compiled-schema.ts";
import type { SchemaShape } from "./schema-shape.ts";

/** Texts that match most schemas. The first one that the schema accepts is used. */
const plainTexts = [
  "Hello",
  "https://shop.example.com/a",
  "https://shop.example.com",
  "visitor@mailbox.example",
  "+442079460181",
  "10.0.0.0/8",
  "09:00",
  "UTC",
  "en",
  "#336699",
  "7",
  "1",
  "text/plain",
  "a-name_1",
  "01HF7YAT0020GP7K7FDAS1DACQ",
  "whsec_aGVsbG8gaGVsbG8gaGVsbG8=",
  "3b6fA0bbbbbbbbbbbbbbbb",
  "NEWAPP0001",
  "chat/1",
] as const;

/** Returns a value that the schema accepts. `given` contains better values, by the name of the field. */
export function validValue(schema: TSchema, random: Random, given: Readonly<Record<string, unknown>> = {}): unknown {
  return make(schema, random, { given, key: "" });
}

interface Place {
  readonly given: Readonly<Record<string, unknown>>;
  readonly key: string;
}

function make(schema: SchemaShape, random: Random, place: Place): unknown {
  const known = Object.hasOwn(place.given, place.key) ? place.given[place.key] : undefined;
  if (known !== undefined && fits(schema, known)) return known;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[random.integer(0, schema.enum.length - 1)];
  const choices = schema.anyOf ?? (schema.properties === undefined ? schema.oneOf : undefined);
  if (choices !== undefined) return make(choices[random.integer(0, choices.length - 1)] ?? {}, random, place);
  if (schema.allOf !== undefined) return Object.assign({}, ...schema.allOf.map((one) => make(one, random, place)));
  switch (schema.type) {
    case "object":
      return makeObject(schema, random, place);
    case "array":
      return makeList(schema, random, place);
    case "string":
      return makeText(schema, random);
    case "integer":
    case "number":
      return Math.min(schema.maximum ?? 100, Math.max(schema.minimum ?? 0, random.integer(0, 3)));
    case "boolean":
      return random.isChance(0.5);
    case "null":
      return null;
    default:
      return random.pick<unknown>(["anything", 1, { title: "Orders", content: "3" }]);
  }
}

function makeObject({ properties = {}, required = [], oneOf }: SchemaShape, random: Random, { given }: Place): object {
  const chosen = oneOf?.[random.integer(0, oneOf.length - 1)]?.required;
  const others = new Set((oneOf ?? []).flatMap((one) => one.required ?? []).filter((key) => !chosen?.includes(key)));
  const made = Object.entries(properties).flatMap(([key, child]) => {
    const isWanted = required.includes(key) || chosen?.includes(key) === true || random.isChance(0.4);
    return isWanted && !others.has(key) ? [[key, make(child, random, { given, key })] as const] : [];
  });
  return Object.fromEntries(made);
}

function makeList({ items = {}, minItems = 0, maxItems = 3 }: SchemaShape, random: Random, place: Place): unknown[] {
  const length = Math.max(minItems, Math.min(maxItems, random.integer(0, 2)));
  return Array.from({ length }, () => make(items, random, place));
}

function makeText(schema: SchemaShape, random: Random): string {
  const fitting = textsFor(schema);
  if (fitting.length > 0) return fitting[random.integer(0, fitting.length - 1)] ?? "";
  return "x".repeat(schema.minLength ?? 1);
}

const textsBySchema = new WeakMap<SchemaShape, readonly string[]>();

function textsFor(schema: SchemaShape): readonly string[] {
  const known = textsBySchema.get(schema);
  if (known !== undefined) return known;
  const fitting = plainTexts.filter((text) => fits(schema, text));
  textsBySchema.set(schema, fitting);
  return fitting;
}

const fits = (schema: SchemaShape, value: unknown): boolean => compiled(schema as TSchema).Check(value);
