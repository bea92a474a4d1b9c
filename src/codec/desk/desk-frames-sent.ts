import Type from "typebox";
import { agentSchema, callSchema, chatSchema, messageSchema, offlineMessageSchema, strict } from "./desk-schemas.ts";

const cursor = Type.Integer({
  minimum: 0,
  description: "The cursor of the frame. A desk that reconnects sends it as `since` in `hello`.",
});
const chatId = Type.String({ description: "The id of the chat." });
const told = (description: string) => ({ ...strict, description });

/** The frames that a desk receives on `/ws/desk`, by their type. Built by `desk-frame.ts`. */
export const deskFramesSent = {
  ready: Type.Object(
    { type: Type.Literal("ready"), agent: agentSchema, cursor },
    told("The answer to `hello`. The frames that follow are newer than the cursor."),
  ),
  resync: Type.Object(
    { type: Type.Literal("resync") },
    told("The cursor of the desk is too old. The desk must read all its data again."),
  ),
  chat: Type.Object({ type: Type.Literal("chat"), cursor, chat: chatSchema }, told("A chat in its new state.")),
  chat_gone: Type.Object({ type: Type.Literal("chat_gone"), cursor, chatId }, told("The chat is no longer stored.")),
  message: Type.Object(
    { type: Type.Literal("message"), cursor, chatId, message: messageSchema },
    told("A new message, or a message whose delivery has a new state."),
  ),
  available: Type.Object(
    { type: Type.Literal("available"), value: Type.Boolean({ description: "Whether the agent takes new chats." }) },
    told("The answer to `available`."),
  ),
  beat: Type.Object({ type: Type.Literal("beat") }, told("The answer to `beat`.")),
  surroundings: Type.Object(
    { type: Type.Literal("surroundings") },
    told("The answer of `GET /api/session` has changed."),
  ),
  call: Type.Object(
    {
      type: Type.Literal("call"),
      chatId,
      channelId: Type.String({ description: "The public id of the channel." }),
      call: callSchema,
    },
    told("A call in its new state."),
  ),
  offline_message: Type.Object(
    { type: Type.Literal("offline_message"), offlineMessage: offlineMessageSchema },
    told("A message that a visitor left through the offline form."),
  ),
  failures: Type.Object({ type: Type.Literal("failures") }, told("The answer of `GET /api/failures` has changed.")),
  typing: Type.Object(
    {
      type: Type.Literal("typing"),
      chatId,
      state: Type.Enum(["typein", "typeout"], {
        description: "`typein`: the client types. `typeout`: the client has stopped.",
      }),
    },
    told("A notice that the client types, or has stopped."),
  ),
} as const;
