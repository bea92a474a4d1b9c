import { StringDecoder } from "node:string_decoder";

/** PostgreSQL takes less than 8,000 bytes in one notification. Source: its manual, NOTIFY. */
const packetBytesMax = 7_900;
/** Who tells, the number, the kind. */
const headBytesMax = 64;

/**
 * A packet is the text of one notification: `sender number kind body`. Its kind is `w` for whole messages, `p` for a piece of one that is too
 * long, `e` for the last piece. A body is `"topic","text",…` in JSON: a notification holds no zero character and no half of a pair.
 */
export type PacketKind = "w" | "p" | "e";

/** One message as it stands in a packet. */
export const wordsOf = (topic: string, text: string): string => `${JSON.stringify(topic)},${JSON.stringify(text)}`;

/** Packs what one process tells. Each packet has the next number, so that whoever hears them finds out what is missing. */
export class PacketWriter {
  readonly #sender: string;
  #number = 0;

  constructor(sender: string) {
    this.#sender = sender;
  }

  /** What was to be told is lost: whoever hears the next packet misses one. */
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
    // It holds back the beginning of a letter until the rest of it comes.
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
