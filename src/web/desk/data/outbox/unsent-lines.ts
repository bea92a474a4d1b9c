import type { DeskMessage } from "../../../../codec/desk/desk.ts";
import { toWellFormed } from "../../../../codec/text/text.ts";
import type { Unsent } from "./outbox.ts";

/**
 * What is to be shown behind the messages of a chat: all that is unsent but what stands among them already, because the socket was quicker
 * than the answer. Each message stands for one at most.
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

/** Whether a message is what was sent, as far as it shows. */
export const isSame = ({ content, isNote, afterSeq }: Unsent, message: DeskMessage, agentId: number): boolean =>
  message.seq > afterSeq &&
  message.from === "agent" &&
  message.agentId === agentId &&
  message.type === (isNote ? "note" : content.type) &&
  message.text === toWellFormed(content.text ?? "") &&
  (content.file === undefined || message.file === content.file);
