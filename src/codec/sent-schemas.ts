import type { Static } from "typebox";
import Type from "typebox";
import { strict } from "./desk/desk-schemas.ts";

/**
 * The bodies of what Parley sends to customer systems, bots, the call gateway and token endpoints: what is sent has these types, and
 * `/openapi.json` shows them. Events for owners' servers are in `webhook-schemas.ts`.
 */

const text = (description: string) => Type.String({ description });
const named = ($id: string, description: string) => ({ ...strict, $id, description });

/** Source: CH-39. */
const address = {
  sender: Type.Object(
    { name: text("The agent's, or the bot's."), photo: Type.Optional(text("Link of the avatar; absent without one.")) },
    named("SentBy", "Who writes."),
  ),
  recipient: Type.Object(
    {
      id: Type.Union([Type.String({ minLength: 1, maxLength: 255 }), Type.Integer()], {
        description: "The client's sender.id, in the JSON type it came with; an integer with every digit.",
      }),
    },
    named("SentTo", "For whom it is."),
  ),
};

const messageId = text("The same in every attempt, and when the message is sent again.");
const written = Type.String({ minLength: 1 });
const size = (unit: string) => Type.Optional(Type.Number({ minimum: 0, description: unit }));

/** Agents send no stickers and no locations. Source: CH-40, CH-42, CH-52, CH-59. */
const message = Type.Union([
  Type.Object({ type: Type.Literal("text"), id: messageId, text: written }, strict),
  Type.Object(
    {
      type: Type.Enum(["photo", "video", "audio", "voice", "document"]),
      id: messageId,
      file: text("The URL of the file."),
      thumb: Type.Optional(text("The URL of a preview.")),
      emoji: Type.Optional(text("What the file stands for.")),
      file_name: text("The name of the file."),
      file_size: Type.Number({ minimum: 0, description: "Bytes." }),
      duration: size("Seconds."),
      width: size("Pixels."),
      height: size("Pixels."),
      performer: Type.Optional(text("Of an audio file.")),
      title: Type.Optional(text("Of an audio file.")),
      text: Type.Optional(written),
    },
    strict,
  ),
]);

export const agentMessageSchema = Type.Object(
  { ...address, message },
  named("AgentMessage", "What an agent or a bot writes to a client of the chat API."),
);

export const typingNoticeSchema = Type.Object(
  { ...address, message: Type.Object({ type: Type.Enum(["typein", "typeout"]) }, strict) },
  named("TypingNotice", "An agent types, or has stopped."),
);

const idsOf = <Event extends string>(event: Event) => ({
  event: Type.Literal(event),
  id: text("Of the event: the same in every attempt."),
  client_id: text("The visitor's number, from 1."),
  chat_id: text("The chat."),
});

/** Source: BOT-09 to BOT-13, BOT-42. */
export const clientMessageEventSchema = Type.Object(
  {
    ...idsOf("CLIENT_MESSAGE"),
    site_id: Type.Literal("1"),
    agents_online: Type.Boolean({ description: "Whether an agent of the channel is available." }),
    sender: Type.Object(
      {
        id: Type.Integer({ minimum: 1, description: "The visitor's number." }),
        name: text('"" where it is not known.'),
        url: text('The page the client writes from; "" where it is not known.'),
        has_contacts: Type.Boolean({ description: "Whether an e-mail address or a phone number is known." }),
      },
      strict,
    ),
    channel: Type.Object({ id: text("The channel's public id."), type: Type.Enum(["chat_api", "widget"]) }, strict),
    message: Type.Object(
      {
        type: Type.Literal("TEXT"),
        text: Type.String(),
        button_id: Type.Optional(text("Of the button that was clicked; absent when it has none.")),
        timestamp: Type.Integer({ minimum: 0, description: "Unix seconds." }),
      },
      strict,
    ),
  },
  named("BotClientMessage", "What a client wrote."),
);
export type ClientMessageBody = Static<typeof clientMessageEventSchema>;

/** Source: BOT-15. */
export const agentJoinedEventSchema = Type.Object(
  idsOf("AGENT_JOINED"),
  named("BotAgentJoined", "An agent took the chat."),
);
export const agentUnavailableEventSchema = Type.Object(
  idsOf("AGENT_UNAVAILABLE"),
  named("BotAgentUnavailable", "No agent took the chat in time."),
);

/** Source: CALL-06. */
export const startCallSchema = Type.Object(
  {
    call_id: text("Parley's id of the call; the gateway's reports carry it."),
    type: Type.Enum(["callback", "incoming", "outgoing"]),
    phone: text("The client's number."),
    agent: Type.Object(
      { id: Type.Integer({ minimum: 1 }), name: Type.String(), phone: text("The agent's number.") },
      strict,
    ),
    status_url: text("Where the gateway reports to; its last part is a secret."),
  },
  named("StartCall", "A call that is to be made."),
);
export type StartCallBody = Static<typeof startCallSchema>;

/** Source: AUTH-08, RFC 6749, 4.4.2. */
export const tokenRequestSchema = Type.Object(
  {
    grant_type: Type.Literal("client_credentials"),
    client_id: Type.String({ minLength: 1 }),
    client_secret: Type.String({ minLength: 1, writeOnly: true }),
  },
  named("TokenRequest", "The bot's credentials, as a form."),
);
export type TokenRequestBody = Static<typeof tokenRequestSchema>;

/** Source: AUTH-09, RFC 6749, 5.1. */
export const grantedTokenSchema = Type.Object(
  {
    access_token: Type.String({ minLength: 1, maxLength: 8_192, pattern: "^[!-~]+$" }),
    token_type: Type.Optional(Type.String({ pattern: "^[Bb][Ee][Aa][Rr][Ee][Rr]$", description: "Bearer." })),
    expires_in: Type.Optional(Type.Union([Type.Number(), Type.String()], { description: "Seconds; 330 when absent." })),
  },
  { $id: "GrantedToken", description: "An access token for the bot's address." },
);

/** Source: CH-43, DEL-11. */
export const receivedAnswerSchema = Type.Object(
  { result: Type.Optional(Type.Literal("ok")) },
  { $id: "Received", description: "It was received." },
);
export const refusedAnswerSchema = Type.Object(
  {
    error: Type.Object({
      code: Type.Optional(Type.Union([Type.String(), Type.Number()])),
      message: Type.Optional(text("Shown to the agent, unless the channel hides the code.")),
    }),
  },
  { $id: "Refused", description: "Why it was not taken; also with a 2xx." },
);
