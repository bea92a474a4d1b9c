import { isDeepStrictEqual } from "node:util";
import type { TSchema } from "typebox";
import { assert } from "../../core/assert.ts";

/** A part of the document: plain JSON. */
export interface JsonRecord {
  readonly [key: string]: unknown;
}

/** Schemas as the document shows them; one with an `$id` stands once among its components and is referred to by it. */
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
    const shown = told(Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, show(value)])));
    if (typeof $id !== "string") return $id === undefined ? shown : { ...shown, $id: show($id) };
    const other = components[$id];
    assert(other === undefined || isDeepStrictEqual(other, shown), `two different schemas have the $id ${$id}`);
    components[$id] = shown;
    return { $ref: `#/components/schemas/${$id}` };
  };
  return { show: (schema) => show(JSON.parse(JSON.stringify(schema))), components };
}

/** Where values are checked, a `title` says what is allowed: a reader finds that in the description. */
function told(schema: JsonRecord): JsonRecord {
  const { title, description, ...rest } = schema;
  if (typeof title !== "string" || typeof description !== "string") return schema;
  return { ...rest, description: rest["type"] === "object" ? description : `${description} Expected: ${title}.` };
}
