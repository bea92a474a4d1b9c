import type { Static } from "typebox";
import Type from "typebox";
import type { CallSummary } from "../../../machines/call/call.types.ts";
import type { Result } from "../../core/result.ts";
import { fail } from "../../core/result.ts";
import { decodeJson, isJsonObject } from "../json/json.ts";
import { createSchemaParser } from "../schema/schema.ts";
import { about } from "../schema/schema-parts.ts";
import { describeValue } from "../text/text.ts";
import type { DeskAgent, DeskChat, DeskMessage } from "./desk.ts";
import type { DeskOfflineMessage } from "./desk-offline.ts";

const typeOf = <Name extends string>(name: Name) =>
  Type.Literal(name, { ...about(`"${name}"`, "The type of the frame.") });
const helloSchema = Type.Object({
  type: typeOf("hello"),
  token: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      writeOnly: true,
      ...about("a session token", "The token of a login. It is absent when the session cookie carries the session."),
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
});
const availableSchema = Type.Object({
  type: typeOf("available"),
  value: Type.Boolean({ ...about("true or false", "Whether the agent takes new chats.") }),
});
const beatSchema = Type.Object({ type: typeOf("beat") });

/** What a desk may send, by the type of the frame. */
export const deskFrameSchemas = { hello: helloSchema, available: availableSchema, beat: beatSchema };

/** The first frame of a desk: who it is, and the cursor of what it saw last. */
export type HelloFrame = Static<typeof helloSchema>;
/** The agent's own switch. */
export type AvailableFrame = Static<typeof availableSchema>;
/** Asks whether somebody is there: browsers hide pings from pages. */
export type BeatFrame = Static<typeof beatSchema>;
/** What a desk sends on `/ws/desk`. */
export type DeskFrame = HelloFrame | AvailableFrame | BeatFrame;

const parseHello = createSchemaParser(helloSchema, "The frame");
const parseAvailable = createSchemaParser(availableSchema, "The frame");
const parseBeat = createSchemaParser(beatSchema, "The frame");

/** A frame of a desk to its typed form; fails with `invalid_request` naming the field. */
export function parseDeskFrame(bytes: Uint8Array, limits: { readonly jsonDepthMax: number }): Result<DeskFrame> {
  const decoded = decodeJson(bytes, { depthMax: limits.jsonDepthMax });
  if (!decoded.ok) return decoded;
  const frame = decoded.value.value;
  const type = isJsonObject(frame) ? frame["type"] : undefined;
  if (type === "hello") return parseHello(frame);
  if (type === "available") return parseAvailable(frame);
  if (type === "beat") return parseBeat(frame);
  return fail("invalid_request", `Field type must be "hello", "available" or "beat", got ${describeValue(type)}.`);
}

/** Answers `hello`: what follows comes after `cursor`. */
export const encodeReadyFrame = (agent: DeskAgent, cursor: number): string =>
  JSON.stringify({ type: "ready", agent, cursor });

/** The cursor the desk came back with is too old: it reads everything anew. */
export const encodeResyncFrame = (): string => JSON.stringify({ type: "resync" });

export const encodeChatFrame = (cursor: number, chat: DeskChat): string =>
  JSON.stringify({ type: "chat", cursor, chat });

/** The chat is not kept any more: the data of its client were erased, or its time was over. */
export const encodeChatGoneFrame = (cursor: number, chatId: string): string =>
  JSON.stringify({ type: "chat_gone", cursor, chatId });

/** Sent again with the same `seq` when the state of its delivery changes. */
export const encodeMessageFrame = (cursor: number, chatId: string, message: DeskMessage): string =>
  JSON.stringify({ type: "message", cursor, chatId, message });

/** Answers `available`: the switch is committed, and every channel of the agent knows. */
export const encodeAvailableFrame = (value: boolean): string => JSON.stringify({ type: "available", value });

/** Answers `beat`: everything sent before it has come. */
export const encodeBeatFrame = (): string => JSON.stringify({ type: "beat" });

/** Has no cursor: what `GET /api/session` answers is not what it was. */
export const encodeSurroundingsFrame = (): string => JSON.stringify({ type: "surroundings" });

/** Has no cursor: the chat's own frame tells it as well. */
export const encodeCallFrame = (chatId: string, channelId: string, call: CallSummary): string =>
  JSON.stringify({ type: "call", chatId, channelId, call });

/** Has no cursor: the list has it. */
export const encodeOfflineFrame = (offlineMessage: DeskOfflineMessage): string =>
  JSON.stringify({ type: "offline_message", offlineMessage });

/** Has no cursor: what GET /api/failures answers is not what it was. For administrators. */
export const encodeFailuresFrame = (): string => JSON.stringify({ type: "failures" });

/** Has no cursor: a notice that was missed is worthless. */
export const encodeTypingFrame = (chatId: string, state: "typein" | "typeout"): string =>
  JSON.stringify({ type: "typing", chatId, state });
