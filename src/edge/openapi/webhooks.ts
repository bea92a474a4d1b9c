import type { WebhookEventName } from "../../../machines/tells.ts";
import { webhookAnswerSchema } from "../../codec/c-webhook/webhook-answer-schemas.ts";
import { everyWebhookSchema } from "../../codec/c-webhook/webhook-schemas.ts";
import { endpointEvents, webhookEvents } from "../../codec/settings/webhook-events.ts";
import { jsonContent } from "./examples.ts";
import type { JsonRecord, SchemaShelf } from "./schemas.ts";

export const webhooksTag = "Webhooks";

interface Moment {
  readonly summary: string;
  readonly when: string;
}

const named = "Only endpoints that name the event get it.";

/** The content of each event, and the moment when it is sent. Source: WH-14 to WH-18, CALL-02. */
const moments: Readonly<Record<WebhookEventName, Moment>> = {
  chat_accepted: {
    summary: "Reports that an agent has accepted the chat.",
    when: "When the first agent of a chat clicks Reply, or takes the chat over from a bot. It is sent once for each chat.",
  },
  chat_updated: {
    summary: "Reports that the data about the visitor have changed.",
    when: "When the data change between the acceptance and the end of the chat. Changes within one second are one event.",
  },
  chat_assigned: {
    summary: "Reports that an agent has bound the chat to a card of the CRM.",
    when: "When an agent presses the bind button. The answer to `chat_accepted` must have had a `crm_link`.",
  },
  chat_finished: {
    summary: "Reports the end of a chat, with the whole log of the chat.",
    when: "When the chat is closed in the desk. It is sent once for each chat.",
  },
  offline_message: {
    summary: "Reports a message that a visitor left through the offline form.",
    when: "When the visitor sends the offline form.",
  },
  agent_presence: {
    summary: "Reports that an agent is online, away or offline.",
    when: `When the status of an agent with a channel changes. ${named}`,
  },
  bot_failed: {
    summary: "Reports that a chat goes on without its bot, because the bot failed.",
    when: `When all attempts of an event for the bot have failed. ${named}`,
  },
  chat_rated: {
    summary: "Reports a rating of the visitor.",
    when: `Each time the visitor rates the chat. ${named}`,
  },
  chat_reopened: {
    summary: "Reports that an agent has opened a closed chat again.",
    when: `When an agent opens the chat again. ${named}`,
  },
  chat_started: {
    summary: "Reports a new chat.",
    when: `When the first message of a chat is stored. ${named}`,
  },
  chat_transferred: {
    summary: "Reports that an agent has given the chat to another agent or to a department.",
    when: `When the chat is transferred. ${named}`,
  },
  message_created: {
    summary: "Reports a message of a client, an agent or a bot.",
    when: `When a message is stored that one side sent to the other. ${named}`,
  },
  message_delivered: {
    summary: "Reports that the customer system has accepted a message.",
    when: `When an attempt to deliver a message of an agent or a bot has succeeded. ${named}`,
  },
  message_failed: {
    summary: "Reports that a message was not delivered.",
    when: `When the last attempt to deliver a message of an agent or a bot has failed. ${named}`,
  },
  call_event: {
    summary: "Reports a new call, or a new status of a call.",
    when: "When agents get a new call, and each time the status of the call changes.",
  },
};

const header = (name: string, isAlways: boolean, description: string, schema: JsonRecord): JsonRecord => ({
  name,
  in: "header",
  required: isAlways,
  description,
  schema,
});

/** The headers of every event, for the components of the document. Source: WH-39, WH-40, Standard Webhooks. */
export const webhookParameters: JsonRecord = {
  WebhookId: header("webhook-id", true, "The id of the event. It is the same in every attempt and every replay.", {
    type: "string",
  }),
  WebhookAttempt: header("webhook-attempt", true, "The number of the attempt, from 1. Replays continue the count.", {
    type: "integer",
    minimum: 1,
  }),
  WebhookTimestamp: header(
    "webhook-timestamp",
    false,
    "The time of the attempt in Unix seconds. The header is present when the channel has a signing secret.",
    {
      type: "integer",
      minimum: 0,
    },
  ),
  WebhookSignature: header(
    "webhook-signature",
    false,
    "The signature, when the channel has a signing secret: `v1,` and the base64 form of the HMAC-SHA256 over `webhook-id.webhook-timestamp.body`. For 24 hours after a change of the secret the header has two signatures, with a space between them.",
    { type: "string", pattern: "^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)?$" },
  ),
};

/** Describes the requests to the server of a channel's owner, and its answers. Source: WH-01 to WH-03, WH-31, WH-33 to WH-37. */
export const describeWebhooks = (shelf: SchemaShelf): Readonly<Record<string, JsonRecord>> =>
  Object.fromEntries(
    [...webhookEvents, ...endpointEvents].map((event) => [event, { post: describeEvent(event, shelf) }]),
  );

function describeEvent(event: WebhookEventName, shelf: SchemaShelf): JsonRecord {
  return {
    operationId: event,
    summary: moments[event].summary,
    description: moments[event].when,
    tags: [webhooksTag],
    security: [],
    parameters: Object.keys(webhookParameters).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: { required: true, content: jsonContent(everyWebhookSchema[event], shelf) },
    responses: {
      "2XX": {
        description: "Your server has received the event. It must answer within 10 seconds.",
        content: jsonContent(webhookAnswerSchema(event), shelf),
      },
      "410": { description: "Your server does not want the event. The service does not send it again." },
      default: {
        description:
          "The attempt has failed, as it has without an answer. The service sends the event again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h. A longer `Retry-After` delays the next attempt.",
      },
    },
  };
}
