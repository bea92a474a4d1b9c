import { sessionCookieName } from "../routes/desk/session/session-cookie.ts";
import type { AnswerDoc, OperationDoc } from "../server/operation.ts";
import type { Route } from "../server/router.ts";
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
  "Chat API": "What a customer system asks and posts; the address of the channel is the secret.",
  "Bot provider API": "What bots post; the token in the address is the secret.",
  "Call gateway API": "What the call gateway reports; the token in the address is the secret.",
  Session: "Logging in and out, and where an agent is logged in.",
  "Canned replies": "Texts that agents write again and again.",
  Chats: "Conversations with clients and what agents do in them.",
  Deliveries: "Messages, events and mails on their way out, with every attempt.",
  Archive: "Closed chats.",
  Files: "What agents and visitors send.",
  "Sample customer":
    "A small customer system inside the service, until the channel has one of its own; the token in the address is the secret.",
  Widget: "What the widget asks from web sites; their visitors' secrets are made by /ws/widget.",
  Channels: "Where clients write.",
  Agents: "Who answers them.",
  Departments: "Groups of agents.",
  Providers: "Makers of bots.",
  Inspector: "Where every actor is on its chart, and how it came there.",
  [webhooksTag]: "What is sent to the server of a channel's owner.",
  Operations: "For those who run the service.",
};

/** What is said of the routes that say anything of themselves, as OpenAPI 3.1. Source: https://spec.openapis.org/oas/v3.1.1 */
export function describeApi(routes: readonly Route[]): JsonRecord {
  const shelf = createSchemaShelf();
  const described = routes.filter((route) => route.docs !== undefined);
  const paths = Object.fromEntries(described.map((route) => describeRoute(route, shelf)));
  const webhooks = { ...describeRequestsSent(shelf), ...describeWebhooks(shelf) };
  const tags = new Set(described.flatMap((route) => Object.values(route.docs ?? {}).map((doc) => doc.tag)));
  return {
    openapi: "3.1.1",
    info: { title: "Parley", version: "current", description, license: { name: "MIT", identifier: "MIT" } },
    servers: [{ url: "/", description: "The service this description was had from." }],
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
          description: "The same for the desk's pages.",
        },
        visitor: { type: "http", scheme: "bearer", description: "What the visitor's page was told by /ws/widget." },
        ...(described.some(isGuarded) && { operator: operatorScheme }),
      },
    },
  };
}

/** Where the config file names no token, nothing asks for it. */
const operatorScheme = { type: "http", scheme: "bearer", description: "The token of metrics in the config file." };
const isGuarded = ({ docs = {} }: Route): boolean => Object.values(docs).some(({ access }) => access === "operator");

/** Source: DEL-29, DEL-30. */
const idempotencyKey: JsonRecord = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "A repeat with the same key and body does nothing and gets the same answer; with another body it is a 400.",
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
  return {
    operationId: doc.id,
    summary: doc.summary,
    tags: [doc.tag],
    security: securityOf(doc),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: { [contentType]: { schema: shelf.show(body) } } } }),
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
      ? schema && { "application/json": { schema: shelf.show(schema) } }
      : { [media.mediaType]: { schema: { type: "string", ...(!media.isText && { format: "binary" }) } } };
  return {
    description: about,
    headers: { ...requestIdHeader, ...Object.fromEntries(described) },
    ...(content !== undefined && { content }),
  };
}
