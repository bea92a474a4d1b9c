import type { Static } from "typebox";
import Type from "typebox";
import { createBodyParser } from "../schema/body-parser.ts";
import { about, flag } from "../schema/schema-parts.ts";
import { plainSecret } from "../schema/secret-schema.ts";
import { passwordBounds } from "../settings/password-bounds.ts";
import { refusingCommonPasswords } from "../settings/password-rule.ts";
import { agentFields } from "../settings/people-schema.ts";
import { writtenLengthMax, writtenText } from "./desk-request.ts";
import { nullable, strict, timeSchema } from "./desk-schemas.ts";

/** An agent's own data: its sessions, its password, its canned replies. */

const closed = ($id: string, description: string) => ({ $id, ...strict, ...about("an object", description) });

const sessionSchema = Type.Object(
  {
    id: Type.String({ description: "The id of the session. It is not a login." }),
    createdAt: timeSchema("When the agent logged in"),
    lastSeenAt: timeSchema("When it was used last, to some minutes"),
    address: nullable(Type.String(), "From where the agent logged in; null when it was not kept."),
    userAgent: nullable(Type.String(), "What the agent's browser called itself; null when it was not kept."),
    current: Type.Boolean({ description: "Whether this request belongs to this session." }),
  },
  { ...strict, $id: "Session", description: "A session of an agent." },
);

export const sessionsAnswer = Type.Object(
  { sessions: Type.Array(sessionSchema, { description: "The sessions of the agent." }) },
  strict,
);
export type DeskSession = Static<typeof sessionSchema>;

/** A session in its internal form. */
interface KnownSession {
  readonly id: string;
  readonly createdAtMs: number;
  readonly lastSeenAtMs: number;
  readonly address: string | null;
  readonly userAgent: string | null;
}

export const toDeskSession = (session: KnownSession, isCurrent: boolean): DeskSession => ({
  id: session.id,
  createdAt: session.createdAtMs,
  lastSeenAt: session.lastSeenAtMs,
  address: session.address,
  userAgent: session.userAgent,
  current: isCurrent,
});

/** The same schema that administrators use to set an agent's password. */
const { password } = agentFields(plainSecret);

/** Stored passwords may be shorter than new passwords must be. */
const current = plainSecret("a password", "What the agent logs in with now.", { maxLength: passwordBounds.maxLength });

const passwords = Type.Required(Type.Object({ current, password }));

/** `POST /api/session/password`. */
export const ownPasswordRequest = Type.Object(
  passwords.properties,
  closed("OwnPasswordRequest", "The password there is, and the next one."),
);
export const parseOwnPasswordRequest = refusingCommonPasswords(createBodyParser(ownPasswordRequest));

const shortcut = Type.String({
  pattern: "^[\\p{L}\\p{M}\\p{Nd}_-]{1,32}$",
  ...about("1 to 32 letters, digits, - and _", "What brings the text; compared without regard to case."),
});
const text = Type.String({
  ...writtenText,
  ...about(`a text of 1 to ${writtenLengthMax} characters, not blank`, "What is brought."),
});
const shared = flag("Whether all agents have it, which administrators decide; false for one of the agent's own.");

/** `POST /api/canned-replies`. */
export const cannedReplyCreation = Type.Object(
  { shortcut, text, shared: Type.Optional(shared) },
  closed("CannedReplyCreation", "A canned reply to be made; one of the agent's own when nothing else is said."),
);
/** `PATCH /api/canned-replies/{id}`: an absent field is not changed. */
export const cannedReplyChange = Type.Object(
  { shortcut: Type.Optional(shortcut), text: Type.Optional(text), shared: Type.Optional(shared) },
  closed("CannedReplyChange", "What is to change of a canned reply."),
);
export const parseCannedReplyCreation = createBodyParser(cannedReplyCreation);
export const parseCannedReplyChange = createBodyParser(cannedReplyChange);

const cannedReplySchema = Type.Object(
  { id: Type.String({ description: "The id of the reply." }), shortcut, text, shared },
  { ...strict, $id: "CannedReply", description: "A text that agents use again and again." },
);
export const cannedReplyAnswer = Type.Object({ reply: cannedReplySchema }, strict);
export const cannedRepliesAnswer = Type.Object(
  { replies: Type.Array(cannedReplySchema, { description: "The canned replies." }) },
  strict,
);
