import { createHash, randomBytes } from "node:crypto";

const tokenBytes = 32;

/** What a browser proves itself by: 256 random bits. */
export const newToken = (): string => randomBytes(tokenBytes).toString("base64url");

/** What the store keeps of a token. The token is random, so that a plain hash cannot be turned back. */
export const hashOfToken = (token: string): string => createHash("sha256").update(token).digest("base64url");
