import type { Writer } from "protobufjs";
import { TextWriter } from "../proto/text-writer.ts";

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
