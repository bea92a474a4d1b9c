import type { JsonRecord } from "./schemas.ts";

/** The document, as far as it is read again. */
export interface ApiDocument extends JsonRecord {
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly webhooks: Readonly<Record<string, JsonRecord>>;
  readonly components: Readonly<Record<string, JsonRecord>>;
}

/** The operations of a path by method, and its `parameters`. */
export type PathItem = Readonly<Record<string, Operation | readonly Parameter[]>>;

export interface Operation extends JsonRecord {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security: readonly JsonRecord[];
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly required: boolean; readonly content: JsonRecord };
}

/** A parameter of a path, or of the query. */
export interface Parameter extends JsonRecord {
  readonly name: string;
  readonly required: boolean;
  readonly schema: unknown;
}
