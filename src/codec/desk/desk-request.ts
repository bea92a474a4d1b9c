import type { Static, TSchema } from "typebox";
import Type from "typebox";
import type { ContactChange } from "../../../machines/chat/client.types.ts";
import type { Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import { decodeJson, isJsonObject, refuseBrokenText } from "../json/json.ts";
import type { SchemaParser } from "../schema/schema.ts";
import { createSchemaParser } from "../schema/schema.ts";
import { cleanText, describeValue, isBlankText } from "../text/text.ts";

/** Maximum length of a text that an agent writes, in code points. Source: CH-42. */
export const writtenLengthMax = 10_000;
const contactLengthMax = 255;
const descriptionLengthMax = 1_000;

export interface BodyBounds {
  readonly jsonDepthMax: number;
}

export const sessionRequestSchema = Type.Object({
  email: Type.String({ minLength: 1, maxLength: 255, description: "an e-mail address" }),
  // This limit also limits the time that hashing the password takes.
  password: Type.String({
    minLength: 1,
    maxLength: 1024,
    writeOnly: true,
    description: "a password of 1 to 1024 characters",
  }),
});

type SessionRequest = Static<typeof sessionRequestSchema>;

export const typingRequestSchema = Type.Object({
  type: Type.Union([Type.Literal("typein"), Type.Literal("typeout")], { description: '"typein" or "typeout"' }),
});

/** A text that an agent writes, not blank. Source: CH-42. */
export const writtenText = Type.String({
  pattern: "\\S",
  maxLength: writtenLengthMax,
  description: `a text of 1 to ${writtenLengthMax} characters`,
});

export const noteRequestSchema = Type.Object({ text: writtenText });

const id = (description: string) =>
  Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: `the id of ${description}, an integer` });

/** Exactly one of the two ids. */
export const transferRequestSchema = Type.Object(
  {
    agentId: Type.Optional(id("an agent")),
    departmentId: Type.Optional(id("a department")),
    note: Type.Optional({
      ...writtenText,
      description: `a note for the receiver, stored with the transfer: a text of 1 to ${writtenLengthMax} characters`,
    }),
  },
  {
    oneOf: [{ required: ["agentId"] }, { required: ["departmentId"] }],
    description: "agentId or departmentId, not both.",
  },
);

export const blacklistRequestSchema = Type.Object({
  value: Type.Boolean({ description: "true to put the client on the blacklist, false to take it off" }),
});

const deliveryId = (description: string) => Type.String({ pattern: "^[0-9A-HJKMNP-TV-Z]{26}$", description });

/** The same number as the list shows. */
const seenAtOnceMax = 1_000;

export const seenRequestSchema = Type.Object({
  deliveryIds: Type.Array(deliveryId("the id of a delivery"), {
    minItems: 1,
    maxItems: seenAtOnceMax,
    description: `1 to ${seenAtOnceMax} ids of deliveries`,
  }),
});

export const dismissRequestSchema = Type.Object({
  deliveryId: deliveryId("the id of a delivery that failed: failed.deliveryId of the chat as it was seen"),
});

const contactValue = (lengthMax: number) =>
  Type.Optional(
    Type.Union([Type.String({ maxLength: lengthMax }), Type.Null()], {
      description: `a string of at most ${lengthMax} characters, or null to remove the value`,
    }),
  );

export const contactRequestSchema = Type.Object(
  {
    name: contactValue(contactLengthMax),
    email: contactValue(contactLengthMax),
    phone: contactValue(contactLengthMax),
    description: contactValue(descriptionLengthMax),
  },
  { additionalProperties: false, minProperties: 1 },
);
const contactKeys = ["name", "email", "phone", "description"] as const;

const parseSession = createSchemaParser(sessionRequestSchema, "The body");
const parseTyping = createSchemaParser(typingRequestSchema, "The body");
const parseNote = createSchemaParser(noteRequestSchema, "The body");
const parseBlacklist = createSchemaParser(blacklistRequestSchema, "The body");
const parseSeen = createSchemaParser(seenRequestSchema, "The body");
const parseDismiss = createSchemaParser(dismissRequestSchema, "The body");
const parseTransfer = createSchemaParser(Type.Object(transferRequestSchema.properties), "The body");
const parseContact = createSchemaParser(Type.Object(contactRequestSchema.properties), "The body");

