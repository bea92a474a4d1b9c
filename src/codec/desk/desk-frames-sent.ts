import Type from "typebox";
import { agentSchema, callSchema, chatSchema, messageSchema, offlineMessageSchema, strict } from "./desk-schemas.ts";

const cursor = Type.Integer({
  minimum: 0,
  description: "Where the desk goes on when it comes back: since of its hello.",
});
const chatId = Type.String({ description: "The chat's id." });
const told = (description: string) => ({ ...strict, description });

/** What a desk hears on `/ws/desk`, by the type of the frame. Made by `desk-frame.ts`. */
export const deskFramesSent = {
  ready: Type.Object(
    { type: Type.Literal("ready"), agent: agentSchema, cursor },
    told("Answers hello: what follows comes after the cursor."),
  ),
  resync: Type.Object(
    { type: Type.Literal("resync") },
    told("The cursor the desk came back with is too old: it reads everything anew."),
  ),
  chat: Type.Object({ type: Type.Literal("chat"), cursor, chat: chatSchema }, told("A chat changed.")),
  chat_gone: Type.Object(
    { type: Type.Literal("chat_gone"), cursor, chatId },
    told("The chat is not kept any more: its client's data were erased, or its time was over."),
  ),
  message: Type.Object(
    { type: Type.Literal("message"), cursor, chatId, message: messageSchema },
    told("A message came, or the state of its delivery changed: then with the same seq."),
  ),
  available: Type.Object(
    { type: Type.Literal("available"), value: Type.Boolean() },
    told("Answers available: the switch is stored."),
  ),
  beat: Type.Object({ type: Type.Literal("beat") }, told("Answers beat: everything sent before it has come.")),
  surroundings: Type.Object(
    { type: Type.Literal("surroundings") },
    told("What GET /api/session answers has changed. Has no cursor."),
  ),
  call: Type.Object(
    { type: Type.Literal("call"), chatId, channelId: Type.String(), call: callSchema },
    told("A call went on. Has no cursor: the chat's own frame tells it as well."),
  ),
  offline_message: Type.Object(
    { type: Type.Literal("offline_message"), offlineMessage: offlineMessageSchema },
    told("A visitor left a message. Has no cursor: the list has it."),
  ),
  failures: Type.Object(
    { type: Type.Literal("failures") },
    told("For administrators: what GET /api/failures answers has changed. Has no cursor."),
  ),
  typing: Type.Object(
    { type: Type.Literal("typing"), chatId, state: Type.Enum(["typein", "typeout"]) },
    told("The client types, or has stopped. Has no cursor: a notice that was missed is worthless."),
  ),
} as const;
