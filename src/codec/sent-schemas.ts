import type { Static } from "typebox";
import Type from "typebox";
import { strict } from "./desk/desk-schemas.ts";

/**
 * The bodies of the requests that Parley sends to customer systems, bots, the call gateway and token endpoints. The sent values
 * have these types, and `/openapi.json` shows the schemas. Events for owners' servers are in `webhook-schemas.ts`.
 */

const text = (description: string) => Type.String({ description });
const named = ($id: string, description: string) => ({ ...strict, $id, description });

/** Source: CH-39. */
const address = {
  sender: Type.Object(
    {
      name: text("The name of the agent or the bot."),
      photo: Type.Optional(text("The address of the avatar. It is absent without an avatar.")),
    },
    named("SentBy", "The agent or the bot who writes."),
  ),
  recipient: Type.Object(
    {
      id: Type.Union([Type.String({ minLength: 1, maxLength: 255 }), Type.Integer()], {
        description:
          "The `sender.id` of the client, in the JSON type that the customer system used. An integer keeps every digit.",
      }),
    },
    named("SentTo", "The client who receives the message."),
  ),
};

const messageId = text("The id of the message. It is the same in every attempt, and when the message is sent again.");
const written = Type.String({ minLength: 1, description: "The text." });
const size = (unit: string) => Type.Optional(Type.Number({ minimum: 0, description: unit }));

/** Agents send no stickers and no locations. Source: CH-40, CH-42, CH-52, CH-59. */
const kindMeaning = { description: "The type of the message." };
const message = Type.Union(
  [
    Type.Object({ type: Type.Literal("text", kindMeaning), id: messageId, text: written }, strict),
    Type.Object(
      {
        type: Type.Enum(["photo", "video", "audio", "voice", "document"], kindMeaning),
        id: messageId,
        file: text("The URL of the file."),
        thumb: Type.Optional(text("The URL of a preview.")),
        emoji: Type.Optional(text("The emoji that the file shows.")),
        file_name: text("The name of the file."),
        file_size: Type.Number({ minimum: 0, description: "The size of the file in bytes." }),
        duration: size("The duration in seconds."),
        width: size("The width in pixels."),
        height: size("The height in pixels."),
        performer: Type.Optional(text("The performer of an audio file.")),
        title: Type.Optional(text("The title of an audio file.")),
        text: Type.Optional(written),
      },
      strict,
    ),
  ],
  { description: "The message." },
);

export const agentMessageSchema = Type.Object(
  { ...address, message },
  named("AgentMessage", "A message of an agent or a bot to a client of the chat API."),
);

export const typingNoticeSchema = Type.Object(
  {
    ...address,
    message: Type.Object(
      {
        type: Type.Enum(["typein", "typeout"], {
          description: "`typein`: the agent types. `typeout`: the agent has stopped.",
        }),
      },
      { ...strict, description: "The notice." },
    ),
  },
  named("TypingNotice", "A notice that an agent types, or has stopped."),
);

const idsOf = <Event extends string>(event: Event) => ({
  event: Type.Literal(event, { description: "The name of the event." }),
  id: text("The id of the event. It is the same in every attempt."),
  client_id: text("The number of the visitor, from 1."),
  chat_id: text("The id of the chat."),
});

/** Source: BOT-09 to BOT-13, BOT-42. */
export const clientMessageEventSchema = Type.Object(
  {
    ...idsOf("CLIENT_MESSAGE"),
    site_id: Type.Literal("1", { description: "The number of the account. An installation has one account." }),
    agents_online: Type.Boolean({ description: "Whether an agent of the channel is available." }),
    sender: Type.Object(
      {
        id: Type.Integer({ minimum: 1, description: "The number of the visitor." }),
        name: text("The name of the client; an empty string when it is not known."),
        url: text("The page that the client writes from; an empty string when it is not known."),
        has_contacts: Type.Boolean({ description: "Whether an e-mail address or a phone number is known." }),
      },
      { ...strict, description: "The client." },
    ),
    channel: Type.Object(
      {
        id: text("The public id of the channel."),
        type: Type.Enum(["chat_api", "widget"], { description: "The kind of the channel." }),
      },
      { ...strict, description: "The channel of the chat." },
    ),
    message: Type.Object(
      {
        type: Type.Literal("TEXT", { description: "The type of the message." }),
        text: text("The text of the client."),
        button_id: Type.Optional(
          text("The id of the button that the client clicked. It is absent when the button has no id."),
        ),
        timestamp: Type.Integer({ minimum: 0, description: "The time in Unix seconds." }),
      },
      { ...strict, description: "The message." },
    ),
  },
  named("BotClientMessage", "A message of a client."),
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
    call_id: text("The id of the call. The reports of the gateway carry it."),
    type: Type.Enum(["callback", "incoming", "outgoing"], { description: "The kind of the call." }),
    phone: text("The phone number of the client."),
    agent: Type.Object(
      {
        id: Type.Integer({ minimum: 1, description: "The id of the agent." }),
        name: text("The name of the agent."),
        phone: text("The phone number of the agent."),
      },
      { ...strict, description: "The agent who is called." },
    ),
    status_url: text("The address for the reports of the gateway. The last part of the address is a secret."),
  },
  named("StartCall", "A call to make."),
);
export type StartCallBody = Static<typeof startCallSchema>;

/** Source: AUTH-08, RFC 6749, 4.4.2. */
export const tokenRequestSchema = Type.Object(
  {
    grant_type: Type.Literal("client_credentials", { description: "The grant of RFC 6749, section 4.4." }),
    client_id: Type.String({ minLength: 1, description: "The client id from the settings of the bot." }),
    client_secret: Type.String({
      minLength: 1,
      writeOnly: true,
      description: "The client secret from the settings of the bot.",
    }),
  },
  named("TokenRequest", "The credentials of the bot, as a form."),
);
export type TokenRequestBody = Static<typeof tokenRequestSchema>;

/** Source: AUTH-09, RFC 6749, 5.1. */
export const grantedTokenSchema = Type.Object(
  {
    access_token: Type.String({
      minLength: 1,
      maxLength: 8_192,
      pattern: "^[!-~]+$",
      description: "The token.",
      examples: ["an-access-token"],
    }),
    token_type: Type.Optional(
      Type.String({
        pattern: "^[Bb][Ee][Aa][Rr][Ee][Rr]$",
        description: "The type of the token: Bearer.",
        examples: ["Bearer"],
      }),
    ),
    expires_in: Type.Optional(
      Type.Union([Type.Number(), Type.String()], {
        description: "How long the token is valid, in seconds. Without it, 330 seconds.",
      }),
    ),
  },
  { $id: "GrantedToken", description: "An access token for the address of the bot." },
);

/** Source: CH-43, DEL-11. */
export const receivedAnswerSchema = Type.Object(
  { result: Type.Optional(Type.Literal("ok", { description: "The message was received." })) },
  { $id: "Received", description: "The answer of a server that has received the message." },
);
export const refusedAnswerSchema = Type.Object(
  {
    error: Type.Object(
      {
        code: Type.Optional(Type.Union([Type.String(), Type.Number()], { description: "The code of the error." })),
        message: Type.Optional(text("The text of the error. The agent sees it, unless the channel hides the code.")),
      },
      { description: "The error." },
    ),
  },
  { $id: "Refused", description: "Why the server refuses the message. It also counts in a 2xx answer." },
);
