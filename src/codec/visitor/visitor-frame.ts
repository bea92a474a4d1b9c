import type { Static, TSchema } from "typebox";
import Type from "typebox";
import type { ContactChange } from "../../../machines/chat/chat.types.ts";
import type { Result } from "../../core/result.ts";
import { fail } from "../../core/result.ts";
import { decodeJson, isJsonObject, refuseBrokenText } from "../json/json.ts";
import type { SchemaParser } from "../schema/schema.ts";
import { createSchemaParser } from "../schema/schema.ts";
import { describeValue } from "../text/text.ts";
import type { VisitorChat, VisitorContact, VisitorMessage } from "./visitor.ts";

const text = Type.String({ description: "a string" });
const typeOf = <Name extends string>(name: Name) => Type.Literal(name, { description: `"${name}"` });
/** Made by the widget; its answer carries it. */
const id = Type.String({ minLength: 1, maxLength: 64, description: "a string of 1 to 64 characters" });
const chatId = Type.String({ pattern: "^[1-9][0-9]{0,14}$", description: "the id of a chat" });
const page = Type.Object(
  { url: text, title: Type.Optional(text) },
  { description: "an object with the strings url and, optionally, title" },
);
/** What the page invited with. Source: WJ-25. */
const invitation = Type.Object(
  { text, departmentId: Type.Optional(Type.Union([Type.Number(), Type.Null()])) },
  { description: "an object with the string text and, optionally, the number departmentId" },
);

/** What a page with the widget may send, by the type of the frame. */
export const visitorFrameSchemas = {
  hello: Type.Object({
    type: typeOf("hello"),
    widget: Type.String({ minLength: 1, maxLength: 255, description: "the id of a widget" }),
    /** What an earlier `ready` told. */
    visitor: Type.Optional(Type.String({ maxLength: 255, writeOnly: true, description: "what ready told" })),
    page: Type.Optional(page),
    userToken: Type.Optional(Type.String({ writeOnly: true, description: "a string" })),
    /** The chat `since` counts in; the open one when absent. */
    chat: Type.Optional(chatId),
    since: Type.Optional(
      Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: "the seq of a message" }),
    ),
  }),
  contact: Type.Object({
    type: typeOf("contact"),
    id,
    name: Type.Optional(text),
    email: Type.Optional(text),
    phone: Type.Optional(text),
    description: Type.Optional(text),
  }),
  user_token: Type.Object({
    type: typeOf("user_token"),
    id,
    value: Type.String({ writeOnly: true, description: "a string" }),
  }),
  page: Type.Object({ type: typeOf("page"), id, url: text, title: Type.Optional(text) }),
  custom_data: Type.Object({
    type: typeOf("custom_data"),
    id,
    fields: Type.Array(Type.Unknown(), { description: "a list of rows" }),
  }),
  beat: Type.Object({ type: typeOf("beat"), id }),
  message: Type.Object({
    type: typeOf("message"),
    id,
    text,
    invitation: Type.Optional(invitation),
    wantsAgent: Type.Optional(Type.Boolean({ description: "true or false" })),
  }),
  click: Type.Object({
    type: typeOf("click"),
    id,
    seq: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: "the seq of a message" }),
    index: Type.Integer({ minimum: 0, maximum: 2, description: "which of its buttons, from 0" }),
  }),
  offline_message: Type.Object({
    type: typeOf("offline_message"),
    id,
    name: Type.Optional(text),
    email: Type.Optional(text),
    phone: Type.Optional(text),
    description: Type.Optional(text),
    text,
  }),
  call: Type.Object({ type: typeOf("call"), id, phone: text }),
  rate: Type.Object({
    type: typeOf("rate"),
    id,
    value: Type.Union([Type.Literal("positive"), Type.Literal("negative")], {
      description: '"positive" or "negative"',
    }),
    /** The open one when absent; one that is closed can be rated for a day. */
    chat: Type.Optional(chatId),
    comment: Type.Optional(text),
  }),
  earlier: Type.Object({ type: typeOf("earlier"), id, before: Type.Optional(chatId) }),
  typing: Type.Object({
    type: typeOf("typing"),
    id,
    state: Type.Union([Type.Literal("typein"), Type.Literal("typeout")], { description: '"typein" or "typeout"' }),
  }),
};

