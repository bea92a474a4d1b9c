import { randomBytes } from "node:crypto";
import { isSameSecret } from "../limits/same-secret.ts";

/** In which the second address tells whose connection it has; what a client sends under this name goes no further. */
export const hopHeader = "parley-hop";

/** Known to this process alone, and made anew at each start. */
export const createHopKey = (): string => randomBytes(32).toString("base64url");

export const hopLine = (key: string, peer: string): string => `${key} ${peer}`;

/**
 * The peer that the line names, null where it was not written with the key. That a request came without an address does not do: a
 * connection over the network that was just reset has none either.
 */
export function readHopLine(key: string, line: string): string | null {
  const split = line.indexOf(" ");
  return split > 0 && isSameSecret(key, line.slice(0, split)) ? line.slice(split + 1) : null;
}
