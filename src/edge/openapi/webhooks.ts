import type { WebhookEventName } from "../../../machines/webhooks/webhooks.types.ts";
import { webhookAnswerSchema } from "../../codec/c-webhook/webhook-answer-schemas.ts";
import { webhookSchemas } from "../../codec/c-webhook/webhook-schemas.ts";
import { webhookEvents } from "../../codec/desk/desk-schemas.ts";
import type { JsonRecord, SchemaShelf } from "./schemas.ts";

export const webhooksTag = "Webhooks";

/** When each is sent. Source: WH-14 to WH-18, CALL-02. */
const moments: Readonly<Record<WebhookEventName, string>> = {
  chat_accepted: "The first agent took the chat",
  chat_updated: "What is known of the visitor changed while an agent had the chat",
  chat_assigned: "The agent bound the visitor to a card of the CRM",
  chat_finished: "An agent closed the chat",
  offline_message: "The visitor left a message by the offline form",
  call_event: "A call began or went on",
};

const header = (name: string, isAlways: boolean, description: string, schema: JsonRecord): JsonRecord => ({
  name,
  in: "header",
  required: isAlways,
  description,
  schema,
});

/** The headers of every event, for the document's components. Source: WH-39, WH-40, Standard Webhooks. */
export const webhookParameters: JsonRecord = {
  WebhookId: header("webhook-id", true, "Of the event: the same in every attempt and replay.", { type: "string" }),
  WebhookAttempt: header("webhook-attempt", true, "From 1; replays count on.", { type: "integer", minimum: 1 }),
  WebhookTimestamp: header(
    "webhook-timestamp",
    false,
    "Unix seconds of the attempt, where there is a signing secret.",
    {
      type: "integer",
      minimum: 0,
    },
  ),
  WebhookSignature: header(
    "webhook-signature",
    false,
    "Where there is a signing secret: v1, and the base64 of the HMAC-SHA256 over webhook-id.webhook-timestamp.body. For 24 hours after a change of the secret two of them, with a space between.",
    { type: "string", pattern: "^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)?$" },
  ),
};

/** What is sent to the server of a channel's owner, and what it may answer. Source: WH-01 to WH-03, WH-31, WH-33 to WH-37. */
export const describeWebhooks = (shelf: SchemaShelf): JsonRecord =>
  Object.fromEntries(webhookEvents.map((event) => [event, { post: describeEvent(event, shelf) }]));

function describeEvent(event: WebhookEventName, shelf: SchemaShelf): JsonRecord {
  const content = (shown: unknown): JsonRecord => ({ "application/json": { schema: shown } });
  return {
    operationId: event,
    summary: moments[event],
    tags: [webhooksTag],
    security: [],
    parameters: Object.keys(webhookParameters).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: { required: true, content: content(shelf.show(webhookSchemas[event])) },
    responses: {
      "2XX": {
        description: "It was received; within 10 seconds.",
        content: content(shelf.show(webhookAnswerSchema(event))),
      },
      "410": { description: "It is not wanted: it is not sent again." },
      default: {
        description:
          "It is sent again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, as it is without an answer; later where Retry-After asks for it.",
      },
    },
  };
}
