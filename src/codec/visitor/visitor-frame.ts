import type { Static, TSchema } from "typebox";
import Type from "typebox";
import type { ContactChange } from "../../../machines/chat/client.types.ts";
import type { Result } from "../../core/result.ts";
import { fail } from "../../core/result.ts";
import { decodeJson, isJsonObject, refuseBrokenText } from "../json/json.ts";
import type { SchemaParser } from "../schema/schema.ts";
import { createSchemaParser } from "../schema/schema.ts";
import { about } from "../schema/schema-parts.ts";
import { describeValue } from "../text/text.ts";
import type { VisitorChat, VisitorContact, VisitorMessage } from "./visitor.ts";

const text = (description: string) => Type.String({ ...about("a string", description) });
const typeOf = <Name extends string>(name: Name) =>
  Type.Literal(name, { ...about(`"${name}"`, "The type of the frame.") });
const id = Type.String({
  minLength: 1,
  maxLength: 64,
  ...about(
    "a string of 1 to 64 characters",
    "The id of the request. The widget chooses it, and the answer carries it.",
  ),
});
const chatId = (description: string) =>
  Type.String({ pattern: "^[1-9][0-9]{0,14}$", ...about("the id of a chat", description) });
const pageUrl = text("The address. Only http and https addresses are stored.");
const pageTitle = Type.Optional(text("The title."));
const page = Type.Object(
  { url: pageUrl, title: pageTitle },
  { ...about("an object with the strings url and, optionally, title", "The page that the visitor is on.") },
);
/** The invitation that the page showed. Source: WJ-25. */
const invitation = Type.Object(
  {
    text: text("The text of the invitation."),
    departmentId: Type.Optional(
      Type.Union([Type.Number(), Type.Null()], { description: "The id of the department that gets the chat." }),
    ),
  },
  {
    ...about(
      "an object with the string text and, optionally, the number departmentId",
      "The invitation that the visitor answers.",
    ),
  },
);
const contact = {
  name: Type.Optional(
    text("The name. An empty string clears the field in `contact`. At most 255 characters are kept."),
  ),
  email: Type.Optional(text("The e-mail address, with the same rules as `name`.")),
  phone: Type.Optional(text("The phone number, with the same rules as `name`.")),
  description: Type.Optional(text("More information. At most 1,000 characters are kept.")),
};

/** The frames that a page with the widget may send, by their type. */
export const visitorFrameSchemas = {
  hello: Type.Object({
    type: typeOf("hello"),
    widget: Type.String({
      minLength: 1,
      maxLength: 255,
      ...about("the id of a widget", "The id of the channel that the widget belongs to."),
    }),
    visitor: Type.Optional(
      Type.String({
        maxLength: 255,
        writeOnly: true,
        ...about(
          "the secret of an earlier ready",
          "The secret of the visitor from an earlier `ready`. Without it the visitor is new.",
        ),
      }),
    ),
    page: Type.Optional(page),
    userToken: Type.Optional(
      Type.String({
        writeOnly: true,
        ...about("a string", "The token that the page has set with `setUserToken`."),
      }),
    ),
    chat: Type.Optional(chatId("The chat that `since` counts in. Without it, `since` counts in the open chat.")),
    since: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        ...about("the seq of a message", "The `seq` of the last message that the page has."),
      }),
    ),
  }),
  contact: Type.Object({ type: typeOf("contact"), id, ...contact }),
  user_token: Type.Object({
    type: typeOf("user_token"),
    id,
    value: Type.String({
      writeOnly: true,
      ...about("a string", "The token: not blank, at most 1,000 characters."),
    }),
  }),
  page: Type.Object({ type: typeOf("page"), id, url: pageUrl, title: pageTitle }),
  custom_data: Type.Object({
    type: typeOf("custom_data"),
    id,
    fields: Type.Array(Type.Unknown(), {
      ...about("a list of rows", "The rows, each with `content`, `title`, `key` or `link`. At most 50 rows are kept."),
    }),
  }),
  beat: Type.Object({ type: typeOf("beat"), id }),
  message: Type.Object({
    type: typeOf("message"),
    id,
    text: text("The text: not blank. At most 1,000 characters are kept."),
    invitation: Type.Optional(invitation),
    wantsAgent: Type.Optional(Type.Boolean({ ...about("true or false", "Asks for a person in place of the bot.") })),
  }),
  click: Type.Object({
    type: typeOf("click"),
    id,
    seq: Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      ...about("the seq of a message", "The `seq` of the message with the buttons."),
    }),
    index: Type.Integer({
      minimum: 0,
      maximum: 2,
      ...about("which of its buttons, from 0", "The position of the button, from 0."),
    }),
  }),
  offline_message: Type.Object({
    type: typeOf("offline_message"),
    id,
    ...contact,
    text: text("The message: not empty, at most 4,000 characters."),
  }),
  call: Type.Object({ type: typeOf("call"), id, phone: text("The phone number of the visitor.") }),
  rate: Type.Object({
    type: typeOf("rate"),
    id,
    value: Type.Union([Type.Literal("positive"), Type.Literal("negative")], {
      ...about('"positive" or "negative"', "The rating."),
    }),
    chat: Type.Optional(chatId("The chat to rate. Without it, the open chat is rated.")),
    comment: Type.Optional(text("A comment for the agents. At most 500 characters are kept.")),
  }),
  earlier: Type.Object({
    type: typeOf("earlier"),
    id,
    before: Type.Optional(chatId("The answer has the newest closed chat before this chat.")),
  }),
  typing: Type.Object({
    type: typeOf("typing"),
    id,
    state: Type.Union([Type.Literal("typein"), Type.Literal("typeout")], {
      ...about('"typein" or "typeout"', "`typein`: the visitor types. `typeout`: the visitor has stopped."),
    }),
  }),
};

