import { randomBytes } from "node:crypto";

/** 32 random bytes, as Standard Webhooks writes a secret. Source: WH-40. */
export const newSigningSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;
