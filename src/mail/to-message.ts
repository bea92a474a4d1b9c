import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { SendMailOptions } from "nodemailer";
import type { OutboundMail } from "../ports/mailer.ts";

/** The number of bytes that are encoded in one turn of the event loop. */
const pieceBytes = 16 * 1024;

/**
 * Converts a mail to the library's form: plain text in UTF-8, with the same bytes in every attempt. The message id has the sender's
 * host. Source: RFC 5322, section 3.6.4; RFC 3834, section 5.
 */
export const toMessage = (
  { to, subject, text, messageId, dateMs, isByPerson }: OutboundMail,
  sender: SenderAddress,
): Omit<SendMailOptions, "signal"> => ({
  from: sender,
  to: to.map(toAddress),
  subject,
  messageId: `<${messageId}@${sender.address.slice(sender.address.lastIndexOf("@") + 1)}>`,
  date: new Date(dateMs),
  ...(isByPerson !== true && { headers: { "Auto-Submitted": "auto-generated" } }),
  text: Readable.from(piecesOf(text), { objectMode: false }),
  // Keeps lines within the limit of mail servers, for any text of a client.
  textEncoding: "base64",
});

export interface SenderAddress {
  readonly name: string;
  readonly address: string;
}

/** Reads an address alone, or `Name <address>`. */
export function toSender(text: string): SenderAddress {
  const [name = "", address] = text.split(" <");
  return address === undefined ? { name: "", address: text } : { name, address: address.slice(0, -1) };
}

/** Passed as parts, so that the library never reads one address as several. */
const toAddress = (address: string) => ({ name: "", address });

async function* piecesOf(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text.replaceAll("\n", "\r\n"));
  for (let start = 0; start < bytes.length; start += pieceBytes) {
    yield bytes.subarray(start, start + pieceBytes);
    await nextTurn();
  }
}
