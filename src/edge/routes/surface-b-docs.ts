import Type from "typebox";
import type { OperationDoc } from "../server/operation.ts";

const resultOk = Type.Object({ result: Type.Literal("ok") }, { additionalProperties: false });

/** Source: BOT-28. */
const text = (description: string) => Type.Union([Type.String(), Type.Number()], { description });
const optionalText = (description: string) => Type.Optional(text(description));

const ids = {
  id: optionalText("The provider's own id of the event; the same one twice is no repeat by itself."),
  chat_id: optionalText("The chat; without it the open chat of client_id is meant."),
  client_id: optionalText("The client; needed only without chat_id."),
};

const fallback = optionalText("Plain text for channels that cannot show this kind; without it they show nothing.");
const timestamp = Type.Optional(Type.Unknown({ description: "When it was made; it decides nothing." }));

const button = Type.Object({ text: text("The prepared answer."), id: optionalText("Comes back when it is clicked.") });

/** Source: B2, BOT-30, BOT-36 to BOT-41. */
const message = Type.Union([
  Type.Object({ type: Type.Literal("TEXT"), text: text("Shown literally."), timestamp }),
  Type.Object({
    type: Type.Literal("MARKDOWN"),
    content: text("Links, bold and italic; everything else is shown literally."),
    text: fallback,
    timestamp,
  }),
  Type.Object({
    type: Type.Literal("BUTTONS"),
    title: optionalText("Shown above the buttons."),
    buttons: Type.Array(button, { minItems: 1, maxItems: 3 }),
    text: fallback,
    timestamp,
  }),
]);

/** Source: B1, BOT-24, BOT-25. */
const providerEvent = Type.Union(
  [
    Type.Object({ event: Type.Literal("BOT_MESSAGE"), ...ids, message }),
    Type.Object({ event: Type.Literal("INVITE_AGENT"), ...ids }),
  ],
  { $id: "ProviderEvent", description: "What a bot says, or that it asks for an agent. Unknown keys are ignored." },
);

/** `POST /bots/webhooks/{providerId}/{token}`. */
export const providerEventDoc: OperationDoc = {
  id: "postProviderEvent",
  summary: "Takes an event of a bot; answered when it is stored for good.",
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
  summary: "The same as under /bots/webhooks.",
};
