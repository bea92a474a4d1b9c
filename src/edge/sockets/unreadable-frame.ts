import type { Limits } from "../../config/limits.ts";
import type { CloseCode } from "./close-codes.ts";
import { closeCodes } from "./close-codes.ts";

/** The reason for closing a socket. */
export interface Refusal {
  readonly code: CloseCode;
  readonly reason: string;
}

/** Returns why a frame is rejected unparsed; `null` for a text of an allowed length. */
export function refuseUnreadable(
  bytes: Uint8Array,
  isBinary: boolean,
  { frameBytesMax }: Pick<Limits, "frameBytesMax">,
): Refusal | null {
  if (bytes.length > frameBytesMax)
    return { code: closeCodes.tooBig, reason: `A frame may have ${frameBytesMax} bytes, got ${bytes.length}.` };
  return isBinary ? { code: closeCodes.badFrame, reason: "Expected a text frame, got a binary one." } : null;
}
