import type { AttemptTrace } from "../../../machines/delivery/delivery.types.ts";

/** How much of a response the delivery log stores. Source: DEL-28. */
const answerBytesKept = 1024;
const encoder = new TextEncoder();
const room = new Uint8Array(answerBytesKept);

/** The trace of an attempt without a request or a response. */
export const noTrace: AttemptTrace = { address: null, answer: null, note: null };

/** Returns the first 1 KiB of a text in UTF-8, and never splits a character. */
export function startOfAnswer(text: string): string {
  // A character has at most three bytes for each UTF-16 unit.
  if (text.length * 3 <= answerBytesKept) return text;
  const { written } = encoder.encodeInto(text, room);
  return Buffer.from(room.buffer, 0, written).toString();
}
