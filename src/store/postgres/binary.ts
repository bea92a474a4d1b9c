import type { KeyBytes } from "../keys.ts";
import type { Value } from "./pipeline.ts";

/** The numbers of types in PostgreSQL. Source: pg_type.dat. */
const typeOf = { bool: 16, bytea: 17, bigint: 20 } as const;
const headBytes = 20;

/** The binary form of an array of one dimension. Source: PostgreSQL, array_send in src/backend/utils/adt/arrayfuncs.c. */
function createArray(type: keyof typeof typeOf, count: number, bodyBytes: number): Buffer {
  if (count === 0) {
    const empty = Buffer.alloc(12);
    empty.writeInt32BE(typeOf[type], 8);
    return empty;
  }
  const array = Buffer.allocUnsafe(headBytes + bodyBytes);
  array.writeInt32BE(1, 0);
  array.writeInt32BE(0, 4);
  array.writeInt32BE(typeOf[type], 8);
  array.writeInt32BE(count, 12);
  array.writeInt32BE(1, 16);
  return array;
}

/** Encodes keys (one character for each byte) or rows. */
export function bytesArray(values: readonly (KeyBytes | Uint8Array)[]): Buffer {
  let bodyBytes = 4 * values.length;
  for (const value of values) bodyBytes += value.length;
  const array = createArray("bytea", values.length, bodyBytes);
  let at = headBytes;
  for (const value of values) {
    array.writeInt32BE(value.length, at);
    if (typeof value === "string") array.write(value, at + 4, "latin1");
    else array.set(value, at + 4);
    at += 4 + value.length;
  }
  return array;
}

export function bigintArray(values: readonly (number | bigint)[]): Buffer {
  const array = createArray("bigint", values.length, 12 * values.length);
  let at = headBytes;
  for (const value of values) {
    array.writeInt32BE(8, at);
    array.writeBigInt64BE(BigInt(value), at + 4);
    at += 12;
  }
  return array;
}

export function boolArray(values: readonly boolean[]): Buffer {
  const array = createArray("bool", values.length, 5 * values.length);
  let at = headBytes;
  for (const value of values) {
    array.writeInt32BE(1, at);
    array.writeUInt8(value ? 1 : 0, at + 4);
    at += 5;
  }
  return array;
}

/** Decodes a column of bytes. PostgreSQL sends it as `\x` and hexadecimal digits. */
export function readBytes(column: string | null | undefined): Buffer {
  return Buffer.from(column?.slice(2) ?? "", "hex");
}

export const readKey = (column: string | null | undefined): KeyBytes => readBytes(column).toString("latin1");

export const toText = (value: number): Value => String(value);