type Schemas = typeof visitorFrameSchemas;
type FrameType = keyof Schemas;
type FrameOf<Name extends FrameType> = Static<Schemas[Name]>;

/** The first frame: which widget on which page, and who the visitor is. */
export type VisitorHello = FrameOf<"hello">;
/** What a visitor's page tells or asks; each is answered by `done` or `failed` with its id. */
export type VisitorRequest = { [Name in Exclude<FrameType, "hello">]: FrameOf<Name> }[Exclude<FrameType, "hello">];
export type VisitorFrame = VisitorHello | VisitorRequest;

const parsers = new Map<unknown, SchemaParser<TSchema>>(
  Object.entries(visitorFrameSchemas).map(([name, schema]) => [name, createSchemaParser(schema, "The frame")]),
);
const typeNames = Object.keys(visitorFrameSchemas).join(", ");

/** A frame of a widget to its typed form; fails with `invalid_request` naming the field. What its fields say is not looked at yet. */
export function parseVisitorFrame(bytes: Uint8Array, limits: { readonly jsonDepthMax: number }): Result<VisitorFrame> {
  const decoded = decodeJson(bytes, { depthMax: limits.jsonDepthMax });
  if (!decoded.ok) return decoded;
  const frame = decoded.value.value;
  const type = isJsonObject(frame) ? frame["type"] : undefined;
  const parse = parsers.get(type);
  if (parse === undefined)
    return fail("invalid_request", `Field type is ${describeValue(type)}, expected one of ${typeNames}.`);
  const failure = refuseBrokenText(decoded.value, ["id"]);
  return failure === null ? (parse(frame) as Result<VisitorFrame>) : { ok: false, failure };
}

export type VisitorMode = "online" | "offline";

/** Answers `hello`. */
export const encodeVisitorReady = (ready: {
  readonly visitor: string;
  readonly number: number;
  readonly mode: VisitorMode;
  readonly callback: string | null;
  /** The visitor's messages go to a bot first. Source: BOT-01. */
  readonly hasBot: boolean;
  /** Of a visitor's requests. Source: LIM-02. */
  readonly rate: { readonly perSecond: number; readonly burst: number };
  readonly fileBytesMax: number;
  readonly contact: VisitorContact;
  /** Seconds in which agents usually answer; `null` when not known. */
  readonly answerSeconds: number | null;
  /** Of the visitor, before the open chat. */
  readonly earlierChats: number;
  readonly chat: VisitorChat | null;
}): string => JSON.stringify({ type: "ready", ...ready });

/** The request is durable; `seq` is that of the message it stored, `chatId` the chat of one that was stored before. */
export const encodeDoneFrame = (requestId: string, seq: number, chatId?: string): string =>
  JSON.stringify({ type: "done", id: requestId, ...(seq > 0 && { seq }), ...(chatId !== undefined && { chatId }) });

/** What was asked for has been shown; `isMore` is whether there are chats before it. */
export const encodeEarlierFrame = (requestId: string, isMore: boolean): string =>
  JSON.stringify({ type: "done", id: requestId, earlier: isMore });

/** Nothing came of the request; with `retryAfterSeconds` the same may succeed later. */
export const encodeFailedFrame = (requestId: string, reason: string, retryAfterSeconds?: number): string =>
  JSON.stringify({
    type: "failed",
    id: requestId,
    reason,
    ...(retryAfterSeconds !== undefined && { retryAfter: retryAfterSeconds }),
  });

export const encodeVisitorMessageFrame = (chatId: string, message: VisitorMessage): string =>
  JSON.stringify({ type: "message", chatId, message });

export const encodeVisitorChatFrame = (chat: VisitorChat): string => JSON.stringify({ type: "chat", chat });

/** Another page of the visitor told this; what is absent is as it was. Source: WJ-15. */
export const encodeContactFrame = (contact: ContactChange): string => JSON.stringify({ type: "contact", contact });

/** Whether agents are there. Source: WJ-10. */
export const encodeModeFrame = (mode: VisitorMode): string => JSON.stringify({ type: "mode", mode });

/** Whether the visitor can ask for a call now; the reason when not. Source: WJ-27, WJ-28. */
export const encodeCallbackFrame = (callback: string | null): string => JSON.stringify({ type: "callback", callback });

export const encodeVisitorTypingFrame = (chatId: string, state: "typein" | "typeout"): string =>
  JSON.stringify({ type: "typing", chatId, state });
