import * as real from "node:crypto";
import { world } from "./world.ts";

export const { createHash, createHmac, timingSafeEqual, createPrivateKey, X509Certificate } = real;

export function randomBytes(size: number): Buffer {
  const bytes = Buffer.alloc(size);
  world().random.fill(bytes);
  return bytes;
}

export function randomFillSync<Bytes extends Uint8Array>(bytes: Bytes): Bytes {
  world().random.fill(bytes);
  return bytes;
}

export function randomInt(minOrMax: number, max?: number): number {
  return max === undefined ? world().random.between(0, minOrMax - 1) : world().random.between(minOrMax, max - 1);
}

const versionAt = 6;
const variantAt = 8;

/** Returns a UUID of version 4. */
export function randomUUID(): string {
  const bytes = randomBytes(16);
  bytes[versionAt] = 0x40 | ((bytes[versionAt] ?? 0) & 0x0f);
  bytes[variantAt] = 0x80 | ((bytes[variantAt] ?? 0) & 0x3f);
  const text = bytes.toString("hex");
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join("-");
}

/** A hash without cost, in the next turn. The real hash takes a third of a second in another thread. */
export function scrypt(
  password: string,
  salt: Uint8Array,
  length: number,
  _options: object,
  told: (error: Error | null, hash: Buffer) => void,
): void {
  const hash = createHash("sha256").update(salt).update(password).digest().subarray(0, length);
  setImmediate(() => told(null, hash));
}
