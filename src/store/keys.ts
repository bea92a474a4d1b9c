import type { Key, ScanRange, TableName } from "../ports/store.ts";

type PartKind = "number" | "string";
interface KeyLayout {
  /** The first byte of every key of the table. Never reuse a number. 0 is for the store itself. */
  readonly number: number;
  readonly parts: readonly PartKind[];
}

/** The complete key layout: the byte of the table, then the parts of the key. The bytes of each part sort like its values. */
const layouts: { readonly [Table in TableName]: KeyLayout } = {
  actor: { number: 1, parts: ["string"] },
  client: { number: 2, parts: ["string"] },
  message: { number: 3, parts: ["number", "number"] },
  chatState: { number: 4, parts: ["string", "number"] },
  deadline: { number: 5, parts: ["number", "string", "string"] },
  tell: { number: 6, parts: ["string"] },
  feed: { number: 7, parts: ["number"] },
  session: { number: 8, parts: ["string"] },
  account: { number: 9, parts: ["string"] },
  idempotency: { number: 10, parts: ["string", "string"] },
  counter: { number: 11, parts: ["string"] },
  fact: { number: 12, parts: ["string"] },
  delivery: { number: 13, parts: ["string", "string", "string"] },
  channelLog: { number: 14, parts: ["string", "string"] },
  department: { number: 15, parts: ["number"] },
  provider: { number: 16, parts: ["string"] },
  file: { number: 17, parts: ["string"] },
  chatFile: { number: 18, parts: ["number", "string"] },
  archiveQueue: { number: 19, parts: ["number"] },
  clientNumber: { number: 20, parts: ["number"] },
  webhook: { number: 21, parts: ["number", "string"] },
  phone: { number: 22, parts: ["string"] },
  offlineMessage: { number: 23, parts: ["number"] },
  chatActor: { number: 24, parts: ["number", "string"] },
  cannedReply: { number: 25, parts: ["number", "string"] },
  clientChat: { number: 26, parts: ["number", "number"] },
  history: { number: 27, parts: ["number"] },
  erasure: { number: 28, parts: ["string", "number"] },
};

/**
 * A key in its stored form. It is a string with one character (0 to 255) for each byte. So it can be the key of a Map, and it
 * compares like the bytes.
 */
export type KeyBytes = string;

/** The limit of LMDB with pages of 4 KiB. */
export const keyBytesMax = 1978;
/** The key for the number of the last journal record with all its rows in the environment. */
export const appliedKey: KeyBytes = "\u0000applied";

/**
 * Numbers are 8 bytes big-endian. Strings are UTF-8 and end with a zero byte. Inside a string 0 becomes 1 1, and 1 becomes 1 2.
 * This keeps the order, and no string is a prefix of another.
 */
const scratch = Buffer.allocUnsafe(8 * keyBytesMax);
/** A string is cut there. It makes the key too long, whatever follows, and three of them are in the scratch. */
const partBytesMax = 2 * keyBytesMax;

/** Encodes the key of a row to write. Throws TypeError for a key that cannot be stored: it is too long, or a part has the wrong kind. */
export const encodeKey = <Table extends TableName>(table: Table, key: Key<Table>): KeyBytes =>
  scratch.toString("latin1", 0, encodeWholeKey(table, key));

/** Returns the same key as bytes, which are valid until the next call of a function of this file. */
export const keyInScratch = <Table extends TableName>(table: Table, key: Key<Table>): Uint8Array =>
  scratch.subarray(0, encodeWholeKey(table, key));

function encodeWholeKey<Table extends TableName>(table: Table, key: Key<Table>): number {
  const { parts } = layouts[table];
  if (key.length !== parts.length) throw new TypeError(describe(table, `${parts.length} key parts`, key));
  const end = encode(table, key);
  if (end > keyBytesMax) throw new TypeError(describe(table, `a key of at most ${keyBytesMax} bytes`, `${end} bytes`));
  return end;
}

/**
 * Returns the bytes with which every key with these first parts begins. Parts that are too long to be stored are cut: no stored key
 * has such bytes, so that a read with a text from outside finds nothing.
 */
export const encodePrefix = (table: TableName, leading: readonly unknown[]): KeyBytes =>
  scratch.toString("latin1", 0, Math.min(encode(table, leading), keyBytesMax));

/** Writes the parts into the scratch, and returns the number of bytes. */
function encode(table: TableName, leading: readonly unknown[]): number {
  const { number, parts } = layouts[table];
  scratch[0] = number;
  let end = 1;
  for (let index = 0; index < leading.length; index += 1) {
    const value = leading[index];
    const kind = parts[index];
    if (kind === "string" && typeof value === "string") end = writeString(value, end, table);
    else if (kind === "number" && typeof value === "number") end = writeNumber(value, end, table);
    else throw new TypeError(describe(table, kind === undefined ? "no such key part" : `a ${kind}`, value));
  }
  return end;
}

/** Returns the first bytes after all keys with this prefix. */
export function afterPrefix(prefix: KeyBytes): KeyBytes {
  let end = prefix.length;
  while (prefix.charCodeAt(end - 1) === 0xff) end -= 1;
  return prefix.slice(0, end - 1) + String.fromCharCode(prefix.charCodeAt(end - 1) + 1);
}

