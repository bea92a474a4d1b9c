import type { Test } from "tap";
import { Check, Errors } from "typebox/value";
import type { ApiAnswer, Service } from "../harness/service.ts";

interface ResponseDoc {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, { readonly schema: unknown }>>;
}

export interface OperationDescription {
  readonly operationId: string;
  readonly security: readonly object[];
  readonly parameters?: readonly unknown[];
  readonly responses: Readonly<Record<string, ResponseDoc>>;
}

/** The parts of `/openapi.json` that the tests read. */
export interface Description {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationDescription>>>>;
  readonly webhooks: Readonly<Record<string, object>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, unknown>>;
    readonly responses: Readonly<Record<string, object>>;
  };
}

const methods = ["get", "post", "put", "patch", "delete", "options"];

let read: Promise<Description> | null = null;

/** Every service describes the same routes, so it is read once for a process. */
export function readDescription(service: Service): Promise<Description> {
  read ??= fetch(`${service.url}/openapi.json`).then((answer) => answer.json());
  return read;
}

/** Every operation with its method and path. */
export function operationsOf({ paths }: Description) {
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [{ method: method.toUpperCase(), path, operation }];
    }),
  );
}

/** Fails unless the status, headers and body of the answer are described. */
export function assertDescribed(
  t: Test,
  description: Description,
  method: string,
  path: string,
  answer: Pick<ApiAnswer, "status" | "headers"> & { readonly body: unknown },
): void {
  const name = `${method} ${path} ${answer.status}`;
  const operation = findOperation(description, method, path);
  t.ok(operation, `${method} ${path} is described`);
  const response = resolve(description, operation?.responses[answer.status]) as ResponseDoc | undefined;
  t.ok(response, `the status of ${name} is described`);
  for (const header of Object.keys(response?.headers ?? {})) t.ok(answer.headers.get(header), `${name} has ${header}`);
  const contents = Object.keys(response?.content ?? {});
  const mediaType = answer.headers.get("content-type")?.split(";")[0] ?? "none";
  const hasBody = answer.status !== 204 && answer.status !== 304;
  t.equal(contents.length, hasBody ? 1 : 0, `${name} says whether there is a body`);
  if (hasBody) t.ok(contents.includes("*/*") || contents.includes(mediaType), `${name} is ${mediaType}: ${contents}`);
  const schema = response?.content?.["application/json"]?.schema;
  if (schema === undefined) return;
  const [mistake] = Errors(Object(schema), answer.body);
  t.ok(Check(Object(schema), answer.body), `${name} has a body as described`, { mistake, body: answer.body });
}

function findOperation({ paths }: Description, method: string, path: string): OperationDescription | undefined {
  const [address = ""] = path.split("?");
  const fits = (template: string): boolean => new RegExp(`^${template.replace(/\{[^}]+\}/g, "[^/]+")}$`).test(address);
  const found = Object.keys(paths).filter(fits);
  const exact = found.find((template) => template === address) ?? found[0];
  return exact === undefined ? undefined : paths[exact]?.[method.toLowerCase()];
}

/** Replaces every reference in the part by its target. */
export function resolve(description: object, part: unknown): unknown {
  if (Array.isArray(part)) return part.map((entry) => resolve(description, entry));
  if (typeof part !== "object" || part === null) return part;
  const { $ref } = part as { readonly $ref?: unknown };
  if (typeof $ref !== "string")
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, resolve(description, value)]));
  const steps = $ref.slice(2).split("/");
  return resolve(
    description,
    steps.reduce<unknown>((here, step) => Object(here)[step], description),
  );
}
