import { createHash } from "node:crypto";
import { cleanText, cutCodePoints, isBlankText } from "../../../codec/text/text.ts";
import type { SessionRow } from "../../../ports/store.ts";

/** From where somebody logs in, as the request told. */
export interface LoginPlace {
  readonly address: string;
  /** Blank when the request named none. */
  readonly userAgent: string;
}

/** A session as its agent may see it. */
export interface AgentSession {
  /** Names it and lets nobody in. */
  readonly id: string;
  readonly createdAtMs: number;
  /** To some minutes. */
  readonly lastSeenAtMs: number;
  /** Null when it was not kept. */
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** Whether the session of this id is meant. */
export type SessionChoice = (sessionId: string) => boolean;

/** Characters of each that are kept. */
const placeLengthMax = 255;

/** The store knows the hash of a token; the hash of that says nothing of either. */
export const sessionIdOf = (tokenHash: string): string => createHash("sha256").update(tokenHash).digest("base64url");

export const toAgentSession = (tokenHash: string, row: SessionRow): AgentSession => ({
  id: sessionIdOf(tokenHash),
  createdAtMs: row.createdAtMs,
  lastSeenAtMs: row.lastSeenAtMs ?? row.createdAtMs,
  address: row.address ?? null,
  userAgent: row.userAgent ?? null,
});

/** What of the place is stored: cut, and nothing where nothing was told. */
export function toPlaceRow(place: LoginPlace | undefined): Pick<SessionRow, "address" | "userAgent"> {
  const address = kept(place?.address);
  const userAgent = kept(place?.userAgent);
  return { ...(address === null ? {} : { address }), ...(userAgent === null ? {} : { userAgent }) };
}

function kept(text = ""): string | null {
  const clean = cleanText(text).trim();
  return isBlankText(clean) ? null : cutCodePoints(clean, placeLengthMax);
}
