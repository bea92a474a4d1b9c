import { randomBytes } from "node:crypto";

/** Creates ids that no other start of the service creates: 48 random bits of this process, then a counter. Source: ERR-18. */
export function createRequestIds(): () => string {
  const prefix = randomBytes(6).toString("base64url");
  let last = 0;
  return () => {
    last += 1;
    return `${prefix}-${last}`;
  };
}
