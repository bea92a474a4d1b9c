import { createHash } from "node:crypto";

/** Tells one body from another. Source: DEL-30. */
export const fingerprintOf = (body: Uint8Array): string => createHash("sha256").update(body).digest("base64url");
