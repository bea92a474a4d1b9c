/** What a frame is. Source: RFC 6455, section 5.2. */
export const opcodes = { text: 1, close: 8, ping: 9, pong: 10 } as const;

/** Called for each whole frame; its payload lies from `from` until `until`. The bytes are somebody else's after the call. */
export type HearFrame = (opcode: number, bytes: Buffer, from: number, until: number) => void;

const shortHeadBytes = 2;
const lengthIn16Bits = 126;
const lengthIn64Bits = 127;
const lastOfMessage = 0x80;
const masked = 0x80;

/**
 * Splits what a server sends on one socket into frames. It looks at their heads alone and copies nothing but a frame that is not whole yet:
 * a thousand sockets that are told 100,000 frames a second leave the processor to whom they measure.
 */
export class FrameReader {
  #rest: Buffer | null = null;

  /** Throws a sentence for what no server of ours sends: masked frames, and parts of messages. */
  take(came: Buffer, hear: HearFrame): void {
    const bytes = this.#rest === null ? came : Buffer.concat([this.#rest, came]);
    this.#rest = null;
    let at = 0;
    for (;;) {
      const head = readHead(bytes, at);
      if (head === null || head.until > bytes.length) break;
      hear(head.opcode, bytes, head.from, head.until);
      at = head.until;
    }
    // What came lies in a buffer that is read into again.
    if (at < bytes.length) this.#rest = Buffer.from(bytes.subarray(at));
  }
}

interface Head {
  readonly opcode: number;
  readonly from: number;
  readonly until: number;
}

/** `null`: it is not whole yet. */
function readHead(bytes: Buffer, at: number): Head | null {
  if (bytes.length < at + shortHeadBytes) return null;
  const first = bytes.readUInt8(at);
  const second = bytes.readUInt8(at + 1);
  if ((first & lastOfMessage) === 0 || (second & masked) !== 0)
    throw new Error(`Expected whole frames without a mask, got one that begins with ${first} ${second}`);
  const opcode = first & 0x0f;
  if (second < lengthIn16Bits) return headOf(opcode, at + shortHeadBytes, second);
  const lengthBytes = second === lengthIn64Bits ? 8 : 2;
  const from = at + shortHeadBytes + lengthBytes;
  if (bytes.length < from) return null;
  const length =
    lengthBytes === 2 ? bytes.readUInt16BE(at + shortHeadBytes) : Number(bytes.readBigUInt64BE(at + shortHeadBytes));
  return headOf(opcode, from, length);
}

const headOf = (opcode: number, from: number, length: number): Head => ({ opcode, from, until: from + length });

/** A frame of a client. A mask of zeros leaves the payload as it is. */
export function encodeClientFrame(opcode: number, text = ""): Buffer {
  const payload = Buffer.from(text);
  const mask = Buffer.alloc(4);
  const first = lastOfMessage | opcode;
  if (payload.length < lengthIn16Bits)
    return Buffer.concat([Buffer.from([first, masked | payload.length]), mask, payload]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(payload.length);
  return Buffer.concat([Buffer.from([first, masked | lengthIn16Bits]), length, mask, payload]);
}
