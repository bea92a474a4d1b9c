import Type from "typebox";
import type { Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import { JSON_TYPE } from "../answer/failure-answer.ts";
import type { OperationDoc } from "../server/operation.ts";
import { textOf } from "../server/operation.ts";
import type { Route } from "../server/router.ts";
import { answerFile } from "../web/answer-file.ts";
import { notModified } from "../web/page-doc.ts";
import { createMadeFiles } from "../web/web-files.ts";
import { describeApi, tagNames } from "./document.ts";
import type { ApiDocument, Operation, Parameter, PathItem } from "./document.types.ts";
import { exampleOf } from "./examples.ts";
import type { JsonRecord } from "./schemas.ts";

interface Form extends Pick<OperationDoc, "id" | "summary" | "answer"> {
  readonly pattern: string;
  readonly contentType: string;
  write(document: ApiDocument, publicUrl: string): string;
}

const forms: readonly Form[] = [
  {
    pattern: "/openapi.json",
    contentType: JSON_TYPE,
    write: (document) => JSON.stringify(document),
    id: "getDescription",
    summary: "Returns the OpenAPI document of the service.",
    answer: { status: 200, description: "An OpenAPI 3.1 document.", schema: Type.Object({}) },
  },
  {
    pattern: "/openapi.http",
    contentType: "text/x-http; charset=utf-8",
    write: toHttpFile,
    id: "getRequestFile",
    summary: "Returns an example of every request, for the HTTP client of an editor.",
    answer: { status: 200, description: "A file of requests.", media: textOf("text/x-http") },
  },
  {
    pattern: "/openapi.postman.json",
    contentType: JSON_TYPE,
    write: (document, publicUrl) => JSON.stringify(toPostman(document, publicUrl)),
    id: "getCollection",
    summary: "Returns an example of every request, as a collection for Postman and Bruno.",
    answer: { status: 200, description: "A Postman collection 2.1.", schema: Type.Object({}) },
  },
];

const tagParameter = {
  name: "tag",
  description: "Only the operations with this tag, and the schemas that they use.",
  schema: Type.Enum([...tagNames]),
};

/**
 * `GET /openapi.json`: a machine-readable description of the service, built from its routes, and the same as collections of requests.
 * Each is made at the first request for it and kept.
 */
export function openApiRoutes(routes: readonly Route[], publicUrl: () => string): readonly Route[] {
  let whole: ApiDocument | null = null;
  return forms.map(({ pattern, contentType, write, ...doc }) => {
    const files = createMadeFiles(contentType);
    return {
      pattern,
      gate: "none",
      methods: {
        get(exchange) {
          whole ??= describeApi(routes);
          const tag = exchange.query("tag");
          const document = tag === undefined ? { ok: true as const, value: whole } : onlyTag(whole, tag);
          if (!document.ok) return exchange.answerFailure(document.failure);
          const url = publicUrl();
          const file = files(JSON.stringify([tag, url]), () => write(document.value, url));
          answerFile(exchange, file, ["Cache-Control", "no-cache"]);
        },
      },
      docs: {
        get: {
          ...doc,
          tag: "Operations",
          access: "anyone",
          query: [tagParameter],
          failures: ["invalid_request"],
          otherAnswers: [notModified],
        },
      },
    };
  });
}

/** Returns the operations with the tag, and the components that they use. Fails with `invalid_request`, which names the tags. */
function onlyTag(document: ApiDocument, tag: string): Result<ApiDocument> {
  const names = document.tags.map(({ name }) => name);
  if (!names.includes(tag)) return fail("invalid_request", `Parameter tag must be one of ${names.join(", ")}.`);
  const paths = withTag(document.paths, tag);
  const webhooks = withTag(document.webhooks, tag);
  const operations = [paths, webhooks].flatMap((items) => Object.values(items)).flatMap((item) => Object.values(item));
  const used = usedIn([paths, webhooks], document.components);
  for (const { security = [] } of operations.map(readOperation))
    for (const name of security.flatMap(Object.keys)) used.add(`securitySchemes/${name}`);
  const components = Object.entries(document.components).map(
    ([kind, all]) => [kind, pick(all, (_, name) => used.has(`${kind}/${name}`))] as const,
  );
  return ok({
    ...document,
    tags: document.tags.filter(({ name }) => name === tag),
    paths,
    webhooks,
    components: Object.fromEntries(components),
  });
}

function withTag<Part>(items: Items<Part>, tag: string): Items<Part> {
  const hasTag = (part: unknown): boolean => readOperation(part).tags?.includes(tag) === true;
  const kept = Object.entries(items).map(
    ([path, item]) => [path, pick(item, (part, key) => key === "parameters" || hasTag(part))] as const,
  );
  return Object.fromEntries(kept.filter(([, item]) => Object.values(item).some(hasTag)));
}

type Items<Part> = Readonly<Record<string, Readonly<Record<string, Part>>>>;

/** What a part of a path has if it is an operation. */
const readOperation = (part: unknown): { tags?: readonly string[]; security?: readonly object[] } => Object(part);

/** The components that a part refers to, as `schemas/Chat`, with those that they refer to themselves. */
function usedIn(part: unknown, components: ApiDocument["components"], used = new Set<string>()): Set<string> {
  for (const [, place = "", kind = "", name = ""] of JSON.stringify(part).matchAll(
    /"#\/components\/((\w+)\/([^"]+))"/g,
  )) {
    if (used.has(place)) continue;
    used.add(place);
    usedIn(components[kind]?.[name], components, used);
  }
  return used;
}

