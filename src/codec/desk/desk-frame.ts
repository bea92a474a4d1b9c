import type { Static } from "typebox";
import Type from "typebox";
import type { CallSummary } from "../../../machines/tells.ts";
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

/** The frames that a desk may send, by their type. */
export const deskFrameSchemas = { hello: helloSchema, available: availableSchema, beat: beatSchema };

/** The first frame of a desk: its identity, and the cursor of the last news that it received. */
export type HelloFrame = Static<typeof helloSchema>;
/** The agent's own switch. */
export type AvailableFrame = Static<typeof availableSchema>;
/** Asks whether the connection is alive, because browsers hide pings from pages. */
export type BeatFrame = Static<typeof beatSchema>;
/** A frame that a desk sends on `/ws/desk`. */
export type DeskFrame = HelloFrame | AvailableFrame | BeatFrame;

const parseHello = createSchemaParser(helloSchema, "The frame");
const parseAvailable = createSchemaParser(availableSchema, "The frame");
const parseBeat = createSchemaParser(beatSchema, "The frame");

/** Parses a frame of a desk into its typed form; fails with `invalid_request` naming the field. */
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

/** Answers `hello`. All news after it has cursors beyond `cursor`. */
export const encodeReadyFrame = (agent: DeskAgent, cursor: number): string =>
  JSON.stringify({ type: "ready", agent, cursor });

/** The cursor with which the desk reconnected is too old, so the desk loads everything again. */
export const encodeResyncFrame = (): string => JSON.stringify({ type: "resync" });

export const encodeChatFrame = (cursor: number, chat: DeskChat): string =>
  JSON.stringify({ type: "chat", cursor, chat });

/** The chat was deleted, because its client's data was erased or its retention time ended. */
export const encodeChatGoneFrame = (cursor: number, chatId: string): string =>
  JSON.stringify({ type: "chat_gone", cursor, chatId });

/** Sent again with the same `seq` when the state of its delivery changes. */
export const encodeMessageFrame = (cursor: number, chatId: string, message: DeskMessage): string =>
  JSON.stringify({ type: "message", cursor, chatId, message });

/** Answers `available`: the new value is committed, and every channel of the agent has it. */
export const encodeAvailableFrame = (value: boolean): string => JSON.stringify({ type: "available", value });

/** Answers `beat`: all frames that were sent before it were received. */
export const encodeBeatFrame = (): string => JSON.stringify({ type: "beat" });

/** Reports that the answer of `GET /api/session` has changed. Has no cursor. */
export const encodeSurroundingsFrame = (): string => JSON.stringify({ type: "surroundings" });

/** Has no cursor, because the chat's own frame contains the call as well. */
export const encodeCallFrame = (chatId: string, channelId: string, call: CallSummary): string =>
  JSON.stringify({ type: "call", chatId, channelId, call });

/** Has no cursor, because the list of left messages contains it. */
export const encodeOfflineFrame = (offlineMessage: DeskOfflineMessage): string =>
  JSON.stringify({ type: "offline_message", offlineMessage });

/** Reports to administrators that the answer of GET /api/failures has changed. Has no cursor. */
export const encodeFailuresFrame = (): string => JSON.stringify({ type: "failures" });

/** Has no cursor, because a missed notice has no value later. */
export const encodeTypingFrame = (chatId: string, state: "typein" | "typeout"): string =>
  JSON.stringify({ type: "typing", chatId, state });
