import { Defect } from "../../core/assert.ts";

const wireTypes = 8;
const varint = 0;
const eightBytes = 1;
const lengthFirst = 2;
const fourBytes = 5;

const isAscii = (bytes: string): boolean => !/[\u0080-\u00ff]/.test(bytes);

/**
 * Reads protobuf from bytes in a string, one character a byte. It can start at any byte, and decodes only the values that a caller asks
 * for. Throws a Defect for bytes that are no protobuf.
 */
export class PackedBytes {
  readonly #bytes: string;
  readonly #start: number;
  readonly #end: number;
  #at: number;

  private constructor(bytes: string, start: number, end: number) {
    this.#bytes = bytes;
    this.#start = start;
    this.#end = end;
    this.#at = start;
  }

  static of(bytes: string): PackedBytes {
    return new PackedBytes(bytes, 0, bytes.length);
  }

  get isAtEnd(): boolean {
    return this.#at === this.#end;
  }

  /** A second reader at the beginning of the same bytes. */
  again(): PackedBytes {
    return new PackedBytes(this.#bytes, this.#start, this.#end);
  }

  /** Reads a varint. */
  number(): number {
    const first = this.#at < this.#end ? this.#bytes.charCodeAt(this.#at) : 0x80;
    if (first < 0x80) {
      this.#at += 1;
      return first;
    }
    let value = 0;
    for (let factor = 1; this.#at < this.#end; factor *= 0x80) {
      const byte = this.#bytes.charCodeAt(this.#at++);
      value += (byte & 0x7f) * factor;
      if (value > Number.MAX_SAFE_INTEGER) throw this.#damaged("a number up to 2^53", "a larger one");
      if (byte < 0x80) return value;
    }
    throw this.#damaged("a number", "the end");
  }

  /** Reads a part that has its length in front. */
  part(): PackedBytes {
    const length = this.number();
    const start = this.#at;
    this.#pass(length);
    return new PackedBytes(this.#bytes, start, this.#at);
  }

  /** Skips the value of an unknown field. */
  skip(tag: number): void {
    const wireType = tag % wireTypes;
    if (wireType === varint) this.number();
    else if (wireType === lengthFirst) this.part();
    else if (wireType === eightBytes) this.#pass(8);
    else if (wireType === fourBytes) this.#pass(4);
    else throw this.#damaged("a field", `the wire type ${wireType}`);
  }

  /** All bytes as text. */
  text(): string {
    const bytes = this.#bytes.slice(this.#start, this.#end);
    return isAscii(bytes) ? bytes : Buffer.from(bytes, "latin1").toString();
  }

  /** Whether the content equals these bytes. */
  is(bytes: string): boolean {
    return bytes.length === this.#end - this.#start && this.#bytes.startsWith(bytes, this.#start);
  }

  #pass(length: number): void {
    if (length > this.#end - this.#at) throw this.#damaged(`${length} bytes`, `${this.#end - this.#at}`);
    this.#at += length;
  }

  #damaged(expected: string, found: string): Defect {
    return new Defect(`A history row is damaged at byte ${this.#at}: expected ${expected}, found ${found}`);
  }
}
