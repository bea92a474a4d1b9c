import type { TSchema } from "typebox";
import Type from "typebox";
import type { WebhookEventName } from "../../../machines/webhooks/webhooks.types.ts";
import { nullable } from "../desk/desk-schemas.ts";

/**
 * What an owner's server may answer, for `/openapi.json`. Nothing is refused: `crm-answer.ts` takes what it can use and drops the
 * rest. Source: WH-24 to WH-26, WH-28, WH-29, WH-31 to WH-33.
 */

const link = (description: string) => Type.String({ description: `${description} http or https.` });

const result = Type.Optional(
  nullable(
    Type.String({ examples: ["ok", "FAILURE"] }),
    "ok in any case: done. Anything else is a failure: unless FAILURE, it is shown to the agent as its reason. Without it the event counts as delivered, and nothing is shown.",
  ),
);

const customRow = Type.Object(
  {
    title: Type.Optional(Type.String()),
    content: Type.Optional(Type.String()),
    key: Type.Optional(Type.String()),
    link: Type.Optional(link("Where the row leads.")),
  },
  { description: "A row beside the conversation." },
);

const contact = Type.Object(
  { name: Type.String(), phone: Type.Optional(Type.String()), email: Type.Optional(Type.String()) },
  { description: "Shown and kept as if the visitor had entered it." },
);

const none = Type.Array(Type.Unknown(), { maxItems: 0, description: "None." });

const plainAnswer = Type.Object({ result }, { $id: "WebhookAnswer", description: "What became of the event." });

const dataAnswer = Type.Object(
  {
    result,
    custom_data: Type.Optional(nullable(Type.Array(customRow), "In place of the rows shown before.")),
    contact_info: Type.Optional(Type.Union([contact, none, Type.Null()])),
    enable_assign: Type.Optional(Type.Boolean({ description: "Shows a button that binds the visitor to the card." })),
    crm_link: Type.Optional(link("The card of the visitor in the CRM.")),
    page: Type.Optional(
      Type.Object(
        { url: link("Its address."), title: Type.Optional(Type.String()) },
        { description: "Shown as the visitor's page." },
      ),
    ),
  },
  {
    $id: "WebhookDataAnswer",
    description: "What became of the event, and what the agent is to see. A field of the wrong type is dropped.",
  },
);

/** What of an answer counts: data for the agent only where the agent waits for it. Source: WH-30, WH-32. */
export const webhookAnswerSchema = (event: WebhookEventName): TSchema =>
  event === "chat_accepted" || event === "chat_updated" ? dataAnswer : plainAnswer;
