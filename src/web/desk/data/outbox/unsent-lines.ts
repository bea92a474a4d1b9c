import type { DeskMessage } from "../../../../codec/desk/desk.ts";
import { toWellFormed } from "../../../../codec/text/text.ts";
import type { Unsent } from "./outbox.ts";

/**
 * The unsent messages to show after the messages of a chat. Unsent messages that are among the chat's messages already are
 * omitted: for them the socket was faster than the response. Each message matches at most one unsent message.
 */
export function linesOf(
  unsent: readonly Unsent[],
  messages: readonly DeskMessage[],
  agentId: number,
): readonly Unsent[] {
  if (unsent.length === 0) return unsent;
  const left = [...messages];
  return unsent.filter((one) => {
    const at = one.refusal === null ? left.findIndex((message) => isSame(one, message, agentId)) : -1;
    if (at < 0) return true;
    left.splice(at, 1);
    return false;
  });
}

/** Whether a message has the same visible content as the sent one. */
export const isSame = ({ content, isNote, afterSeq }: Unsent, message: DeskMessage, agentId: number): boolean =>
  message.seq > afterSeq &&
  message.from === "agent" &&
  message.agentId === agentId &&
  message.type === (isNote ? "note" : content.type) &&
  message.text === toWellFormed(content.text ?? "") &&
  (content.file === undefined || message.file === content.file);
