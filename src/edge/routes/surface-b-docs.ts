import Type from "typebox";
import type { OperationDoc } from "../server/operation.ts";

const resultOk = Type.Object({ result: Type.Literal("ok") }, { additionalProperties: false });

/** Source: BOT-28. */
const text = (description: string) => Type.Union([Type.String(), Type.Number()], { description });
/** Source: BOT-30. */
const words = (description: string) => Type.Union([Type.String({ pattern: "\\S" }), Type.Number()], { description });
const optionalText = (description: string) => Type.Optional(text(description));

const ids = {
  id: optionalText("The id of the event at the provider. The same id twice does not make a repeat."),
  chat_id: optionalText("The id of the chat. Without it, the open chat of `client_id` counts."),
  client_id: optionalText("The id of the client. It is needed only without `chat_id`."),
};

const fallback = optionalText("The plain text for channels that cannot show this type. Without it they show nothing.");
const timestamp = Type.Optional(Type.Unknown({ description: "The time of the message. The service does not use it." }));

const button = Type.Object({
  text: words("The text of the button: not blank."),
  id: optionalText("The id of the button. The bot receives it after a click."),
});

/** Source: B2, BOT-30, BOT-36 to BOT-41. */
const message = Type.Union(
  [
    Type.Object({ type: Type.Literal("TEXT"), text: words("The text. It is shown as it is."), timestamp }),
    Type.Object({
      type: Type.Literal("MARKDOWN"),
      content: words("The text, with links, bold and italic. Other Markdown is shown as it is."),
      text: fallback,
      timestamp,
    }),
    Type.Object({
      type: Type.Literal("BUTTONS"),
      title: optionalText("The text above the buttons."),
      buttons: Type.Array(button, { minItems: 1, maxItems: 3, description: "The buttons." }),
      text: fallback,
      timestamp,
    }),
  ],
  { description: "The message." },
);

/** One of them names the chat. */
const named = { anyOf: [{ required: ["chat_id"] }, { required: ["client_id"] }] };

/** Source: B1, BOT-24, BOT-25. */
const providerEvent = Type.Union(
  [
    Type.Object({ event: Type.Literal("BOT_MESSAGE"), ...ids, message }, named),
    Type.Object({ event: Type.Literal("INVITE_AGENT"), ...ids }, named),
  ],
  { $id: "ProviderEvent", description: "A message of a bot, or its request for an agent. Unknown keys are ignored." },
);

/** `POST /bots/webhooks/{providerId}/{token}`. */
export const providerEventDoc: OperationDoc = {
  id: "postProviderEvent",
  summary: "Receives an event of a bot. The answer comes when the event is stored.",
  tag: "Bot provider API",
  access: "anyone",
  isIdempotent: true,
  request: { schema: providerEvent },
  answer: { status: 200, description: "The event is stored.", schema: resultOk },
  tooLarge: "invalid_request",
  failures: ["invalid_client", "access_denied"],
};

/** `POST /bots/providers/{providerId}/{token}`. Source: BOT-05. */
export const providerEventAliasDoc: OperationDoc = {
  ...providerEventDoc,
  id: "postProviderEventAlias",
  summary: "Does the same as the operation under /bots/webhooks.",
};
