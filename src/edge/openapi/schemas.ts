import { isDeepStrictEqual } from "node:util";
import type { TSchema } from "typebox";
import { assert } from "../../core/result.ts";

/** A part of the document: plain JSON. */
export interface JsonRecord {
  readonly [key: string]: unknown;
}

/**
 * Converts schemas for the document. A schema with an `$id` is written once among the components, and other places refer to it.
 */
export interface SchemaShelf {
  show(schema: TSchema): unknown;
  readonly components: JsonRecord;
}

export function createSchemaShelf(): SchemaShelf {
  const components: Record<string, unknown> = {};
  const show = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(show);
    if (typeof node !== "object" || node === null) return node;
    const { $id, ...rest }: Readonly<Record<string, unknown>> = { ...node };
    const shown = withAllowedValues(Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, show(value)])));
    if (typeof $id !== "string") return $id === undefined ? shown : { ...shown, $id: show($id) };
    const other = components[$id];
    assert(other === undefined || isDeepStrictEqual(other, shown), `two different schemas have the $id ${$id}`);
    components[$id] = shown;
    return { $ref: `#/components/schemas/${$id}` };
  };
  return { show: (schema) => show(JSON.parse(JSON.stringify(schema))), components };
}

/** For validation, a `title` names the allowed values. For readers of the document, this text is moved to the description. */
function withAllowedValues(schema: JsonRecord): JsonRecord {
  const { title, description, ...rest } = schema;
  if (typeof title !== "string" || typeof description !== "string") return schema;
  return { ...rest, description: rest["type"] === "object" ? description : `${description} Expected: ${title}.` };
}
