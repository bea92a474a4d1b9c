import type { DeskMessage } from "../../../../codec/desk/desk.ts";

/** Messages in order of their seq, each once. */
export type MessageList = readonly DeskMessage[];

/** In its place, instead of an older form of itself. */
export function withMessage(messages: MessageList, message: DeskMessage): MessageList {
  const at = placeOf(messages, message.seq);
  const isKnown = messages[at]?.seq === message.seq;
  return [...messages.slice(0, at), message, ...messages.slice(isKnown ? at + 1 : at)];
}

export const firstSeq = (messages: MessageList): number => messages[0]?.seq ?? 1;
export const lastSeq = (messages: MessageList): number => messages.at(-1)?.seq ?? 0;

/** How many have a smaller seq. The newest is what most often changes. */
function placeOf(messages: MessageList, seq: number): number {
  let at = messages.length;
  while (at > 0 && (messages[at - 1]?.seq ?? 0) >= seq) at -= 1;
  return at;
}
