import { createHash } from "node:crypto";
import { cleanText, cutCodePoints, isBlankText } from "../../../codec/text/text.ts";
import type { SessionRow } from "../../../ports/store.ts";

/** The origin of a login, as its request gives it. */
export interface LoginPlace {
  readonly address: string;
  /** Empty when the request has none. */
  readonly userAgent: string;
}

/** A session as its agent may see it. */
export interface AgentSession {
  /** Names the session. Nobody can log in with it. */
  readonly id: string;
  readonly createdAtMs: number;
  /** Accurate to some minutes. */
  readonly lastSeenAtMs: number;
  /** Null when it was not stored. */
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** Whether the session with this id is chosen. */
export type SessionChoice = (sessionId: string) => boolean;

/** The characters of each field that are stored. */
const placeLengthMax = 255;

/** The store has the hash of a token. The hash of that hash reveals neither of them. */
export const sessionIdOf = (tokenHash: string): string => createHash("sha256").update(tokenHash).digest("base64url");

export const toAgentSession = (tokenHash: string, row: SessionRow): AgentSession => ({
  id: sessionIdOf(tokenHash),
  createdAtMs: row.createdAtMs,
  lastSeenAtMs: row.lastSeenAtMs ?? row.createdAtMs,
  address: row.address ?? null,
  userAgent: row.userAgent ?? null,
});

/** The stored fields of the place, cut to length. Unknown fields are not stored. */
export function toPlaceRow(place: LoginPlace | undefined): Pick<SessionRow, "address" | "userAgent"> {
  const address = kept(place?.address);
  const userAgent = kept(place?.userAgent);
  return { ...(address === null ? {} : { address }), ...(userAgent === null ? {} : { userAgent }) };
}

function kept(text = ""): string | null {
  const clean = cleanText(text).trim();
  return isBlankText(clean) ? null : cutCodePoints(clean, placeLengthMax);
}
