/** Why a socket of ours was closed. Below 4000: RFC 6455, section 7.4.1, and its registry; from there on our own. */
export const closeCodes = {
  /** The service stops or starts anew. */
  goingAway: 1001,
  tooBig: 1009,
  internal: 1011,
  /** The service is over its limits. */
  tryAgainLater: 1013,
  badFrame: 4400,
  /** The session is unknown or has ended. */
  badToken: 4401,
  /** The page's web site may not carry the widget. */
  foreignOrigin: 4403,
  /** There is no widget with this id, or no longer. */
  noWidget: 4404,
  /** No hello, or no answer to pings, in time. */
  silent: 4408,
  /** What was sent was taken too slowly. */
  tooSlow: 4409,
  /** The widget is switched off; it may be switched on again. */
  switchedOff: 4410,
} as const;

export type CloseCode = (typeof closeCodes)[keyof typeof closeCodes];

/** A close frame has room for this much. Source: RFC 6455, section 5.5. */
const reasonBytesMax = 123;

/** The reason as it fits, cut between two characters. */
export function toCloseReason(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= reasonBytesMax) return text;
  let end = reasonBytesMax;
  while (end > 0 && ((bytes[end] ?? 0) & 0b1100_0000) === 0b1000_0000) end -= 1;
  return bytes.subarray(0, end).toString();
}
