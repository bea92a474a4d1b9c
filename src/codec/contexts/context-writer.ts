import type { Writer } from "protobufjs";
import { TextWriter } from "../proto/text-writer.ts";

/** Many contexts share the room; what was written there is never written over. */
const roomBytes = 16 * 1_024;
/** A context that needs more than is left gets a larger room, which costs a copy. */
const roomLeftMin = 1_024;
let writer = newWriter();

function newWriter(): TextWriter {
  const made = new TextWriter();
  made.buf = Buffer.allocUnsafeSlow(roomBytes);
  return made;
}

/** What `write` writes, in bytes of their own. When it throws, nothing of it is in what is written next. */
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

/** The generated code asks for writable lists and only reads them. */
export type Unlocked<Value> = Value extends string | number | boolean | null | undefined
  ? Value
  : Value extends readonly (infer Item)[]
    ? Unlocked<Item>[]
    : { -readonly [Key in keyof Value]: Unlocked<Value[Key]> };
