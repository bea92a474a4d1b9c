import { randomBytes } from "node:crypto";
import { isSameSecret } from "../limits/same-secret.ts";

/** The header in which the second address names its peer. The same header from a client is removed. */
export const hopHeader = "parley-hop";

/** Only this process knows the key; it is new at each start. */
export const createHopKey = (): string => randomBytes(32).toString("base64url");

export const hopLine = (key: string, peer: string): string => `${key} ${peer}`;

/**
 * The peer that the header names; null without the right key. A missing peer address is not enough proof: a
 * network connection that was just reset has none either.
 */
export function readHopLine(key: string, line: string): string | null {
  const split = line.indexOf(" ");
  return split > 0 && isSameSecret(key, line.slice(0, split)) ? line.slice(split + 1) : null;
}
