/**
 * The reasons for closing a socket. Below 4000: RFC 6455, section 7.4.1, and its registry; from 4000 on: codes of this service.
 */
export const closeCodes = {
  /** The service stops or restarts. */
  goingAway: 1001,
  tooBig: 1009,
  internal: 1011,
  /** The service is over its limits. */
  tryAgainLater: 1013,
  badFrame: 4400,
  /** The session is unknown or has ended. */
  badToken: 4401,
  /** The page's web site may not embed the widget. */
  foreignOrigin: 4403,
  /** No widget with this id exists. */
  noWidget: 4404,
  /** No hello, or no answer to pings, in time. */
  silent: 4408,
  /** The peer read too slowly. */
  tooSlow: 4409,
  /** The widget is switched off and can be switched on again. */
  switchedOff: 4410,
} as const;

export type CloseCode = (typeof closeCodes)[keyof typeof closeCodes];

/** Why a socket is closed. */
export interface Refusal {
  readonly code: CloseCode;
  readonly reason: string;
}

/** The room in a close frame. Source: RFC 6455, section 5.5. */
const reasonBytesMax = 123;

/** Cuts the reason between two characters so that it fits. */
export function toCloseReason(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= reasonBytesMax) return text;
  let end = reasonBytesMax;
  while (end > 0 && ((bytes[end] ?? 0) & 0b1100_0000) === 0b1000_0000) end -= 1;
  return bytes.subarray(0, end).toString();
}
