import type { ErrorCode } from "../../core/errors.ts";
import { ERROR_STATUS } from "../../core/errors.ts";
import { version } from "../../core/version.ts";
import { sessionCookieName } from "../routes/desk/session/session-cookie.ts";
import type { AnswerDoc, OperationDoc } from "../server/operation.ts";
import type { Route } from "../server/router.ts";
import type { ApiDocument, Operation, Parameter, PathItem } from "./document.types.ts";
import { jsonContent, textExamples } from "./examples.ts";
import { describePath } from "./path-parameters.ts";
import { describeRequestsSent } from "./requests-sent.ts";
import type { JsonRecord, SchemaShelf } from "./schemas.ts";
import { createSchemaShelf } from "./schemas.ts";
import { describeWebhooks, webhookParameters, webhooksTag } from "./webhooks.ts";

const description = `The interface of Parley: what customer systems post to a channel, what bots and the call gateway post, the API
behind the desk; and, under \`webhooks\`, all that Parley itself sends: to customer systems, bots and the call gateway, and the events for the
owner of a channel.

Bodies are JSON. Times are integer unix milliseconds; those in events are seconds. Every failure has the shape of \`Error\`, every answer an
\`X-Request-Id\`. Lists come in pages: \`cursor\` asks for the next one. After a failure other than 504 nothing of the
request was carried out.`;

const tagDescriptions: Readonly<Record<string, string>> = {
  "Chat API": "Requests of a customer system. The address of the channel is the secret.",
  "Bot provider API": "Requests of bots. The token in the address is the secret.",
  "Call gateway API": "Reports of the call gateway. The token in the address is the secret.",
  Session: "Login, logout and the sessions of an agent.",
  "Canned replies": "Texts that agents use again and again.",
  Chats: "Chats with clients, and the steps of agents.",
  Deliveries: "Messages, events and mails that the service sends, with every attempt.",
  Archive: "Closed chats.",
  Clients: "Export and erasure of the data about a client.",
  Files: "Files of agents and visitors.",
  "Sample customer":
    "A small customer system inside the service for channels without their own. The token in the address is the secret.",
  Widget: "Requests of the widget from web sites. Visitors get their secrets from /ws/widget.",
  Channels: "The channels of the chat API and the widgets.",
  Agents: "The people who answer clients.",
  Departments: "Groups of agents.",
  Providers: "The providers of bots.",
  "API keys": "What programs send in place of a session. Each key has its scopes.",
  Inspector: "The state of every actor, and its steps.",
  [webhooksTag]: "Events that the service sends to your server.",
  Operations: "For the operators of the service.",
};

/** The groups of operations, in no order. */
export const tagNames: readonly string[] = Object.keys(tagDescriptions);

/** Describes all routes with `docs` as OpenAPI 3.1. Source: https://spec.openapis.org/oas/v3.1.1 */
export function describeApi(routes: readonly Route[]): ApiDocument {
  const shelf = createSchemaShelf();
  const described = routes.filter((route) => route.docs !== undefined);
  const paths = Object.fromEntries(described.map((route) => describeRoute(route, shelf)));
  const webhooks = { ...describeRequestsSent(shelf), ...describeWebhooks(shelf) };
  const tags = new Set(described.flatMap((route) => Object.values(route.docs ?? {}).map((doc) => doc.tag)));
  return {
    openapi: "3.1.1",
    info: { title: "Parley", version, description, license: { name: "MIT", identifier: "MIT" } },
    servers: [{ url: "/", description: "The service that this description comes from." }],
    tags: [...tags, webhooksTag].map((name) => ({ name, description: tagDescriptions[name] ?? name })),
    paths,
    webhooks,
    components: {
      schemas: { ...shelf.components, Error: errorSchema },
      responses: failureComponents(),
      headers,
      parameters: { IdempotencyKey: idempotencyKey, ...webhookParameters },
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description: "The token that a login answers, or an API key. Its roles are the scope that a key needs.",
        },
        cookie: {
          type: "apiKey",
          in: "cookie",
          name: sessionCookieName,
          description: "The same for the desk's pages. Over TLS the name starts with `__Host-`.",
        },
        visitor: {
          type: "http",
          scheme: "bearer",
          description: "The secret that /ws/widget sent to the visitor's page.",
        },
        ...(described.some(isGuarded) && { operator: operatorScheme }),
      },
    },
  };
}

/** The scheme is optional: if the config file names no token, no token is needed. */
const operatorScheme = { type: "http", scheme: "bearer", description: "The token of metrics in the config file." };
const isGuarded = ({ docs = {} }: Route): boolean => Object.values(docs).some(({ access }) => access === "operator");

