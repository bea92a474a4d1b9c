import type { Command, Contact } from "../bridge.types.ts";
import { readContact } from "./contact.ts";
import { frameBytesMax, offlineTextMax } from "./limits.ts";
import { asGiven, bytesOf, cut, toText } from "./texts.ts";

type OfflineMessage = Extract<Command, { readonly type: "offline_message" }>;

const emptyMessage = "Message must not be empty.";

/**
 * Reads a page's argument as an offline message. Returns the message, or the service's text for its mistake. The service may not have
 * received the known contact yet; a message without e-mail and phone therefore includes the known ones. Source: WJ-29.
 */
export function readOfflineMessage(value: unknown, known: Contact): OfflineMessage | string {
  try {
    const given = asGiven(value);
    const text = toText(given["message"]);
    if (!text) return emptyMessage;
    const told = readContact(given);
    const { email, phone } = told.email || told.phone ? told : known;
    const fields = { ...told, ...(email && { email }), ...(phone && { phone }) };
    const message = { type: "offline_message", fields, text } as const;
    if (cut(text, offlineTextMax) !== text) return `Message must have at most ${offlineTextMax} characters.`;
    if (bytesOf(message) > frameBytesMax) return "Message is too long.";
    if (email?.includes("@") === false) return "Email must contain @.";
    return email || phone ? message : "Email or phone must be given.";
  } catch {
    return emptyMessage;
  }
}
