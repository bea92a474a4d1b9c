import { readFileSync } from "node:fs";
import type { Schema, Schemas } from "../events/schema.types.ts";

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
}

type Reference = { readonly $ref: string };
type Content = Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;

export interface Answer {
  readonly description: string;
  readonly content?: Content;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  /** Who may call. */
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Answer | Reference>>;
}

type PathItem = Readonly<Record<string, Operation>> & { readonly parameters?: readonly Parameter[] };

/** The part of the OpenAPI document that the pages show. */
export interface ApiDocument {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Schemas;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, Answer>>;
  };
}

/** An operation with everything that the document says of it elsewhere. */
export interface FullOperation extends Omit<Operation, "parameters" | "responses"> {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** The answers of this operation by status, without the failures. */
  readonly answers: readonly (readonly [status: string, answer: Answer])[];
  /** The failures by status. Their descriptions are the same for all operations. */
  readonly failures: readonly (readonly [status: string, failure: Answer])[];
}

/** The copy of `/openapi.json` that the pages are made of. `npm run openapi` writes it; `test/admin/openapi.test.ts` compares it. */
export const apiCopy = "src/docs/openapi.json";

export const readApi = (): ApiDocument => JSON.parse(readFileSync(apiCopy, "utf8"));

/** All operations, in the order of the document. */
export const operationsOf = ({ paths, components }: ApiDocument): readonly FullOperation[] =>
  Object.entries(paths).flatMap(([path, { parameters: ofPath = [], ...item }]) =>
    Object.entries(item).map(([method, { parameters = [], responses, ...operation }]) => {
      const answers = Object.entries(responses);
      return {
        ...operation,
        method: method.toUpperCase(),
        path,
        parameters: [...ofPath, ...parameters.map((one) => ("$ref" in one ? named(components.parameters, one) : one))],
        answers: answers.flatMap(([status, one]) => ("$ref" in one ? [] : [[status, one] as const])),
        failures: answers.flatMap(([status, one]) =>
          "$ref" in one ? [[status, named(components.responses, one)] as const] : [],
        ),
      };
    }),
  );

function named<Part>(parts: Readonly<Record<string, Part>>, { $ref }: Reference): Part {
  const part = parts[$ref.slice($ref.lastIndexOf("/") + 1)];
  if (part === undefined) throw new Error(`Expected ${apiCopy} to have ${$ref}.`);
  return part;
}