/** Source: DEL-29, DEL-30. */
const idempotencyKey: JsonRecord = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "A repeated request with the same key and body changes nothing and gets the same answer. With another body it gets 400.",
  schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[!-~]+$" },
};

/** Source: AUTH-18. */
const signatureParameters: readonly Parameter[] = Object.entries({
  "webhook-id": "The id of the message, the same whenever it is repeated.",
  "webhook-timestamp": "The unix seconds of the request, at most 5 minutes away from the time of the service.",
  "webhook-signature": "v1, and the base64 of the HMAC-SHA256 of {webhook-id}.{webhook-timestamp}.{body}.",
}).map(([name, says]) => ({
  name,
  in: "header",
  required: false,
  description: `${says} Only for a channel with requireSignature.`,
  schema: { type: "string" },
}));

function describeRoute(route: Route, shelf: SchemaShelf): readonly [string, PathItem] {
  const { path, parameters } = describePath(route.pattern);
  const operations = Object.entries(route.docs ?? {}).map(([method, doc]) => [
    method,
    describeOperation(method, doc, parameters.length > 0, shelf),
  ]);
  return [path, { ...(parameters.length > 0 ? { parameters } : {}), ...Object.fromEntries(operations) }];
}

function describeOperation(
  method: string,
  doc: OperationDoc,
  hasPathParameters: boolean,
  shelf: SchemaShelf,
): Operation {
  const query = (doc.query ?? []).map(({ name, description: about, schema, isRequired = false }) => ({
    name,
    in: "query",
    required: isRequired,
    description: about,
    schema: shelf.show(schema),
  }));
  const parameters = [
    ...query,
    ...(doc.isIdempotent ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : []),
    ...(doc.isSigned ? signatureParameters : []),
  ];
  const { contentType = "application/json", schema: body } = doc.request ?? {};
  const isJson = contentType === "application/json";
  return {
    operationId: doc.id,
    summary: doc.summary,
    ...callersOf(doc),
    tags: [doc.tag],
    security: securityOf(doc),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: isJson ? jsonContent(body, shelf) : { [contentType]: { schema: shelf.show(body) } },
          },
        }),
    responses: {
      ...Object.fromEntries(
        [doc.answer, ...(doc.otherAnswers ?? [])].map((answer) => [answer.status, describeAnswer(answer, shelf)]),
      ),
      ...describeFailures(method, doc, hasPathParameters),
    },
  };
}

/** Who may call an operation that needs a session, in words. Source: AUTH-15, AUTH-16. */
function callersOf({ access, scope }: OperationDoc): JsonRecord {
  if (access !== "agent" && access !== "administrator") return {};
  const who = access === "agent" ? "For agents and administrators." : "For administrators.";
  if (scope === undefined) return { description: `${who} API keys cannot call it.` };
  const key = scope === "any" ? "Every API key can call it." : `An API key needs the scope \`${scope}\`.`;
  return { description: `${who} ${key}` };
}

/** The role of the bearer is the scope that an API key needs. Source: OpenAPI 3.1.1, Security Requirement Object. */
function securityOf({ access, scope }: OperationDoc): readonly JsonRecord[] {
  if (access === "anyone") return [];
  if (access === "operator") return [{ operator: [] }];
  return access === "visitor"
    ? [{ visitor: [] }]
    : [{ bearer: scope === undefined || scope === "any" ? [] : [scope] }, { cookie: [] }];
}

function describeAnswer({ description: about, schema, media, headers: own = {} }: AnswerDoc, shelf: SchemaShelf) {
  const described = Object.entries(own).map(([name, says]) => [
    name,
    { description: says, required: true, schema: { type: "string" } },
  ]);
  const content =
    media === undefined
      ? schema && jsonContent(schema, shelf)
      : {
          [media.mediaType]: media.isText
            ? { schema: { type: "string" }, example: textExamples[media.mediaType] }
            : { schema: { type: "string", format: "binary" } },
        };
  return {
    description: about,
    headers: { ...requestIdHeader, ...Object.fromEntries(described) },
    ...(content !== undefined && { content }),
  };
}

const codes = Object.keys(ERROR_STATUS) as readonly ErrorCode[];

/** Source: ERR-01. */
const errorSchema: JsonRecord = {
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

const headers: JsonRecord = {
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
    description: "No live session, a wrong login, an unknown token, or no right signature.",
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

const requestIdHeader: JsonRecord = Object.fromEntries([headerRef("X-Request-Id")]);

/** The failure answers by their names. */
function failureComponents(): JsonRecord {
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