/** Reads a JSON body with a schema; fails with `invalid_request` naming the field. */
function readBy<Schema extends TSchema>(parse: SchemaParser<Schema>) {
  return (bytes: Uint8Array, limits: BodyBounds) => {
    const decoded = decodeJson(bytes, { depthMax: limits.jsonDepthMax });
    return decoded.ok ? parse(decoded.value.value) : decoded;
  };
}

/** `POST /api/session`. Fails with `invalid_request` naming the field; no message repeats a password. */
export function parseSessionRequest(bytes: Uint8Array, limits: BodyBounds): Result<SessionRequest> {
  const decoded = decodeJson(bytes, { depthMax: limits.jsonDepthMax });
  if (!decoded.ok) return decoded;
  const failure = refuseBrokenText(decoded.value);
  return failure === null ? parseSession(decoded.value.value) : { ok: false, failure };
}

/** `POST /api/chats/{id}/typing`. Source: CH-49. */
export const parseTypingRequest = readBy(parseTyping);

/** `POST /api/chats/{id}/blacklist`. Source: WH-20. */
export const parseBlacklistRequest = readBy(parseBlacklist);

/** `POST /api/chats/{id}/dismiss-failed`. */
export const parseDismissRequest = readBy(parseDismiss);

/** `POST /api/failures/seen`. */
export const parseSeenRequest = readBy(parseSeen);

/** `POST /api/chats/{id}/note`: the text. */
export function parseNoteRequest(bytes: Uint8Array, limits: BodyBounds): Result<string> {
  const parsed = readBy(parseNote)(bytes, limits);
  return parsed.ok ? ok(parsed.value.text) : parsed;
}

/** The agent or department that `POST /api/chats/{id}/transfer` names, and a note for them. */
export type TransferRequest = ({ readonly agentId: number } | { readonly departmentId: number }) & {
  readonly note: string | null;
};

/** `POST /api/chats/{id}/transfer`. Fails unless exactly one of the two ids is present. */
export function parseTransferRequest(bytes: Uint8Array, limits: BodyBounds): Result<TransferRequest> {
  const parsed = readBy(parseTransfer)(bytes, limits);
  if (!parsed.ok) return parsed;
  const { agentId, departmentId, note = null } = parsed.value;
  if (agentId !== undefined && departmentId !== undefined)
    return fail("invalid_request", "Fields agentId and departmentId cannot be used together: a chat goes to one.");
  if (agentId !== undefined) return ok({ agentId, note });
  if (departmentId !== undefined) return ok({ departmentId, note });
  return fail("invalid_request", "Field agentId or departmentId is missing: it says who gets the chat.");
}

/** `PATCH /api/chats/{id}/contact`: the changed fields; a blank value removes the old value. */
export function parseContactRequest(bytes: Uint8Array, limits: BodyBounds): Result<ContactChange> {
  const decoded = decodeJson(bytes, { depthMax: limits.jsonDepthMax });
  if (!decoded.ok) return decoded;
  const { value } = decoded.value;
  const keys = isJsonObject(value) ? Object.keys(value) : [];
  const unknown = keys.find((key) => !contactKeys.some((known) => known === key));
  if (unknown !== undefined)
    return fail("invalid_request", `Field ${describeValue(unknown)} is unknown: expected ${contactKeys.join(", ")}.`);
  const parsed = parseContact(value);
  if (!parsed.ok) return parsed;
  if (keys.length === 0)
    return fail("invalid_request", `The body must have at least one of the fields ${contactKeys.join(", ")}.`);
  const change: { -readonly [Key in keyof ContactChange]: ContactChange[Key] } = {};
  for (const key of contactKeys) {
    const given = parsed.value[key];
    if (given !== undefined) change[key] = given === null || isBlankText(given) ? null : cleanText(given);
  }
  return ok(change);
}
