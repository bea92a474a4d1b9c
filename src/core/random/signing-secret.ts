import { randomBytes } from "node:crypto";

/** 32 random bytes in the secret format of Standard Webhooks. Source: WH-40. */
export const newSigningSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;
