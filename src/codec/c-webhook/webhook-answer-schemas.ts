import type { TSchema } from "typebox";
import Type from "typebox";
import type { WebhookEventName } from "../../../machines/tells.ts";
import { nullable } from "../desk/desk-schemas.ts";

/**
 * The answers that an owner's server may send, for `/openapi.json`. No answer is rejected because of these schemas: `crm-answer.ts`
 * uses the valid parts and drops the others. Source: WH-24 to WH-26, WH-28, WH-29, WH-31 to WH-33.
 */

const link = (description: string) =>
  Type.String({ description: `${description} It must be an http or https address.` });

const result = Type.Optional(
  nullable(
    Type.String({ examples: ["ok", "FAILURE"] }),
    "The result. `ok`, in upper or lower case, is a success. Any other text is a failure, and the agent sees the text as the reason, unless it is `FAILURE`. Without a result the event counts as delivered, and the agent sees nothing of the answer.",
  ),
);

const customRow = Type.Object(
  {
    title: Type.Optional(Type.String({ description: "The text above the row." })),
    content: Type.Optional(Type.String({ description: "The content of the row." })),
    key: Type.Optional(Type.String({ description: "The text before the content." })),
    link: Type.Optional(link("The address that the row opens.")),
  },
  { description: "A row beside the chat." },
);

const contact = Type.Object({
  name: Type.String({ description: "The name." }),
  phone: Type.Optional(Type.String({ description: "The phone number." })),
  email: Type.Optional(Type.String({ description: "The e-mail address." })),
});

const none = Type.Array(Type.Unknown(), { maxItems: 0, description: "None." });

const plainAnswer = Type.Object({ result }, { $id: "WebhookAnswer", description: "The result of the event." });

const dataAnswer = Type.Object(
  {
    result,
    custom_data: Type.Optional(
      nullable(Type.Array(customRow), "The rows beside the chat, in place of the earlier rows."),
    ),
    contact_info: Type.Optional(
      Type.Union([contact, none, Type.Null()], {
        description: "The contact data of the visitor, stored as if the visitor had entered them.",
      }),
    ),
    enable_assign: Type.Optional(
      Type.Boolean({ description: "Whether the desk shows the button that binds the chat to the card." }),
    ),
    crm_link: Type.Optional(link("The address of the card of the visitor in the CRM.")),
    page: Type.Optional(
      Type.Object(
        {
          url: link("The address of the page."),
          title: Type.Optional(Type.String({ description: "The title of the page." })),
        },
        { description: "The page that the desk shows as the page of the visitor." },
      ),
    ),
  },
  {
    $id: "WebhookDataAnswer",
    description: "The result of the event, and the data for the agent. The service drops a field of the wrong type.",
  },
);

/**
 * The parts of an answer that are used. Data for the agent is used only for events on which the agent waits for it. Source: WH-30,
 * WH-32.
 */
export const webhookAnswerSchema = (event: WebhookEventName): TSchema =>
  event === "chat_accepted" || event === "chat_updated" ? dataAnswer : plainAnswer;
