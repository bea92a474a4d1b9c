import type { Writer } from "protobufjs";
import protobuf from "protobufjs/minimal.js";
import { TextWriter } from "../proto/rows.ts";

/** Texts up to this length, in bytes, are looked up among the texts that were read recently. */
const sharedTextMax = 16;
/** The number of recent texts that are kept. A power of two. */
const sharedTexts = 256;
const readLately: string[] = Array.from({ length: sharedTexts }, () => "");

/**
 * Contexts stay in memory with their chats. Most of their texts are fixed words, ids of channels and names of agents, so a text
 * that was read recently is used again. Each other text is one flat string; protobufjs would build it as a tree of pieces.
 */
export class ContextReader extends protobuf.Reader {
  readonly #bytes: Buffer;

  constructor({ buffer, byteOffset, byteLength }: Uint8Array) {
    const bytes = Buffer.from(buffer, byteOffset, byteLength);
    super(bytes);
    this.#bytes = bytes;
  }

  override stringVerify(): string {
    const before = this.pos;
    const length = this.uint32();
    const start = this.pos;
    const end = start + length;
    if (end <= this.len && this.#isAscii(start, end)) {
      this.pos = end;
      return length > sharedTextMax ? this.#bytes.toString("latin1", start, end) : this.#shared(start, end);
    }
    this.pos = before;
    return super.stringVerify();
  }

  #isAscii(start: number, end: number): boolean {
    for (let at = start; at < end; at += 1) if ((this.#bytes[at] ?? 0) > 0x7f) return false;
    return true;
  }

  #shared(start: number, end: number): string {
    let place = end - start;
    for (let at = start; at < end; at += 1) place = (place * 31 + (this.#bytes[at] ?? 0)) & (sharedTexts - 1);
    const known = readLately[place] ?? "";
    if (this.#is(known, start, end)) return known;
    const text = this.#bytes.toString("latin1", start, end);
    readLately[place] = text;
    return text;
  }

  #is(text: string, start: number, end: number): boolean {
    if (text.length !== end - start) return false;
    for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) !== this.#bytes[start + at]) return false;
    return true;
  }
}

/** One shared list, because most lists are empty. */
const none: readonly never[] = [];

/** The items of a list, decoded. */
export const listOf = <Message, Value>(
  messages: readonly Message[],
  decode: (message: Message) => Value,
): readonly Value[] => (messages.length === 0 ? none : messages.map(decode));

/** A copy of a list whose items need no decoding, without spare capacity. */
export const ownList = <Value>(values: readonly Value[]): readonly Value[] =>
  values.length === 0 ? none : values.slice();

/** The decoded field of a message; `null` if the message does not have it. */
export const ifThere = <Message, Value>(
  message: Message | null | undefined,
  decode: (message: Message) => Value,
): Value | null => (message === null || message === undefined ? null : decode(message));

/** The size of the buffer that many contexts share. Written bytes are never overwritten. */
const roomBytes = 16 * 1_024;
/** With less space than this, a new buffer is used. A context that does not fit makes the buffer grow, which costs a copy. */
const roomLeftMin = 1_024;
let writer = newWriter();

function newWriter(): TextWriter {
  const made = new TextWriter();
  made.buf = Buffer.allocUnsafeSlow(roomBytes);
  return made;
}

/** Returns the bytes that `write` writes. If `write` throws, the next call contains none of its bytes. */
export function writeBytes(write: (writer: Writer) => void): Uint8Array {
  if (writer.buf.length - writer.pos < roomLeftMin || writer.buf.length > roomBytes) writer = newWriter();
  const start = writer.pos;
  try {
    write(writer);
  } catch (error) {
    writer = newWriter();
    throw error;
  }
  return new Uint8Array(writer.buf.buffer, writer.buf.byteOffset + start, writer.pos - start);
}

/** The types of the generated code require writable lists, but the code only reads them. */
export type Unlocked<Value> = Value extends string | number | boolean | null | undefined
  ? Value
  : Value extends readonly (infer Item)[]
    ? Unlocked<Item>[]
    : { -readonly [Key in keyof Value]: Unlocked<Value[Key]> };
