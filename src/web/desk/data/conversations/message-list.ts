import type { DeskMessage } from "../../../../codec/desk/desk.ts";

/** Messages in order of their seq, each once. */
export type MessageList = readonly DeskMessage[];

/** Inserts the message in its place, instead of its older form. */
export function withMessage(messages: MessageList, message: DeskMessage): MessageList {
  const at = placeOf(messages, message.seq);
  const isKnown = messages[at]?.seq === message.seq;
  return [...messages.slice(0, at), message, ...messages.slice(isKnown ? at + 1 : at)];
}

export const firstSeq = (messages: MessageList): number => messages[0]?.seq ?? 1;
export const lastSeq = (messages: MessageList): number => messages.at(-1)?.seq ?? 0;

/** The number of messages with a smaller seq. The search starts at the newest, which changes most often. */
function placeOf(messages: MessageList, seq: number): number {
  let at = messages.length;
  while (at > 0 && (messages[at - 1]?.seq ?? 0) >= seq) at -= 1;
  return at;
}
