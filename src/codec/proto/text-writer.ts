import protobuf from "protobufjs/minimal.js";
import { Defect } from "../../core/assert.ts";
import { toWellFormed } from "../text/text.ts";

/**
 * Protobufjs itself writes texts shorter than this. It also writes unpaired surrogates, which its reader then rejects. In longer
 * texts, Node writes U+FFFD instead.
 */
const ownTextMax = 40;

/**
 * Most texts of rows are ids and names: short ASCII texts, which are written in one pass. An unpaired surrogate becomes U+FFFD in
 * texts of any length. Throws for a value that is not a text, because it would break the writer's position and make all later bytes
 * unreadable.
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
