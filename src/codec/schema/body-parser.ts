import type { Static, TSchema } from "typebox";
import type { Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import { decodeJson, refuseBrokenText } from "../json/json.ts";
import type { Path } from "../json/value-path.ts";
import { pathText, shownValue } from "../json/value-path.ts";
import type { SchemaMistake, SchemaNode } from "./schema-mistakes.ts";
import { findMistakes, propertiesOf, valueAt } from "./schema-mistakes.ts";

export type BodyParser<Body> = (bytes: Uint8Array, limits: { readonly jsonDepthMax: number }) => Result<Body>;

/**
 * Creates a parser for JSON bodies that must fit `schema`. The `title`s of the schema describe the allowed values. Fails with
 * `invalid_request` naming the first field that is wrong, missing or unknown; no message repeats a secret.
 */
export const createBodyParser =
  <Schema extends TSchema>(schema: Schema): BodyParser<Static<Schema>> =>
  (bytes, limits) => {
    const decoded = decodeJson(bytes, { depthMax: limits.jsonDepthMax });
    if (!decoded.ok) return decoded;
    const { value } = decoded.value;
    const [mistake] = findMistakes(schema, value);
    if (mistake !== undefined) return fail("invalid_request", sentenceOf(mistake, value));
    const failure = refuseBrokenText(decoded.value);
    return failure === null ? ok(value as Static<Schema>) : { ok: false, failure };
  };

const placeOf = (path: Path): string => (path.length === 0 ? "The body" : `Field ${pathText(path)}`);

function sentenceOf(mistake: SchemaMistake, body: unknown): string {
  const place = placeOf(mistake.path);
  switch (mistake.kind) {
    case "missing":
      return `${place} is missing: it must be ${mistake.allowed}.`;
    case "unknown":
      return `${place} is not known here: expected one of ${mistake.keys.join(", ")}.`;
    case "wrong":
      return `${place} must be ${mistake.allowed}, got ${gotText(mistake.node, valueAt(body, mistake.path))}.`;
  }
}

/** A text in place of an object is not repeated, because it may be one of the object's secrets. */
function gotText(node: SchemaNode | undefined, value: unknown): string {
  if (node?.writeOnly) return "something else";
  if (propertiesOf(node) !== undefined && typeof value === "string") return "a text";
  return shownValue(value);
}
