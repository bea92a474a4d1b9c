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
import { exampleOf, jsonContent } from "./examples.ts";
import type { JsonRecord, SchemaShelf } from "./schemas.ts";

/** A request that Parley sends to an external server. */
interface SentRequest {
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly body: TSchema;
  readonly contentType?: string;
  readonly taken: string;
  /** The schema of a 2xx answer whose body is read; other answers are not read. */
  readonly answer?: TSchema;
  readonly refused: string;
  readonly refusal?: TSchema;
  readonly failed: string;
}

/** Source: CH-38, DEL-03 to DEL-16. */
const toCustomerSystem = {
  tag: "Chat API",
  taken:
    "Your server has received the message. It must answer within 3 seconds. An `error` in the body still counts as a failure.",
  answer: receivedAnswerSchema,
  refused: "Your server refuses the message. The agent sees the `error` of the body.",
  refusal: refusedAnswerSchema,
} as const;

/** Source: BOT-17 to BOT-20. */
const toBot = {
  tag: "Bot provider API",
  description:
    "The request goes to the address of the bot, with an access token if the bot uses OAuth 2.0. There are three attempts, 3 seconds apart.",
  taken: "The bot has received the event. It must answer within 3 seconds. The service does not read the body.",
  refused: "The bot refuses the event. After a 401 the service asks once for a new access token.",
  failed: "The attempt has failed. After the third attempt the service gives the chat to agents.",
} as const;

const requests: readonly SentRequest[] = [
  {
    ...toCustomerSystem,
    id: "agentMessage",
    summary: "Carries a message of an agent or a bot to a client.",
    description:
      "Sent when an agent or a bot writes. The request goes to the `webhookUrl` of the channel, followed by the channel id. There are three attempts, 3 seconds apart.",
    body: agentMessageSchema,
    failed: "The attempt has failed. After the third attempt the agent sees the error.",
  },
  {
    ...toCustomerSystem,
    id: "typingNotice",
    summary: "Reports that an agent types, or has stopped.",
    description: "Sent when the agent starts or stops typing, once and to the same address as messages.",
    body: typingNoticeSchema,
    failed: "The service does not send the notice again.",
  },
  {
    ...toBot,
    id: "CLIENT_MESSAGE",
    summary: "Carries a message of a client to the bot.",
    description: `Sent when a client writes and the bot has the chat. ${toBot.description}`,
    body: clientMessageEventSchema,
  },
  {
    ...toBot,
    id: "AGENT_JOINED",
    summary: "Reports that an agent has taken the chat over.",
    description: `Sent when an agent joins the chat of the bot. ${toBot.description}`,
    body: agentJoinedEventSchema,
  },
  {
    ...toBot,
    id: "AGENT_UNAVAILABLE",
    summary: "Reports that no agent has taken the chat over.",
    description: `Sent when the time limit for agents is over. ${toBot.description}`,
    body: agentUnavailableEventSchema,
  },
  {
    id: "requestToken",
    tag: "Bot provider API",
    summary: "Asks for an access token for the address of the bot.",
    description:
      "Sent when an attempt needs a token and the service has none. The request goes to the token URL of the bot. See RFC 6749, section 4.4.",
    body: tokenRequestSchema,
    contentType: "application/x-www-form-urlencoded",
    taken: "The answer holds the token. It must come within the 3 seconds of the attempt that needs the token.",
    answer: grantedTokenSchema,
    refused: "The service gets no token, and the attempt has failed.",
    failed: "The attempt has failed. The next attempt asks again.",
  },
  {
    id: "startCall",
    tag: "Call gateway API",
    summary: "Asks the call gateway to call the agent, then the client.",
    description: "Sent once for a callback or an outgoing call. The request goes to `<gatewayUrl>/calls`.",
    body: startCallSchema,
    taken: "The gateway starts the call. It must answer within 10 seconds. The service does not read the body.",
    refused: "The call gets the status `error`.",
    failed:
      "The call gets the status `error`. The service does not repeat the request, because a second request could dial twice.",
  },
];

/** Describes the requests that are sent besides the events for owners' servers, by name. */
export const describeRequestsSent = (shelf: SchemaShelf): Readonly<Record<string, JsonRecord>> =>
  Object.fromEntries(requests.map((request) => [request.id, { post: describe(request, shelf) }]));

function describe(request: SentRequest, shelf: SchemaShelf): JsonRecord {
  const { contentType = "application/json", answer, refusal } = request;
  const content = (schema: TSchema | undefined): JsonRecord =>
    schema === undefined ? {} : { content: jsonContent(schema, shelf) };
  return {
    operationId: request.id,
    summary: request.summary,
    description: request.description,
    tags: [request.tag],
    security: [],
    requestBody: {
      required: true,
      content: { [contentType]: { schema: shelf.show(request.body), example: exampleOf(request.body) } },
    },
    responses: {
      "2XX": { description: request.taken, ...content(answer) },
      "4XX": { description: request.refused, ...content(refusal) },
      default: { description: request.failed },
    },
  };
}
