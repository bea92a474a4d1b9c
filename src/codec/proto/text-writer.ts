import protobuf from "protobufjs/minimal.js";
import { Defect } from "../../core/assert.ts";
import { toWellFormed } from "../text/text.ts";

/** Up to here protobufjs writes a text itself, half a character included, which its reader then refuses; of longer ones Node makes U+FFFD. */
const ownTextMax = 40;

/**
 * Most texts of rows are ids and names: short ones of ASCII, which are written in one go. Half of a character (an unpaired surrogate) becomes
 * U+FFFD in texts of any length. Throws for what is no text: it would leave the writer nowhere, and all that is written later unreadable.
 */
export class TextWriter extends protobuf.BufferWriter {
  override string(value: string): this {
    if (typeof value !== "string")
      throw new Defect(`Expected a text to write, got ${value === null ? "null" : typeof value}`);
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
