import type { ArchivePlace } from "./archive.types.ts";

/**
 * The index's whole key layout. Keys are strings of bytes. Numbers have 6 bytes, the highest first, so that they sort
 * by value; a place is the time of closing and the chat's number.
 *
 * | key | row |
 * |---|---|
 * | `s` | state of the index, JSON |
 * | `c` number | a chat's filters and place, JSON |
 * | `d` number | its words, each between line ends |
 * | `t` place | every chat by its place |
 * | `w` word | how many chats have it |
 * | `p` word 0 place | a chat that has it |
 */
export type KeyBytes = string;

export const keyEncoder = {
  writeKey: (key: KeyBytes, target: Buffer, start: number): number => start + target.write(key, start, "latin1"),
  readKey: (source: Buffer, start: number, end: number): KeyBytes => source.toString("latin1", start, end),
};

const numberBytes = 6;
const numberMax = 2 ** (8 * numberBytes) - 1;
const placeBytes = 2 * numberBytes;
/** Above every byte of UTF-8. */
const highest = "\xff";

const scratch = Buffer.alloc(placeBytes);

function numberKey(number: number): KeyBytes {
  scratch.writeUIntBE(Math.min(number, numberMax), 0, numberBytes);
  return scratch.toString("latin1", 0, numberBytes);
}

/** Bytes that sort as places do, the oldest first. */
export const placeKey = ({ closedAtMs, chatNumber }: ArchivePlace): KeyBytes =>
  numberKey(closedAtMs) + numberKey(chatNumber);

/** Reads the place at the end of a key. */
export function placeIn(key: KeyBytes): ArchivePlace {
  scratch.write(key.slice(-placeBytes), "latin1");
  return {
    closedAtMs: scratch.readUIntBE(0, numberBytes),
    chatNumber: scratch.readUIntBE(numberBytes, numberBytes),
  };
}

export const stateKey = "s";
export const chatKey = (chatNumber: number): KeyBytes => `c${numberKey(chatNumber)}`;
export const chatWordsKey = (chatNumber: number): KeyBytes => `d${numberKey(chatNumber)}`;
export const timeKeyPrefix = "t";
export const wordKey = (word: string): KeyBytes => `w${bytesOf(word)}`;
export const postingKeyPrefix = (word: string): KeyBytes => `p${bytesOf(word)}\0`;

/** Keys of the words with this beginning, and of their postings. */
export const wordsFrom = (beginning: string): KeyRange => rangeOf(`w${bytesOf(beginning)}`);
export const postingsFrom = (beginning: string): KeyRange => rangeOf(`p${bytesOf(beginning)}`);

export interface KeyRange {
  readonly start: KeyBytes;
  readonly end: KeyBytes;
}

const rangeOf = (prefix: KeyBytes): KeyRange => ({ start: prefix, end: prefix + highest });

const bytesOf = (word: string): KeyBytes => Buffer.from(word).toString("latin1");
