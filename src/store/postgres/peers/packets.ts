import { StringDecoder } from "node:string_decoder";

/** A notification must be shorter than 8,000 bytes, and a sealed packet is a third longer. Source: PostgreSQL manual, NOTIFY. */
const packetBytesMax = 5_900;
/** Bytes for the sender, the number and the kind. */
const headBytesMax = 64;

/**
 * A packet, sealed, is the text of one notification: `sender number kind body`. The kind is `w` for complete messages, `p` for a piece of a
 * message that is too long, `e` for the last piece. The body is `"topic","text",…` in JSON: a notification cannot contain a zero
 * character or half of a surrogate pair.
 */
export type PacketKind = "w" | "p" | "e";

/** The text of one message in a packet. */
export const wordsOf = (topic: string, text: string): string => `${JSON.stringify(topic)},${JSON.stringify(text)}`;

/** Packs the messages of one process. Each packet has the next number, so that receivers notice a missing packet. */
export class PacketWriter {
  readonly #sender: string;
  #number = 0;

  constructor(sender: string) {
    this.#sender = sender;
  }

  /** Skips a number for lost messages, so that receivers of the next packet notice the gap. */
  passOver(): void {
    this.#number += 1;
  }

  pack(messages: readonly string[]): string[] {
    const packets: string[] = [];
    const roomBytes = packetBytesMax - headBytesMax;
    let body: string[] = [];
    let bodyBytes = 0;
    const endBody = (): void => {
      if (body.length > 0) packets.push(this.#packet("w", body.join(",")));
      body = [];
      bodyBytes = 0;
    };
    for (const words of messages) {
      const bytes = Buffer.byteLength(words) + 1;
      if (bodyBytes + bytes > roomBytes) endBody();
      if (bytes > roomBytes) packets.push(...this.#pieces(words, roomBytes));
      else {
        body.push(words);
        bodyBytes += bytes;
      }
    }
    endBody();
    return packets;
  }

  #pieces(words: string, roomBytes: number): string[] {
    const all = Buffer.from(words);
    // The decoder keeps the first bytes of a character until its last byte is there.
    const decoder = new StringDecoder("utf8");
    const pieces: string[] = [];
    const stepBytes = roomBytes - 4;
    for (let at = 0; at < all.length; at += stepBytes) {
      const piece = decoder.write(all.subarray(at, at + stepBytes));
      pieces.push(this.#packet(at + stepBytes < all.length ? "p" : "e", piece));
    }
    return pieces;
  }

  #packet(kind: PacketKind, body: string): string {
    this.#number += 1;
    return `${this.#sender} ${this.#number} ${kind} ${body}`;
  }
}
