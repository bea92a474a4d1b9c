import type { TSchema } from "typebox";
import {
  agentJoinedEventSchema,
  agentMessageSchema,
  agentUnavailableEventSchema,
  clientMessageEventSchema,
  grantedTokenSchema,
  receivedAnswerSchema,
  refusedAnswerSchema,
  startCallSchema,
  tokenRequestSchema,
  typingNoticeSchema,
} from "../../codec/sent-schemas.ts";
import type { JsonRecord, SchemaShelf } from "./schemas.ts";

/** A request that Parley sends to somebody's server. */
interface SentRequest {
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly body: TSchema;
  readonly contentType?: string;
  readonly taken: string;
  /** What a 2xx has to say; anything else is not looked at. */
  readonly answer?: TSchema;
  readonly refused: string;
  readonly refusal?: TSchema;
  readonly failed: string;
}

/** Source: CH-38, DEL-03 to DEL-16. */
const toCustomerSystem = {
  tag: "Chat API",
  taken: "It was received; within 3 seconds. An `error` in the body is a failure all the same.",
  answer: receivedAnswerSchema,
  refused: "It was not taken; an `error` in the body is shown to the agent.",
  refusal: refusedAnswerSchema,
} as const;

/** Source: BOT-17 to BOT-20. */
const toBot = {
  tag: "Bot provider API",
  description:
    "Goes to the address of the bot's provider, with the token of OAuth 2.0 where there is one. Three attempts, 3 s apart.",
  taken: "It was received; within 3 seconds. The body is not looked at.",
  refused: "It was not taken. A 401 asks for another access token, once.",
  failed: "After the third attempt agents get the chat.",
} as const;

const requests: readonly SentRequest[] = [
  {
    ...toCustomerSystem,
    id: "agentMessage",
    summary: "An agent, or a bot, wrote to a client",
    description: "Goes to the channel's webhookUrl, with the channel's id behind it. Three attempts, 3 s apart.",
    body: agentMessageSchema,
    failed: "It is sent again; after the third attempt the agent is told what went wrong.",
  },
  {
    ...toCustomerSystem,
    id: "typingNotice",
    summary: "An agent types, or has stopped",
    description: "Goes where messages go, once.",
    body: typingNoticeSchema,
    failed: "It is not sent again.",
  },
  { ...toBot, id: "CLIENT_MESSAGE", summary: "A client wrote to the bot", body: clientMessageEventSchema },
  { ...toBot, id: "AGENT_JOINED", summary: "An agent took the chat over", body: agentJoinedEventSchema },
  { ...toBot, id: "AGENT_UNAVAILABLE", summary: "No agent took the chat over", body: agentUnavailableEventSchema },
  {
    id: "requestToken",
    tag: "Bot provider API",
    summary: "Asks for an access token for the bot's address",
    description: "Goes to the bot's token URL. Source: RFC 6749, 4.4.",
    body: tokenRequestSchema,
    contentType: "application/x-www-form-urlencoded",
    taken: "The token; within the 3 seconds of the attempt that needs it.",
    answer: grantedTokenSchema,
    refused: "There is no token: the attempt has failed.",
    failed: "The attempt has failed; the next one asks again.",
  },
  {
    id: "startCall",
    tag: "Call gateway API",
    summary: "Asks the call gateway to ring the agent, then the client",
    description: "Goes to <gatewayUrl>/calls, once.",
    body: startCallSchema,
    taken: "The call begins; within 10 seconds. The body is not looked at.",
    refused: "The call is an error.",
    failed: "The call is an error: a second request could dial twice.",
  },
];

/** What is sent beside the events for owners' servers, by name. */
export const describeRequestsSent = (shelf: SchemaShelf): JsonRecord =>
  Object.fromEntries(requests.map((request) => [request.id, { post: describe(request, shelf) }]));

function describe(request: SentRequest, shelf: SchemaShelf): JsonRecord {
  const { contentType = "application/json", answer, refusal } = request;
  const content = (schema: TSchema | undefined): JsonRecord =>
    schema === undefined ? {} : { content: { "application/json": { schema: shelf.show(schema) } } };
  return {
    operationId: request.id,
    summary: request.summary,
    description: request.description,
    tags: [request.tag],
    security: [],
    requestBody: { required: true, content: { [contentType]: { schema: shelf.show(request.body) } } },
    responses: {
      "2XX": { description: request.taken, ...content(answer) },
      "4XX": { description: request.refused, ...content(refusal) },
      default: { description: request.failed },
    },
  };
}
