import type { Writer } from "protobufjs";
import protobuf from "protobufjs/minimal.js";
import { toWellFormed } from "../text/text.ts";

/** Up to here protobufjs writes a text itself, half a character included, which its reader then refuses; longer ones Node mends. */
const ownTextMax = 40;

class ContextWriter extends protobuf.BufferWriter {
  override string(value: string): this {
    super.string(value.length < ownTextMax && hasSurrogate(value) ? toWellFormed(value) : value);
    return this;
  }
}

function hasSurrogate(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if ((text.charCodeAt(index) & 0xf800) === 0xd800) return true;
  return false;
}

/** A text longer than this is rare: its room is given back. */
const roomBytesMax = 64 * 1_024;
let writer = new ContextWriter();

/** What `write` writes, in bytes of their own. One writer serves all: contexts are written from their beginning to their end. */
export function writeBytes(write: (writer: Writer) => void): Uint8Array {
  writer.pos = 0;
  write(writer);
  const { buf, pos } = writer;
  const bytes = Buffer.allocUnsafe(pos);
  bytes.set(buf.subarray(0, pos));
  if (buf.length > roomBytesMax) writer = new ContextWriter();
  return bytes;
}

/** The generated code asks for writable lists and only reads them. */
export type Unlocked<Value> = Value extends string | number | boolean | null | undefined
  ? Value
  : Value extends readonly (infer Item)[]
    ? Unlocked<Item>[]
    : { -readonly [Key in keyof Value]: Unlocked<Value[Key]> };

/** What a message has, decoded; `null` for what it does not have. */
export const ifThere = <Message, Value>(
  message: Message | null | undefined,
  decode: (message: Message) => Value,
): Value | null => (message === null || message === undefined ? null : decode(message));
