import type { OutboundOutcome } from "../../ports/outbound.ts";

/** The text for an entry of a channel's delivery log, like `HTTP 200 after 12 ms, answered {"result":"ok"}`. */
export function describeOutcome({ httpStatus, durationMs, failure, trace }: OutboundOutcome): string {
  const status = httpStatus === null ? "no answer" : `HTTP ${httpStatus}`;
  const reason = failure === null ? "" : `, ${failure.kind}: ${failure.message}`;
  const answer = trace.answer === null || trace.answer === "" ? "" : `, answered ${trace.answer}`;
  return `${status} after ${durationMs} ms${reason}${answer}`;
}
