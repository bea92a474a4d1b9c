import { createHash } from "node:crypto";

/** A hash that identifies a body. Source: DEL-30. */
export const fingerprintOf = (body: Uint8Array): string => createHash("sha256").update(body).digest("base64url");