const pick = <Value>(all: Readonly<Record<string, Value>>, isKept: (value: Value, name: string) => boolean) =>
  Object.fromEntries(Object.entries(all).filter(([name, value]) => isKept(value, name)));

/** One request of a collection. Names in double braces are variables. */
interface ListedRequest {
  readonly operation: Operation;
  readonly method: string;
  /** Starts with `/`. */
  readonly address: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** JSON; `null` for a file, which the reader names. Absent without a body. */
  readonly body?: string | null;
}

/** The requests of the document in the form of a `.http` file, which editors run. Source: https://github.com/Huachao/vscode-restclient */
function toHttpFile(document: ApiDocument, url: string): string {
  const requests = requestsOf(document);
  const variables = Object.entries(variablesOf(document, url)).map(([name, value]) => `@${name} = ${value}\n`);
  const texts = requests.map(({ operation: { operationId, summary }, method, address, headers, body }) =>
    [
      `### ${summary}`,
      `# @name ${operationId}`,
      `${method} {{url}}${address}`,
      ...headers.map(([name, value]) => `${name}: ${value}`),
      ...(body === undefined ? [] : ["", body ?? "< ./file"]),
      "",
    ].join("\n"),
  );
  return [variables.join(""), ...texts].join("\n");
}

/** The requests of the document as a collection for Postman, Bruno and others. Source: https://schema.postman.com, v2.1.0 */
function toPostman(document: ApiDocument, url: string): JsonRecord {
  const requests = requestsOf(document);
  return {
    info: { name: "Parley", schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
    variable: Object.entries(variablesOf(document, url)).map(([key, value]) => ({ key, value })),
    item: document.tags.map(({ name }) => ({
      name,
      item: requests.filter(({ operation }) => operation.tags.includes(name)).map(toPostmanItem),
    })),
  };
}

const toPostmanItem = ({ operation, method, address, headers, body }: ListedRequest): JsonRecord => ({
  name: operation.summary,
  request: {
    method,
    url: `{{url}}${address}`,
    header: headers.map(([key, value]) => ({ key, value })),
    ...(body !== undefined && { body: body === null ? { mode: "file" } : { mode: "raw", raw: body } }),
  },
});

const requestsOf = ({ paths }: ApiDocument): readonly ListedRequest[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, part]) => (isOperation(part) ? [toRequest(path, method, part)] : [])),
  );

const isOperation = (part: PathItem[string]): part is Operation => "operationId" in part;

function toRequest(path: string, method: string, operation: Operation): ListedRequest {
  const [[type = "", content = {}] = []] = Object.entries(operation.requestBody?.content ?? {});
  const { example }: { readonly example?: unknown } = Object(content);
  const query = requiredIn(operation.parameters).map(({ name }) => `${name}={{${name}}}`);
  const [scheme] = Object.keys(operation.security[0] ?? {});
  return {
    operation,
    method: method.toUpperCase(),
    address: `${path.replaceAll("{", "{{").replaceAll("}", "}}")}${query.length > 0 ? `?${query.join("&")}` : ""}`,
    headers: [
      ...(scheme === undefined ? [] : [["Authorization", `Bearer {{${secretOf[scheme] ?? scheme}}}`] as const]),
      ...(type === "" ? [] : [["Content-Type", type.replace("*/*", "application/octet-stream")] as const]),
    ],
    ...(type !== "" && { body: example === undefined ? null : JSON.stringify(example, null, 2) }),
  };
}

/** The names of the variables for the tokens of each security scheme. */
const secretOf: Readonly<Record<string, string>> = {
  bearer: "key",
  visitor: "visitorSecret",
  operator: "metricsToken",
};

const requiredIn = (parameters: Operation["parameters"] = []): readonly Parameter[] =>
  parameters.filter((one): one is Parameter => "name" in one && one["required"] === true);

/** A value for each variable that the requests name. */
function variablesOf(document: ApiDocument, url: string): Readonly<Record<string, string>> {
  const named = Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .flatMap((part) => requiredIn(isOperation(part) ? part.parameters : part));
  return {
    url,
    key: "pk_the-key-of-your-program",
    visitorSecret: "the-secret-of-the-visitor",
    metricsToken: "the-token-of-metrics",
    ...Object.fromEntries(named.map(({ name, schema }) => [name, String(exampleOf(Object(schema), name))])),
  };
}
