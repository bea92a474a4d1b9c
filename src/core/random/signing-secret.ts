import { randomBytes } from "node:crypto";

/** 32 random bytes in the secret format of Standard Webhooks. Source: WH-40. */
export const newSigningSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;

/** A secret for the tokens of visitors. Its text, with the prefix, is the key of HS256. Source: WJ-48. */
export const newIdentitySecret = (): string => `idsec_${randomBytes(32).toString("base64url")}`;
