import { createHash, randomBytes } from "node:crypto";

const tokenBytes = 32;

/** A token that identifies a browser or session: 256 random bits. */
export const newToken = (): string => randomBytes(tokenBytes).toString("base64url");

/** The stored form of a token. The token is random, so a plain hash cannot be reversed. */
export const hashOfToken = (token: string): string => createHash("sha256").update(token).digest("base64url");
