import type { Static } from "typebox";
import Type from "typebox";
import type { Result } from "../../core/result.ts";
import { fail } from "../../core/result.ts";
import { decodeJson, isJsonObject } from "../json/json.ts";
import type { FrameOf, SentFrameOf } from "../schema/frame.ts";
import { frameParsers, received, sent } from "../schema/frame.ts";
import { about } from "../schema/schema-parts.ts";
import { describeValue } from "../text/text.ts";
import { agentSchema, callSchema, chatSchema, messageSchema, offlineMessageSchema } from "./desk-schemas.ts";

/** The frames that a desk may send on `/ws/desk`. */
export const deskReceived = {
  hello: received(
    "hello",
    {
      token: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 255,
          writeOnly: true,
          ...about(
            "a session token",
            "The token of a login, or an API key with the scope chats:read. It is absent when the session cookie carries the session.",
          ),
        }),
      ),
      available: Type.Optional(
        Type.Boolean({
          ...about(
            "true or false",
            "Whether the agent takes new chats. Without it, the value of another open desk of the agent counts, else true.",
          ),
        }),
      ),
      since: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: Number.MAX_SAFE_INTEGER,
          ...about("a cursor", "The cursor of the last frame that the desk received."),
        }),
      ),
      access: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 255,
          ...about(
            "the access of the session",
            "The `access` of the answer of `GET /api/session` with which the desk began. If the rights of the agent changed at the cursor, a desk without the present mark gets `resync`.",
          ),
        }),
      ),
    },
    {
      summary: "Opens the conversation: names the session, and the cursor that the desk saw last.",
      when: "The first frame, within 10 seconds after the socket opens.",
      example: { token: "the-token-that-the-login-answered", available: true, since: 41 },
    },
  ),
  available: received(
    "available",
    { value: Type.Boolean({ ...about("true or false", "Whether the agent takes new chats.") }) },
    {
      summary: "Sets whether the agent takes new chats.",
      when: "When the agent uses the switch.",
    },
  ),
  viewing: received(
    "viewing",
    {
      chatId: Type.Optional(
        Type.String({
          pattern: "^[1-9][0-9]{0,14}$",
          ...about("the id of a chat", "The chat that the agent has open. Without it, no chat is open."),
        }),
      ),
      writes: Type.Optional(
        Type.Boolean({ ...about("true or false", "Whether the agent writes in the chat: a reply or a note.") }),
      ),
    },
    {
      summary: "Reports the chat that the agent has open, so that colleagues see it.",
      when: "When the agent opens or leaves a chat, begins or stops writing, and again every 20 seconds.",
    },
  ),
  beat: received(
    "beat",
    {},
    {
      summary: "Asks whether the service still answers, because pages cannot see the pings of a socket.",
      when: "At any time after `hello`.",
    },
  ),
};

/** A frame that a desk sends. */
export type DeskFrame = FrameOf<typeof deskReceived>;
/** The first frame of a desk: its identity, and the cursor of the last news that it received. */
export type HelloFrame = Static<typeof deskReceived.hello.schema>;

/** The chat that an agent has open. */
export type ViewingFrame = Static<typeof deskReceived.viewing.schema>;

const parsers = frameParsers(deskReceived);

/** Parses a frame of a desk into its typed form; fails with `invalid_request` naming the field. */
export function parseDeskFrame(bytes: Uint8Array, limits: { readonly jsonDepthMax: number }): Result<DeskFrame> {
  const decoded = decodeJson(bytes, { depthMax: limits.jsonDepthMax });
  if (!decoded.ok) return decoded;
  const frame = decoded.value.value;
  const type = isJsonObject(frame) ? frame["type"] : undefined;
  const parse = parsers.get(type);
  if (parse !== undefined) return parse(frame) as Result<DeskFrame>;
  return fail(
    "invalid_request",
    `Field type must be "hello", "available", "viewing" or "beat", got ${describeValue(type)}.`,
  );
}

const cursor = Type.Integer({
  minimum: 0,
  description: "The cursor of the frame. A desk that reconnects sends it as `since` in `hello`.",
});
const chatId = Type.String({ description: "The id of the chat." });

