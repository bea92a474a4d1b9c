import Type from "typebox";
import type { OutwardContent } from "../../machines/chat/message.types.ts";
import type { Result } from "../core/result.ts";
import { fail, ok } from "../core/result.ts";
import { decodeJson } from "./json.ts";
import { createSchemaParser } from "./schema.ts";
import { isBlankText, isLongerThan, toWellFormed } from "./text.ts";

/** Code points of an agent's text. Source: CH-42. */
const replyLengthMax = 10_000;

const parseSession = createSchemaParser(
  Type.Object({
    email: Type.String({ minLength: 1, maxLength: 255, description: "an e-mail address" }),
    // The hash takes time in proportion to nothing longer than this.
    password: Type.String({
      minLength: 1,
      maxLength: 1024,
      writeOnly: true,
      description: "a password of 1 to 1024 characters",
    }),
  }),
  "The body",
);

const parseReply = createSchemaParser(
  Type.Object({
    type: Type.Literal("text", { description: 'the type "text"' }),
    text: Type.String({ description: "a string" }),
  }),
  "The body",
);

interface BodyBounds {
  readonly jsonDepthMax: number;
}

export interface SessionRequest {
  readonly email: string;
  readonly password: string;
}

/** `POST /api/session`. Fails with `invalid_request` naming the field; no message repeats a password. */
export function parseSessionRequest(bytes: Uint8Array, limits: BodyBounds): Result<SessionRequest> {
  const decoded = decodeJson(bytes, { depthMax: limits.jsonDepthMax });
  return decoded.ok ? parseSession(decoded.value.value) : decoded;
}

/** `POST /api/chats/{id}/messages`. Fails with `invalid_request` naming the field. Source: CH-42. */
export function parseReplyRequest(bytes: Uint8Array, limits: BodyBounds): Result<OutwardContent> {
  const decoded = decodeJson(bytes, { depthMax: limits.jsonDepthMax });
  if (!decoded.ok) return decoded;
  const parsed = parseReply(decoded.value.value);
  if (!parsed.ok) return parsed;
  const text = toWellFormed(parsed.value.text);
  if (isBlankText(text)) return fail("invalid_request", "Field text is missing or empty.");
  if (isLongerThan(text, replyLengthMax)) {
    return fail("invalid_request", `Field text must be at most ${replyLengthMax} characters long.`);
  }
  return ok({ type: "text", text, media: null });
}
