/** The part of JSON Schema that the machine-readable documents use. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly deprecated?: boolean;
}

export type Schemas = Readonly<Record<string, Schema>>;

interface Header {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
}

interface Media {
  readonly schema: Schema;
  readonly example?: unknown;
}

type Content = Readonly<Record<string, Media>>;

/** One request that the service sends. */
export interface SentOperation {
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly requestBody: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
}

/** The `webhooks` of the OpenAPI document, with the schemas that they use. */
export interface WebhooksDocument {
  readonly webhooks: Readonly<Record<string, { readonly post: SentOperation }>>;
  readonly headers: readonly Header[];
  readonly schemas: Schemas;
}

interface SocketMessage {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly payload: Schema;
  readonly examples: readonly { readonly payload: unknown }[];
}

/** The AsyncAPI document. */
export interface SocketsDocument {
  readonly channels: Readonly<
    Record<
      string,
      {
        readonly address: string;
        readonly title: string;
        readonly description: string;
        readonly messages: Readonly<Record<string, unknown>>;
      }
    >
  >;
  readonly components: { readonly messages: Readonly<Record<string, SocketMessage>>; readonly schemas: Schemas };
}