/** The frames that a desk receives on `/ws/desk`. Only a frame with a cursor is sent again to a desk that reconnects. */
export const deskSent = {
  ready: sent(
    "ready",
    { agent: agentSchema, cursor },
    {
      summary: "Answers `hello` with the agent and a cursor.",
      when: "After a `hello` with a live session. The frames that follow are newer than the cursor.",
    },
  ),
  resync: sent(
    "resync",
    {},
    {
      summary: "Asks the desk to read all its data again.",
      when: "After a `hello` whose cursor is too old.",
    },
  ),
  chat: sent(
    "chat",
    { cursor, chat: chatSchema },
    {
      summary: "Carries a chat in its new state.",
      when: "Each time a chat changes that the agent can see.",
    },
  ),
  chat_gone: sent(
    "chat_gone",
    { cursor, chatId },
    {
      summary: "Reports that a chat is no longer stored.",
      when: "When the data of the client are erased, or the time limit of the chat is over.",
    },
  ),
  message: sent(
    "message",
    { cursor, chatId, message: messageSchema },
    {
      summary: "Carries a new message, or a message whose delivery has a new state.",
      when: "When a message is stored. It is sent again with the same `seq` when the state of its delivery changes.",
    },
  ),
  available: sent(
    "available",
    { value: Type.Boolean({ description: "Whether the agent takes new chats." }) },
    {
      summary: "Answers `available`: the service has stored the switch.",
      when: "After an `available` frame, when every channel of the agent has the new value.",
    },
  ),
  beat: sent(
    "beat",
    {},
    {
      summary: "Answers `beat`: the desk has received all earlier frames.",
      when: "After each `beat`.",
    },
  ),
  surroundings: sent(
    "surroundings",
    {},
    {
      summary: "Reports that the answer of `GET /api/session` has changed.",
      when: "When the agents, channels or departments around the agent change. The frame has no cursor.",
    },
  ),
  call: sent(
    "call",
    { chatId, channelId: Type.String({ description: "The public id of the channel." }), call: callSchema },
    {
      summary: "Carries a call in its new state.",
      when: "When the state of a call changes. The frame has no cursor, because the frame of the chat has the call too.",
    },
  ),
  offline_message: sent(
    "offline_message",
    { offlineMessage: offlineMessageSchema },
    {
      summary: "Carries a message that a visitor left through the offline form.",
      when: "When the message is stored or changes. The frame has no cursor, because `GET /api/offline-messages` lists the message.",
    },
  ),
  failures: sent(
    "failures",
    {},
    {
      summary: "Reports that the answer of `GET /api/failures` has changed.",
      when: "When an event or a mail fails, or an administrator has seen a failure. Only administrators receive the frame. It has no cursor.",
    },
  ),
  viewer: sent(
    "viewer",
    {
      chatId,
      agent: Type.Object(
        {
          id: Type.Integer({ description: "The id of the agent." }),
          name: Type.String({ description: "The name of the agent." }),
        },
        { additionalProperties: false, description: "The agent." },
      ),
      state: Type.Enum(["views", "writes", "left"], {
        description:
          "`views`: the agent has the chat open. `writes`: the agent writes in it. `left`: the agent has left it.",
      }),
    },
    {
      summary: "Reports that an agent has a chat open, writes in it, or has left it.",
      when: "When the desk of an agent sends `viewing`, and when it disconnects. The frame has no cursor, and nothing of it is stored: a desk forgets an agent 45 seconds after the last frame.",
    },
  ),
  typing: sent(
    "typing",
    {
      chatId,
      state: Type.Enum(["typein", "typeout"], {
        description: "`typein`: the client types. `typeout`: the client has stopped.",
      }),
    },
    {
      summary: "Reports that the client types, or has stopped.",
      when: "When the client starts or stops typing. The frame has no cursor, because an old notice has no use.",
    },
  ),
};

/** Encodes a frame once for all desks that receive it. */
export const encodeDeskFrame = (frame: SentFrameOf<typeof deskSent>): string => JSON.stringify(frame);
