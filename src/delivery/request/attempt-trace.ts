import type { AttemptTrace } from "../../../machines/delivery/delivery.types.ts";

/** How much of an answer the delivery log keeps. Source: DEL-28. */
const answerBytesKept = 1024;
const encoder = new TextEncoder();
const room = new Uint8Array(answerBytesKept);

/** Nothing was asked or answered. */
export const noTrace: AttemptTrace = { address: null, answer: null, note: null };

/** The first 1 KiB of a text, in UTF-8; a character is never split. */
export function startOfAnswer(text: string): string {
  // No character takes more than three bytes for each unit of its length.
  if (text.length * 3 <= answerBytesKept) return text;
  const { written } = encoder.encodeInto(text, room);
  return Buffer.from(room.buffer, 0, written).toString();
}
