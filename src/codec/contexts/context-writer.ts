import type { Writer } from "protobufjs";
import protobuf from "protobufjs/minimal.js";
import { toWellFormed } from "../text/text.ts";

/** Up to here protobufjs writes a text itself, half a character included, which its reader then refuses; of longer ones Node makes U+FFFD. */
const ownTextMax = 40;

class ContextWriter extends protobuf.BufferWriter {
  /** Most texts are ids and names: ASCII, and short. They are written in one go, which is what half of the time goes into. */
  override string(value: string): this {
    const { buf, pos } = this;
    const { length } = value;
    if (length >= ownTextMax || pos + length >= buf.length) return this.#any(value);
    for (let index = 0; index < length; index += 1) {
      const unit = value.charCodeAt(index);
      if (unit > 0x7f) return this.#any(value);
      buf[pos + 1 + index] = unit;
    }
    buf[pos] = length;
    this.pos = pos + 1 + length;
    return this;
  }

  #any(value: string): this {
    super.string(value.length < ownTextMax ? toWellFormed(value) : value);
    return this;
  }
}

/** Many contexts share the room; what was written there is never written over. */
const roomBytes = 16 * 1_024;
/** A context that needs more than is left gets a larger room, which costs a copy. */
const roomLeftMin = 1_024;
let writer = newWriter();

function newWriter(): ContextWriter {
  const made = new ContextWriter();
  made.buf = Buffer.allocUnsafeSlow(roomBytes);
  return made;
}

/** What `write` writes, in bytes of their own. */
export function writeBytes(write: (writer: Writer) => void): Uint8Array {
  if (writer.buf.length - writer.pos < roomLeftMin || writer.buf.length > roomBytes) writer = newWriter();
  const start = writer.pos;
  write(writer);
  return new Uint8Array(writer.buf.buffer, writer.buf.byteOffset + start, writer.pos - start);
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
