import type { HttpRequest } from "uWebSockets.js";

/** `readBodyFraming` found no sign of a body. */
export const NO_BODY = 0;
/** The length is known only after the last chunk. */
export const CHUNKED_BODY = -1;
/** A proxy in front could see other request borders than this server: refuse and close. */
export const AMBIGUOUS_BODY = -2;

const lengthDigitsMax = 15;

/**
 * The declared body length in bytes, or one of the constants above. uWebSockets.js uses the first of
 * several lengths and treats any transfer coding as `chunked`, so this function checks both.
 * Source: RFC 9112, sections 6.3 and 7.
 */
export function readBodyFraming(request: HttpRequest, isBodyUsual: boolean): number {
  const length = request.getHeader("content-length");
  const coding = request.getHeader("transfer-encoding");
  // An empty value reads like an absent header; only a loop over all headers can distinguish them.
  if (length === "" && coding === "" && !isBodyUsual) return NO_BODY;
  let lengths = 0;
  let codings = 0;
  request.forEach((name) => {
    if (name === "content-length") lengths += 1;
    else if (name === "transfer-encoding") codings += 1;
  });
  if (lengths + codings === 0) return NO_BODY;
  if (lengths + codings > 1) return AMBIGUOUS_BODY;
  if (codings === 1) return coding.toLowerCase() === "chunked" ? CHUNKED_BODY : AMBIGUOUS_BODY;
  return length.length <= lengthDigitsMax && /^[0-9]+$/.test(length) ? Number(length) : AMBIGUOUS_BODY;
}
