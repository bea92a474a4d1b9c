import type { Static } from "typebox";
import Type from "typebox";
import type { MediaFields, OutwardContent } from "../../../machines/chat/message.types.ts";
import type { Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import { decodeJson, isJsonObject } from "../json/json.ts";
import { createSchemaParser } from "../schema/schema.ts";
import { cleanText, describeValue, isBlankText } from "../text/text.ts";
import { urlLengthMax } from "../text/url-length.ts";
import type { BodyBounds } from "./desk-request.ts";
import { writtenLengthMax, writtenText } from "./desk-request.ts";

const linkForm = `an http:// or https:// URL of at most ${urlLengthMax} characters`;
const link = Type.String({ pattern: "^https?://\\S+$", maxLength: urlLengthMax, description: linkForm });
const labelForm = "a string of 1 to 255 characters";
const label = Type.String({ pattern: "\\S", maxLength: 255, description: labelForm });
const count = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: "a positive integer" });
const replyTo = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: "the seq of the message that this one answers, an integer",
  }),
);
const comment = Type.String({
  maxLength: writtenLengthMax,
  description: `a string of at most ${writtenLengthMax} characters`,
});

const textSchema = Type.Object({ type: Type.Literal("text", { description: '"text"' }), text: writtenText, replyTo });

const sentMedia = ["photo", "video", "audio", "voice", "document"] as const;
const sentMediaForm = sentMedia.map((name) => `"${name}"`).join(", ");

/** Source: CH-52, CH-53, CH-59. */
const mediaSchema = Type.Object({
  type: Type.Enum(sentMedia, { description: sentMediaForm }),
  file: link,
  file_name: label,
  file_size: count,
  width: Type.Optional(count),
  height: Type.Optional(count),
  duration: Type.Optional(count),
  thumb: Type.Optional(link),
  performer: Type.Optional(label),
  title: Type.Optional(label),
  emoji: Type.Optional(label),
  text: Type.Optional(comment),
  replyTo,
});

const labels = ["file_name", "performer", "title", "emoji"] as const;

/** The messages that an agent may send; the desk offers no stickers and no locations. Source: CH-59. */
export const replyRequestSchema = Type.Union([textSchema, mediaSchema]);

const parseText = createSchemaParser(textSchema, "The body");
const parseMedia = createSchemaParser(mediaSchema, "The body");

/** The message that an agent sends. */
export interface ReplyRequest {
  readonly content: OutwardContent;
  /** The seq of the message that it answers; null for none. Source: WJ-55. */
  readonly replyTo: number | null;
}

/** `POST /api/chats/{id}/messages`. Fails with `invalid_request` naming the field. Source: CH-42, CH-51, CH-59. */
export function parseReplyRequest(bytes: Uint8Array, limits: BodyBounds): Result<ReplyRequest> {
  const decoded = decodeJson(bytes, { depthMax: limits.jsonDepthMax });
  if (!decoded.ok) return decoded;
  const { value } = decoded.value;
  const type = isJsonObject(value) ? value["type"] : "text";
  if (type === "text") return readText(value);
  if (sentMedia.some((name) => name === type)) return readMedia(value);
  return fail("invalid_request", `Field type must be "text", ${sentMediaForm}, got ${describeValue(type)}.`);
}

function readText(value: unknown): Result<ReplyRequest> {
  const parsed = parseText(value);
  if (!parsed.ok) return parsed;
  const { text, replyTo: answered = null } = parsed.value;
  return ok({ content: { type: "text", text, media: null }, replyTo: answered });
}

function readMedia(value: unknown): Result<ReplyRequest> {
  const parsed = parseMedia(value);
  if (!parsed.ok) return parsed;
  const { type, text = "", replyTo: answered = null } = parsed.value;
  for (const key of ["file", "thumb"] as const) {
    const url = parsed.value[key];
    if (url !== undefined && URL.parse(url) === null)
      return fail("invalid_request", `Field ${key} must be ${linkForm}, got ${describeValue(url)}.`);
  }
  const blank = labels.find((key) => isBlankText(cleanText(parsed.value[key] ?? "-")));
  if (blank !== undefined)
    return fail("invalid_request", `Field ${blank} must be ${labelForm}, got control characters.`);
  const content = { type, text: isBlankText(text) ? "" : text, media: mediaOf(parsed.value) };
  return ok({ content, replyTo: answered });
}

/** The fields that are present, without unknown keys. */
function mediaOf(request: Static<typeof mediaSchema>): MediaFields {
  const { file, file_size, thumb, width, height, duration } = request;
  const media: Record<string, string | number> = { file, file_size };
  for (const key of labels) {
    const text = request[key];
    if (text !== undefined) media[key] = cleanText(text);
  }
  for (const [key, given] of Object.entries({ thumb, width, height, duration })) {
    if (given !== undefined) media[key] = given;
  }
  return media;
}