type Schemas = typeof visitorFrameSchemas;
type FrameType = keyof Schemas;
type FrameOf<Name extends FrameType> = Static<Schemas[Name]>;

/** The first frame: the widget, the page and the visitor's identity. */
export type VisitorHello = FrameOf<"hello">;
/** A request of a visitor's page. Each request is answered by `done` or `failed` with its id. */
export type VisitorRequest = { [Name in Exclude<FrameType, "hello">]: FrameOf<Name> }[Exclude<FrameType, "hello">];
export type VisitorFrame = VisitorHello | VisitorRequest;

const parsers = new Map<unknown, SchemaParser<TSchema>>(
  Object.entries(visitorFrameSchemas).map(([name, schema]) => [name, createSchemaParser(schema, "The frame")]),
);
const typeNames = Object.keys(visitorFrameSchemas).join(", ");

/**
 * Parses a frame of a widget into its typed form; fails with `invalid_request` naming the field. The content of the fields is not
 * checked here.
 */
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
  /** True if the visitor's messages go to a bot first. Source: BOT-01. */
  readonly hasBot: boolean;
  /** The limit for a visitor's requests. Source: LIM-02. */
  readonly rate: { readonly perSecond: number; readonly burst: number };
  readonly fileBytesMax: number;
  readonly contact: VisitorContact;
  /** The usual time until agents answer, in seconds; `null` if not known. */
  readonly answerSeconds: number | null;
  /** The number of the visitor's chats before the open chat. */
  readonly earlierChats: number;
  readonly chat: VisitorChat | null;
}): string => JSON.stringify({ type: "ready", ...ready });

/**
 * The request is durable. `seq` is that of the message that it stored; `chatId` is the chat of a message that an earlier request
 * stored.
 */
export const encodeDoneFrame = (requestId: string, seq: number, chatId?: string): string =>
  JSON.stringify({ type: "done", id: requestId, ...(seq > 0 && { seq }), ...(chatId !== undefined && { chatId }) });

/** The requested chats were sent before this frame; `isMore` says whether there are still earlier chats. */
export const encodeEarlierFrame = (requestId: string, isMore: boolean): string =>
  JSON.stringify({ type: "done", id: requestId, earlier: isMore });

/** The request failed; with `retryAfterSeconds`, the same request may succeed later. */
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

/** Another page of the visitor changed the contact; absent fields are unchanged. Source: WJ-15. */
export const encodeContactFrame = (contact: ContactChange): string => JSON.stringify({ type: "contact", contact });

/** Whether agents are available. Source: WJ-10. */
export const encodeModeFrame = (mode: VisitorMode): string => JSON.stringify({ type: "mode", mode });

/** `null` if the visitor can ask for a call now, else the reason why not. Source: WJ-27, WJ-28. */
export const encodeCallbackFrame = (callback: string | null): string => JSON.stringify({ type: "callback", callback });

export const encodeVisitorTypingFrame = (chatId: string, state: "typein" | "typeout"): string =>
  JSON.stringify({ type: "typing", chatId, state });