/** Decodes a key of this table into its parts. */
export function decodeKey<Table extends TableName>(table: Table, bytes: KeyBytes): Key<Table> {
  const values: (string | number)[] = [];
  let start = 1;
  for (const kind of layouts[table].parts) {
    if (kind === "number") {
      values.push(readNumber(bytes, start));
      start += 8;
    } else {
      const end = bytes.indexOf("\u0000", start);
      values.push(readString(bytes, start, end));
      start = end + 1;
    }
  }
  return values as readonly unknown[] as Key<Table>;
}

function writeNumber(value: number, start: number, table: TableName): number {
  if (!Number.isSafeInteger(value) || value < 0) throw new TypeError(describe(table, "a safe integer from 0", value));
  scratch.writeUInt32BE(Math.floor(value / 2 ** 32), start);
  scratch.writeUInt32BE(value >>> 0, start + 4);
  return start + 8;
}

function readNumber(bytes: KeyBytes, start: number): number {
  let value = 0;
  for (let index = start; index < start + 8; index += 1) value = value * 256 + bytes.charCodeAt(index);
  return value;
}

const asciiOnlyMax = 64;

function writeString(value: string, start: number, table: TableName): number {
  let end = start;
  if (value.length <= asciiOnlyMax) {
    // Nearly every key is short ASCII, so this loop avoids a call of the runtime's encoder.
    for (let index = 0; index < value.length; index += 1) {
      const code = value.charCodeAt(index);
      if (code < 2 || code > 0x7f) return writeEscaped(value, start, table);
      scratch[end] = code;
      end += 1;
    }
    scratch[end] = 0;
    return end + 1;
  }
  return writeEscaped(value, start, table);
}

function writeEscaped(value: string, start: number, table: TableName): number {
  if (/\p{Surrogate}/u.test(value)) throw new TypeError(describe(table, "well-formed Unicode", value));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the bytes 0 and 1 carry the layout.
  const escaped = value.replace(/[\u0000\u0001]/g, (found) => (found === "\u0000" ? "\u0001\u0001" : "\u0001\u0002"));
  const end = start + scratch.write(escaped, start, partBytesMax);
  scratch[end] = 0;
  return end + 1;
}

/** The bytes of an ASCII string without 0 and 1 are its characters. Most strings are such, and need no copy. */
function readString(bytes: KeyBytes, start: number, end: number): string {
  const part = bytes.slice(start, end);
  for (let index = 0; index < part.length; index += 1) {
    const code = part.charCodeAt(index);
    if (code < 2 || code > 0x7f) return readEscaped(part);
  }
  return part;
}

function readEscaped(part: KeyBytes): string {
  const escaped = Buffer.from(part, "latin1").toString();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the bytes 0 and 1 carry the layout.
  return escaped.replace(/\u0001([\u0001\u0002])/g, (_, code) => (code === "\u0001" ? "\u0000" : "\u0001"));
}

const describe = (table: TableName, expected: string, got: unknown): string =>
  `Expected ${expected} in a key of the table ${table}, got ${JSON.stringify(got)}`;

/** Secret parts: they give access to an account or a file. Source: AUTH-14. */
const secretParts: { readonly [Table in TableName]?: number } = { file: 0, chatFile: 1, session: 0 };
const secretShown = 4;

/** For messages and logs: returns the table of a key and its parts as JSON, or the bytes of an invalid key. */
export function describeKey(bytes: KeyBytes): { readonly table: TableName | "store"; readonly text: string } {
  const found = Object.entries(layouts).find(([, { number }]) => number === bytes.charCodeAt(0));
  if (found === undefined) return { table: "store", text: JSON.stringify(bytes.slice(1)) };
  const table = found[0] as TableName;
  if (!isWholeKey(table, bytes)) return { table, text: Buffer.from(bytes, "latin1").toString("hex").slice(0, 80) };
  const parts: readonly unknown[] = decodeKey(table, bytes);
  const shown = parts.map((part, index) =>
    index === secretParts[table] ? `${String(part).slice(0, secretShown)}…` : part,
  );
  return { table, text: JSON.stringify(shown) };
}

function isWholeKey(table: TableName, bytes: KeyBytes): boolean {
  try {
    return encodeKey(table, decodeKey(table, bytes)) === bytes;
  } catch {
    return false;
  }
}

/** Whether these bytes are a valid key of a table or of the store itself. */
export function isKey(bytes: KeyBytes): boolean {
  const found = Object.entries(layouts).find(([, { number }]) => number === bytes.charCodeAt(0));
  return found === undefined ? bytes === appliedKey : isWholeKey(found[0] as TableName, bytes);
}

/** The keys from `from` on and before `to`. */
export interface KeyRange {
  readonly from: KeyBytes;
  readonly to: KeyBytes;
  readonly reverse: boolean;
}

/** Returns the range of keys for a scan. A partial `until` includes all keys that begin with it. */
export function toKeyRange<Table extends TableName>(table: Table, scan: ScanRange<Table>): KeyRange {
  const { prefix = [], after, until, reverse = false } = scan;
  let from = encodePrefix(table, prefix);
  let to = afterPrefix(from);
  const behind = after && encodePrefix(table, after);
  const before = until && encodePrefix(table, until);
  if (reverse) {
    if (behind !== undefined) to = min(to, behind);
    if (before !== undefined) from = max(from, afterPrefix(before));
  } else {
    if (behind !== undefined) from = max(from, afterPrefix(behind));
    if (before !== undefined) to = min(to, before);
  }
  return { from, to, reverse };
}

const min = (left: KeyBytes, right: KeyBytes): KeyBytes => (left < right ? left : right);
const max = (left: KeyBytes, right: KeyBytes): KeyBytes => (left > right ? left : right);
