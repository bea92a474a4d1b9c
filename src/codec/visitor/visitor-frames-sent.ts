import Type from "typebox";
import { buttonSchema, mediaProperties, nullable, partSchema, strict, timeSchema } from "../desk/desk-schemas.ts";
import { mediaTypes } from "../text/media-types.ts";

const text = (description: string) => Type.String({ description });
const told = (description: string) => ({ ...strict, description });
const requestId = text("Of the request that is answered.");
const chatId = text("The chat's id.");
const typingStates = Type.Enum(["typein", "typeout"]);
const mode = Type.Enum(["online", "offline"], { description: "Whether agents are there." });
const callback = nullable(Type.String(), "Why no call can be asked for now; null when one can.");
const contactValue = nullable(Type.String());
const contact = { name: contactValue, email: contactValue, phone: contactValue, description: contactValue };

const agent = nullable(
  Type.Object({ name: Type.String(), photo: nullable(Type.String(), "Link of the avatar.") }, strict),
  "Who writes to the visitor.",
);

const chat = Type.Object(
  {
    id: chatId,
    state: Type.Enum(["with_bot", "waiting", "unstaffed", "with_agent", "closed"]),
    agent,
    accepted: Type.Boolean({ description: "An agent pressed Reply, then or later." }),
    rate: nullable(Type.Enum(["positive", "negative"]), "Null while not rated."),
    call: nullable(
      Type.Object(
        {
          id: Type.String(),
          type: Type.Enum(["callback", "incoming", "outgoing"]),
          status: Type.Enum(["start", "agent_connected", "client_connected", "end", "error"]),
          reason: nullable(Type.String(), "Why it failed."),
        },
        strict,
      ),
      "The visitor's last call in this chat.",
    ),
  },
  { ...strict, $id: "VisitorChat", description: "A chat as its visitor sees it." },
);

const message = Type.Object(
  {
    seq: Type.Integer({ minimum: 1, description: "Grows; there are gaps where agents talk among themselves." }),
    from: Type.Enum(["client", "agent", "bot"]),
    requestId: nullable(Type.String(), "Of the visitor's own request; null for what others wrote."),
    type: Type.Enum(["text", ...mediaTypes, "markdown", "buttons"]),
    text: Type.String(),
    ...mediaProperties,
    parts: Type.Array(partSchema, { description: "Markdown as it is to be shown; empty for every other type." }),
    buttons: Type.Array(buttonSchema, { maxItems: 3 }),
    at: timeSchema("When it was accepted"),
    agent,
  },
  { ...strict, $id: "VisitorMessage", description: "A message as its visitor sees it." },
);

/** What a page with the widget hears on `/ws/widget`, by the type of the frame. Made by `visitor-frame.ts`. */
export const visitorFramesSent = {
  ready: Type.Object(
    {
      type: Type.Literal("ready"),
      visitor: text("A secret: whoever has it is this visitor. Takes the place of what was kept."),
      number: Type.Integer({ minimum: 1, description: "The visitor's number." }),
      mode,
      callback,
      hasBot: Type.Boolean({ description: "The visitor's messages go to a bot first." }),
      rate: Type.Object(
        { perSecond: Type.Number({ minimum: 0 }), burst: Type.Number({ minimum: 0 }) },
        { ...strict, description: "Of the visitor's requests." },
      ),
      fileBytesMax: Type.Integer({ minimum: 1, description: "Bytes of one file." }),
      contact: Type.Object(contact, strict),
      answerSeconds: nullable(
        Type.Integer({ minimum: 1 }),
        "In what time agents answered the half of the last chats of the channel; null when not known.",
      ),
      earlierChats: Type.Integer({ minimum: 0, description: "Chats of the visitor before the open one." }),
      chat: nullable(chat, "The open chat."),
    },
    told("Answers hello."),
  ),
  done: Type.Object(
    {
      type: Type.Literal("done"),
      id: requestId,
      seq: Type.Optional(Type.Integer({ minimum: 1, description: "Of the message that the request stored." })),
      chatId: Type.Optional(text("The chat of a message that was stored before.")),
      earlier: Type.Optional(
        Type.Boolean({ description: "Of a request for earlier chats: whether there are more before what was sent." }),
      ),
    },
    told("The request is stored for good."),
  ),
  failed: Type.Object(
    {
      type: Type.Literal("failed"),
      id: requestId,
      reason: Type.String(),
      retryAfter: Type.Optional(
        Type.Number({ exclusiveMinimum: 0, description: "Seconds after which the same request may succeed." }),
      ),
    },
    told("Nothing came of the request."),
  ),
  message: Type.Object({ type: Type.Literal("message"), chatId, message }, told("Somebody wrote.")),
  chat: Type.Object({ type: Type.Literal("chat"), chat }, told("Something of the chat changed.")),
  contact: Type.Object(
    { type: Type.Literal("contact"), contact: Type.Partial(Type.Object(contact, strict)) },
    told("Another page of the visitor told this; what is absent is as it was."),
  ),
  mode: Type.Object({ type: Type.Literal("mode"), mode }, told("Agents came or went.")),
  callback: Type.Object({ type: Type.Literal("callback"), callback }, told("A call can be asked for, or cannot.")),
  typing: Type.Object(
    { type: Type.Literal("typing"), chatId, state: typingStates },
    told("The agent types, or has stopped."),
  ),
} as const;
