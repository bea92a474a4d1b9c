import type { TSchema } from "typebox";
import type { Validator } from "typebox/compile";
import { Compile } from "typebox/compile";

const validators = new WeakMap<TSchema, Validator>();

/** Each schema is compiled once, however many services and inputs there are. */
export function compiled(schema: TSchema): Validator {
  const known = validators.get(schema);
  if (known !== undefined) return known;
  const made: Validator = Compile(schema);
  validators.set(schema, made);
  return made;
}
