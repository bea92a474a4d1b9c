import type { AgentSignature } from "../../../machines/chat/message.types.ts";
import type { Recipient } from "../../../machines/tells.ts";
import { assert } from "../../core/result.ts";
import type { OutboundAttempt, OutboundTyping } from "../../ports/outbound.ts";

const integerForm = /^(?:0|-?[1-9]\d*)$/;

/**
 * The exact body of a POST to the customer system. The recipient's id has the JSON type that was received, and every digit.
 * Absent fields are left out, never null. Source: A2, A5, CH-38 to CH-42, CH-26, CH-51.
 */
export function encodeAgentMessage(
  attempt: Pick<OutboundAttempt, "messageId" | "content" | "sender" | "recipient">,
): string {
  const { messageId, content, sender, recipient } = attempt;
  const message = {
    type: content.type,
    id: messageId,
    ...content.media,
    ...(content.text === "" ? {} : { text: content.text }),
  };
  return encodeBody(sender, recipient, JSON.stringify(message));
}

/** The exact body of a typing notice: the typing agent and the recipient, nothing else. Source: A4, CH-45, CH-49. */
export function encodeTypingNotice(notice: Pick<OutboundTyping, "state" | "sender" | "recipient">): string {
  return encodeBody(notice.sender, notice.recipient, `{"type":"${notice.state}"}`);
}

/** Source: CH-39. */
function encodeBody(sender: AgentSignature, recipient: Recipient, message: string): string {
  const from = sender.photo === null ? { name: sender.name } : { name: sender.name, photo: sender.photo };
  return `{"sender":${JSON.stringify(from)},"recipient":{"id":${encodeId(recipient)}},"message":${message}}`;
}

function encodeId(recipient: Recipient): string {
  if (recipient.senderIdKind === "string") return JSON.stringify(recipient.senderId);
  // The id is printed as text, because a JavaScript number would lose digits beyond 2^53.
  assert(integerForm.test(recipient.senderId), `Expected an integer sender id, got ${recipient.senderId}`);
  return recipient.senderId;
}
