import { assert } from "../core/assert.ts";
import type { OutboundAttempt } from "../ports/outbound.ts";

const integerForm = /^(?:0|-?[1-9]\d*)$/;

/**
 * The exact body of a POST to the customer system. The recipient's id has the JSON type it came with and every digit;
 * absent things are left out, never null. Source: A2, CH-38 to CH-42, CH-26.
 */
export function encodeAgentMessage(
  attempt: Pick<OutboundAttempt, "messageId" | "content" | "sender" | "recipient">,
): string {
  const { messageId, content, sender, recipient } = attempt;
  const from = sender.photo === null ? { name: sender.name } : { name: sender.name, photo: sender.photo };
  const message = {
    type: content.type,
    id: messageId,
    ...content.media,
    ...(content.text === "" ? {} : { text: content.text }),
  };
  return `{"sender":${JSON.stringify(from)},"recipient":{"id":${encodeId(recipient)}},"message":${JSON.stringify(message)}}`;
}

function encodeId(recipient: OutboundAttempt["recipient"]): string {
  if (recipient.senderIdKind === "string") return JSON.stringify(recipient.senderId);
  // Printed raw: a number of JavaScript would lose digits beyond 2^53.
  assert(integerForm.test(recipient.senderId), `Expected an integer sender id, got ${recipient.senderId}`);
  return recipient.senderId;
}
