import { describeSockets } from "../../../edge/asyncapi/document.ts";
import { describeRequestsSent } from "../../../edge/openapi/requests-sent.ts";
import { createSchemaShelf } from "../../../edge/openapi/schemas.ts";
import { describeWebhooks, webhookParameters } from "../../../edge/openapi/webhooks.ts";
import type { SocketsDocument, WebhooksDocument } from "./schema.types.ts";

/** The machine-readable documents from which pages of the documentation are made. */

export function webhooksDocument(): WebhooksDocument {
  const shelf = createSchemaShelf();
  const webhooks = { ...describeWebhooks(shelf), ...describeRequestsSent(shelf) };
  return {
    webhooks,
    headers: Object.values(webhookParameters),
    schemas: shelf.components,
  } as unknown as WebhooksDocument;
}

export const socketsDocument = (): SocketsDocument =>
  describeSockets("https://chat.example.com") as unknown as SocketsDocument;
