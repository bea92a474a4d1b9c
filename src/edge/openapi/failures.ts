import type { ErrorCode } from "../../core/errors.ts";
import { ERROR_STATUS } from "../../core/errors.ts";
import type { OperationDoc } from "../server/operation.ts";
import type { JsonRecord } from "./schemas.ts";

const codes = Object.keys(ERROR_STATUS) as readonly ErrorCode[];

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
    description: "The id is also in the service's log. Name it when you report a problem.",
    required: true,
    schema: { type: "string" },
  },
  "Retry-After": {
    description: "Seconds after which the same request may succeed.",
    required: true,
    schema: { type: "integer", minimum: 1 },
  },
  Allow: { description: "The methods that the address accepts.", required: true, schema: { type: "string" } },
  "WWW-Authenticate": { description: "How to authenticate.", required: true, schema: { type: "string" } },
};

interface FailureDoc {
  readonly name: string;
  readonly description: string;
  readonly headers?: readonly string[];
}

/** The meaning of each status, for all its codes. Source: ERR-04 to ERR-13. */
const failureDocs: Readonly<Record<number, FailureDoc>> = {
  400: { name: "InvalidRequest", description: "The request has a mistake. The message names it." },
  401: {
    name: "Unauthorized",
    description: "No live session, a wrong login, or an unknown token.",
    headers: ["WWW-Authenticate"],
  },
  403: { name: "AccessDenied", description: "Not allowed to the caller." },
  404: { name: "NotFound", description: "This address does not exist." },
  405: {
    name: "MethodNotAllowed",
    description: "The address does not accept this method or this event.",
    headers: ["Allow"],
  },
  409: { name: "Conflict", description: "The current state does not allow the request. The message gives the reason." },
  413: { name: "PayloadTooLarge", description: "The body is larger than allowed." },
  415: { name: "UnsupportedMediaType", description: "The body has a Content-Encoding. Send it as it is." },
  429: { name: "RateLimited", description: "Too many requests.", headers: ["Retry-After"] },
  500: { name: "InternalError", description: "The service has failed. Nothing was carried out." },
  502: { name: "Overloaded", description: "The service is over its limits. Nothing was carried out." },
  503: {
    name: "Unavailable",
    description: "The service starts or shuts down, or its disk accepts no data. Nothing was carried out.",
    headers: ["Retry-After"],
  },
  504: { name: "Timeout", description: "The request did not finish in time. It may have been carried out." },
  507: {
    name: "InsufficientStorage",
    description: "There is no space for the file. The message names the limit.",
    headers: ["Retry-After"],
  },
};

const headerRef = (name: string): readonly [string, JsonRecord] => [name, { $ref: `#/components/headers/${name}` }];

export const requestIdHeader: JsonRecord = Object.fromEntries([headerRef("X-Request-Id")]);

/** The failure answers by their names. */
export function failureComponents(): JsonRecord {
  return Object.fromEntries(
    Object.entries(failureDocs).map(([status, { name, description, headers: own = [] }]) => [
      name,
      {
        description,
        headers: Object.fromEntries(["X-Request-Id", ...own].map(headerRef)),
        content: {
          "application/json": {
            schema: { $ref: "#/components/schemas/Error" },
            example: {
              error: { code: codes.find((code) => ERROR_STATUS[code] === Number(status)), message: description },
            },
          },
        },
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
  if (doc.request !== undefined || possible.has("payload_too_large")) possible.add("unsupported_media_type");
  const statuses = [...new Set([...possible].map((code) => ERROR_STATUS[code]))].sort((left, right) => left - right);
  return Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/${failureDocs[status]?.name}` }]),
  );
}
