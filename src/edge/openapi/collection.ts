import type { ApiDocument, Operation, Parameter, PathItem } from "./document.types.ts";
import { exampleOf } from "./examples.ts";
import type { JsonRecord } from "./schemas.ts";

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
export function toHttpFile(document: ApiDocument, url: string): string {
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
export function toPostman(document: ApiDocument, url: string): JsonRecord {
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
