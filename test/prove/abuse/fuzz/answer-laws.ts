import { ERROR_STATUS } from "../../../../src/core/errors.ts";
import type { ReadAnswer } from "../wire/read-answer.ts";
import type { Facts } from "../world/gather-facts.ts";
import type { HttpInput } from "./http-input.ts";
import type { Operation } from "./operations.ts";
import type { Part } from "./spoil-request.ts";

/** Allowed statuses in addition to those of the operation, by the spoilt part of the request. */
const alsoAnswered: Readonly<Record<Part, readonly number[]>> = {
  nothing: [],
  value: [],
  text: [],
  wire: [],
  // A head that is too large, or no valid head, is refused before an operation is chosen.
  headers: [400, 401, 403, 413, 431],
  path: [200, 204, 302, 400, 401, 403, 404, 405, 413],
  query: [400],
  method: [200, 201, 202, 204, 302, 400, 401, 403, 404, 405, 409, 413],
};

/** No request may cause these statuses. */
const neverAnswered = new Set([500, 503, 504, 507]);

/** Signs of internals: files, stacks, names of our own modules. */
export const inside = /\/tmp\/|node_modules|node:internal|\.[mc]?[jt]s:\d+|\bat [\w.<>]+ \(|\/(?:root|home|work)\//;
const secretNames = [
  "kim",
  "lee",
  "max",
  "ada",
  "eve",
  "visitor",
  "gatewayToken",
  "operatorToken",
  "random",
  "password",
];

/** Returns which law the answer breaks; `null` if it breaks none. */
export function judgeAnswer(input: HttpInput, answer: ReadAnswer, operation: Operation, facts: Facts): string | null {
  const { status, headers, body } = answer;
  if (neverAnswered.has(status)) return `status ${status}: ${body.slice(0, 300)}`;
  if (!operation.statuses.has(status) && !alsoAnswered[input.part].includes(status))
    return `status ${status}, expected one of ${[...operation.statuses].join(", ")}: ${body.slice(0, 300)}`;
  // The head was too large: the HTTP server itself sends this page.
  if (status === 431) return null;
  if (!headers.has("x-request-id")) return `status ${status} without X-Request-Id: ${body.slice(0, 200)}`;
  if (input.request.method === "HEAD") return null;
  if (status >= 400) return judgeFailure(input, answer, facts);
  const validator = input.part === "path" || input.part === "method" ? undefined : operation.answers.get(status);
  if (validator === undefined || headers.get("content-type") !== "application/json") return null;
  const value = parse(body);
  return validator.Check(value) ? null : `status ${status} with another body than described: ${body.slice(0, 300)}`;
}

function judgeFailure({ part, path }: HttpInput, { status, headers, body }: ReadAnswer, facts: Facts): string | null {
  if (headers.get("content-type") !== "application/json") return `status ${status} as ${headers.get("content-type")}`;
  const value = parse(body);
  const { error = null, ...more }: Readonly<Record<string, unknown>> = Object(value);
  const { code, message, ...rest }: Readonly<Record<string, unknown>> = Object(error);
  if (typeof code !== "string" || typeof message !== "string" || Object.keys({ ...more, ...rest }).length > 0)
    return `status ${status} with another body than that of an error: ${body.slice(0, 300)}`;
  const expected = Object.entries(ERROR_STATUS).find(([name]) => name === code)?.[1];
  if (expected !== status) return `status ${status} with the code ${code}`;
  if (message.length === 0 || message.length > 1_000) return `a message of ${message.length} characters`;
  if (inside.test(message)) return `a message that tells of the inside: ${message.slice(0, 300)}`;
  const secret = secretNames.find((name) => body.includes(facts.get(name) ?? "\0"));
  if (secret !== undefined) return `a message that tells the secret ${secret}: ${message.slice(0, 300)}`;
  if (part === "value" && code === "invalid_request" && !namesPlace(message, path))
    return `a message that does not name ${path.join(".") || "the body"}: ${message}`;
  return null;
}

/** If one field is wrong, the message may name another field that does not match it. A message that names no field helps nobody. */
const namesPlace = (message: string, path: readonly string[]): boolean =>
  /^(Fields? |Key |The body|Headers? |Parameters? |The Idempotency-Key)/.test(message) ||
  path.some((key) => message.includes(key));

function parse(body: string): unknown {
  try {
    return JSON.parse(Buffer.from(body, "latin1").toString());
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
