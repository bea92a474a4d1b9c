import { sessionCookieName } from "../routes/desk/session/session-cookie.ts";
import type { AnswerDoc, OperationDoc } from "../server/operation.ts";
import type { Route } from "../server/router.ts";
import { jsonContent, textExamples } from "./examples.ts";
import { describeFailures, errorSchema, failureComponents, headers, requestIdHeader } from "./failures.ts";
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
  Inspector: "The state of every actor, and its steps.",
  [webhooksTag]: "Events that the service sends to your server.",
  Operations: "For the operators of the service.",
};

/** Describes all routes with `docs` as OpenAPI 3.1. Source: https://spec.openapis.org/oas/v3.1.1 */
export function describeApi(routes: readonly Route[]): JsonRecord {
  const shelf = createSchemaShelf();
  const described = routes.filter((route) => route.docs !== undefined);
  const paths = Object.fromEntries(described.map((route) => describeRoute(route, shelf)));
  const webhooks = { ...describeRequestsSent(shelf), ...describeWebhooks(shelf) };
  const tags = new Set(described.flatMap((route) => Object.values(route.docs ?? {}).map((doc) => doc.tag)));
  return {
    openapi: "3.1.1",
    info: { title: "Parley", version: "current", description, license: { name: "MIT", identifier: "MIT" } },
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
        bearer: { type: "http", scheme: "bearer", description: "The token that a login answers." },
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

function describeRoute(route: Route, shelf: SchemaShelf): readonly [string, JsonRecord] {
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
): JsonRecord {
  const query = (doc.query ?? []).map(({ name, description: about, schema, isRequired = false }) => ({
    name,
    in: "query",
    required: isRequired,
    description: about,
    schema: shelf.show(schema),
  }));
  const parameters = doc.isIdempotent ? [...query, { $ref: "#/components/parameters/IdempotencyKey" }] : query;
  const { contentType = "application/json", schema: body } = doc.request ?? {};
  const isJson = contentType === "application/json";
  return {
    operationId: doc.id,
    summary: doc.summary,
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

function securityOf({ access }: OperationDoc): readonly JsonRecord[] {
  if (access === "anyone") return [];
  if (access === "operator") return [{ operator: [] }];
  return access === "visitor" ? [{ visitor: [] }] : [{ bearer: [] }, { cookie: [] }];
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
