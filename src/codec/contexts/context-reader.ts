import protobuf from "protobufjs/minimal.js";

/** Texts up to here are looked up among those that were read last. */
const sharedTextMax = 16;
/** A power of two. */
const sharedTexts = 256;
const readLately: string[] = Array.from({ length: sharedTexts }, () => "");

/**
 * Contexts stay in memory with their chats. Most of their texts are words, ids of channels and names of agents: one that was read lately is
 * given again. The others are in one piece, where protobufjs leaves each as a tree of its pieces.
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

/** Shared: most lists are empty. */
const none: readonly never[] = [];

/** The items of a list, decoded. */
export const listOf = <Message, Value>(
  messages: readonly Message[],
  decode: (message: Message) => Value,
): readonly Value[] => (messages.length === 0 ? none : messages.map(decode));

/** A list whose items are what they are, in no more room than they need. */
export const ownList = <Value>(values: readonly Value[]): readonly Value[] =>
  values.length === 0 ? none : values.slice();

/** What a message has, decoded; `null` for what it does not have. */
export const ifThere = <Message, Value>(
  message: Message | null | undefined,
  decode: (message: Message) => Value,
): Value | null => (message === null || message === undefined ? null : decode(message));
