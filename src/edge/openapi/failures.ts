import type { ErrorCode } from "../../core/errors.ts";
import { ERROR_STATUS } from "../../core/errors.ts";
import type { OperationDoc } from "../server/operation.ts";
import type { JsonRecord } from "./schemas.ts";

const codes = Object.keys(ERROR_STATUS);

/** Source: ERR-01. */
export const errorSchema: JsonRecord = {
  type: "object",
  description: "Why the service has refused the request.",
  required: ["error"],
  additionalProperties: false,
  properties: {
    error: {
      type: "object",
      description: "The failure.",
      required: ["code", "message"],
      additionalProperties: false,
      properties: {
        code: { type: "string", enum: codes, description: "The code, for programs. A code never changes its meaning." },
        message: { type: "string", description: "The text, for people. It names the field or the reason." },
      },
    },
  },
};

export const headers: JsonRecord = {
  "X-Request-Id": {
    description: "Found again in the service's log: name it when you report a problem.",
    required: true,
    schema: { type: "string" },
  },
  "Retry-After": {
    description: "Seconds after which the same request may succeed.",
    required: true,
    schema: { type: "integer", minimum: 1 },
  },
  Allow: { description: "The methods the address takes.", required: true, schema: { type: "string" } },
  "WWW-Authenticate": { description: "How to prove who you are.", required: true, schema: { type: "string" } },
};

interface FailureDoc {
  readonly name: string;
  readonly description: string;
  readonly headers?: readonly string[];
}

/** The meaning of each status, for all its codes. Source: ERR-04 to ERR-13. */
const failureDocs: Readonly<Record<number, FailureDoc>> = {
  400: { name: "InvalidRequest", description: "Something in the request is wrong; the message names it." },
  401: {
    name: "Unauthorized",
    description: "No live session, a wrong login, or an unknown token.",
    headers: ["WWW-Authenticate"],
  },
  403: { name: "AccessDenied", description: "Not allowed to the caller." },
  404: { name: "NotFound", description: "There is nothing at this address." },
  405: {
    name: "MethodNotAllowed",
    description: "The address does not take this method, or not this event.",
    headers: ["Allow"],
  },
  409: { name: "Conflict", description: "The state of things does not allow it; the message says why." },
  413: { name: "PayloadTooLarge", description: "The body is larger than allowed." },
  429: { name: "RateLimited", description: "Too many requests.", headers: ["Retry-After"] },
  500: { name: "InternalError", description: "It failed inside; nothing was carried out." },
  502: { name: "Overloaded", description: "The service is over its limits; nothing was carried out." },
  503: {
    name: "Unavailable",
    description: "The service starts or shuts down, or its disk takes nothing; nothing was carried out.",
    headers: ["Retry-After"],
  },
  504: { name: "Timeout", description: "Not finished in time; it may have been carried out." },
  507: {
    name: "InsufficientStorage",
    description: "There is no room for the file; the message names the limit.",
    headers: ["Retry-After"],
  },
};

const headerRef = (name: string): readonly [string, JsonRecord] => [name, { $ref: `#/components/headers/${name}` }];

export const requestIdHeader: JsonRecord = Object.fromEntries([headerRef("X-Request-Id")]);

/** The failure answers by their names. */
export function failureComponents(): JsonRecord {
  return Object.fromEntries(
    Object.values(failureDocs).map(({ name, description, headers: own = [] }) => [
      name,
      {
        description,
        headers: Object.fromEntries(["X-Request-Id", ...own].map(headerRef)),
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      },
    ]),
  );
}

const always: readonly ErrorCode[] = [
  "method_not_allowed",
  "rate_limited",
  "internal_error",
  "overloaded",
  "unavailable",
  "timeout",
];

/** Describes the possible failures of an operation by status. */
export function describeFailures(method: string, doc: OperationDoc, hasPathParameters: boolean): JsonRecord {
  const possible = new Set<ErrorCode>([...always, ...(doc.failures ?? [])]);
  if (doc.access !== "anyone") possible.add("unauthorized");
  if (doc.access === "administrator" || (doc.access === "agent" && method !== "get")) possible.add("access_denied");
  if (hasPathParameters) possible.add("not_found");
  if (doc.request !== undefined) possible.add("invalid_request").add(doc.tooLarge ?? "payload_too_large");
  const statuses = [...new Set([...possible].map((code) => ERROR_STATUS[code]))].sort((left, right) => left - right);
  return Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/${failureDocs[status]?.name}` }]),
  );
}
