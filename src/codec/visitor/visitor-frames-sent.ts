import Type from "typebox";
import { buttonSchema, mediaProperties, nullable, partSchema, strict, timeSchema } from "../desk/desk-schemas.ts";
import { mediaTypes } from "../text/media-types.ts";

const text = (description: string) => Type.String({ description });
const told = (description: string) => ({ ...strict, description });
const requestId = text("The id of the request that this frame answers.");
const chatId = text("The id of the chat.");
const typingStates = Type.Enum(["typein", "typeout"], {
  description: "`typein`: the agent types. `typeout`: the agent has stopped.",
});
const mode = Type.Enum(["online", "offline"], { description: "Whether agents are online." });
const callback = nullable(Type.String(), "Why the visitor cannot ask for a call now; null when the visitor can.");
const contactValue = (what: string) => nullable(Type.String(), `${what}; null when it is not known.`);
const contact = {
  name: contactValue("The name"),
  email: contactValue("The e-mail address"),
  phone: contactValue("The phone number"),
  description: contactValue("More information"),
};

const agent = nullable(
  Type.Object(
    {
      name: text("The name of the agent or the bot."),
      photo: nullable(Type.String(), "The address of the avatar; null without an avatar."),
    },
    strict,
  ),
  "The agent or the bot who writes to the visitor; null without one.",
);

const chat = Type.Object(
  {
    id: chatId,
    state: Type.Enum(["with_bot", "waiting", "unstaffed", "with_agent", "closed"], {
      description: "The state of the chat.",
    }),
    agent,
    accepted: Type.Boolean({ description: "Whether an agent has pressed Reply." }),
    rate: nullable(Type.Enum(["positive", "negative"]), "The rating; null without a rating."),
    call: nullable(
      Type.Object(
        {
          id: text("The id of the call."),
          type: Type.Enum(["callback", "incoming", "outgoing"], { description: "The kind of the call." }),
          status: Type.Enum(["start", "agent_connected", "client_connected", "end", "error"], {
            description: "The status of the call.",
          }),
          reason: nullable(Type.String(), "Why the call failed; null when it has not failed."),
        },
        strict,
      ),
      "The last call of the visitor in this chat; null without a call.",
    ),
  },
  { ...strict, $id: "VisitorChat", description: "A chat as the visitor sees it." },
);

const message = Type.Object(
  {
    seq: Type.Integer({
      minimum: 1,
      description: "The position in the chat. There are gaps where agents write to each other.",
    }),
    from: Type.Enum(["client", "agent", "bot"], { description: "Who wrote the message." }),
    requestId: nullable(Type.String(), "The id of the request of the visitor; null for a message that others wrote."),
    type: Type.Enum(["text", ...mediaTypes, "markdown", "buttons"], { description: "The type of the message." }),
    text: text("The text. It can be empty for a file."),
    ...mediaProperties,
    parts: Type.Array(partSchema, { description: "The pieces of a Markdown message; empty for other types." }),
    buttons: Type.Array(buttonSchema, { maxItems: 3, description: "The buttons of a bot." }),
    at: timeSchema("When it was accepted"),
    agent,
  },
  { ...strict, $id: "VisitorMessage", description: "A message as the visitor sees it." },
);

/** The frames that a page with the widget receives on `/ws/widget`, by their type. Built by `visitor-frame.ts`. */
export const visitorFramesSent = {
  ready: Type.Object(
    {
      type: Type.Literal("ready"),
      visitor: text(
        "The secret of the visitor. A page that has the secret is this visitor. Store it in place of the old secret.",
      ),
      number: Type.Integer({ minimum: 1, description: "The number of the visitor." }),
      mode,
      callback,
      hasBot: Type.Boolean({ description: "Whether the messages of the visitor go to a bot first." }),
      rate: Type.Object(
        {
          perSecond: Type.Number({ minimum: 0, description: "Requests in one second." }),
          burst: Type.Number({ minimum: 0, description: "Requests at once." }),
        },
        { ...strict, description: "The rate limit for the requests of the visitor." },
      ),
      fileBytesMax: Type.Integer({ minimum: 1, description: "The largest size of a file, in bytes." }),
      contact: Type.Object(contact, { ...strict, description: "The contact data of the visitor." }),
      answerSeconds: nullable(
        Type.Integer({ minimum: 1 }),
        "The median time to the first answer in the last chats of the channel, in seconds; null when it is not known.",
      ),
      earlierChats: Type.Integer({ minimum: 0, description: "How many chats the visitor had before the open chat." }),
      chat: nullable(chat, "The open chat; null without an open chat."),
    },
    told("The answer to `hello`."),
  ),
  done: Type.Object(
    {
      type: Type.Literal("done"),
      id: requestId,
      seq: Type.Optional(
        Type.Integer({ minimum: 1, description: "The `seq` of the message that the request has stored." }),
      ),
      chatId: Type.Optional(text("The chat of the message, when the message was stored before.")),
      earlier: Type.Optional(
        Type.Boolean({ description: "Only in the answer to `earlier`: whether there are more earlier chats." }),
      ),
    },
    told("The answer to a request that the service has stored."),
  ),
  failed: Type.Object(
    {
      type: Type.Literal("failed"),
      id: requestId,
      reason: text("Why the request failed."),
      retryAfter: Type.Optional(
        Type.Number({ exclusiveMinimum: 0, description: "The seconds after which the same request may succeed." }),
      ),
    },
    told("The answer to a request that had no effect."),
  ),
  message: Type.Object({ type: Type.Literal("message"), chatId, message }, told("A message of the chat.")),
  chat: Type.Object({ type: Type.Literal("chat"), chat }, told("The chat in its new state.")),
  contact: Type.Object(
    {
      type: Type.Literal("contact"),
      contact: Type.Partial(Type.Object(contact, strict), {
        ...strict,
        description: "The contact data. An absent field has not changed.",
      }),
    },
    told("Contact data that another page of the visitor has set."),
  ),
  mode: Type.Object({ type: Type.Literal("mode"), mode }, told("The new mode.")),
  callback: Type.Object({ type: Type.Literal("callback"), callback }, told("Whether the visitor can ask for a call.")),
  typing: Type.Object(
    { type: Type.Literal("typing"), chatId, state: typingStates },
    told("A notice that the agent types, or has stopped."),
  ),
} as const;
