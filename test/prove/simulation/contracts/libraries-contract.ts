import type * as crypto from "node:crypto";
import type * as timers from "node:timers/promises";
import { promisify } from "node:util";
import type * as zlib from "node:zlib";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { Test } from "tap";

export interface LibrariesUnderTest {
  readonly crypto: Pick<typeof crypto, "randomBytes" | "randomFillSync" | "randomInt" | "randomUUID" | "scrypt">;
  readonly zlib: Pick<typeof zlib, "brotliCompress" | "gzip">;
  readonly timers: Pick<typeof timers, "setImmediate">;
}

export interface LibrariesSubject {
  readonly name: string;
  /** Runs the body, and lets time pass until it has settled. */
  run(t: Test, body: (libraries: LibrariesUnderTest) => Promise<void>): Promise<void>;
}

const draws = 500;

/** The behaviour of the smaller libraries on which the service relies: random numbers, hashes, compression and timers. */
export function runLibrariesContract(t: Test, subject: LibrariesSubject): void {
  const test = (name: string, body: (t: Test, libraries: LibrariesUnderTest) => Promise<void>): void => {
    void t.test(`${subject.name}: ${name}`, (t) => subject.run(t, (libraries) => body(t, libraries)));
  };

  test("random bytes, numbers and ids have the right form, and none repeats", async (t, { crypto }) => {
    t.strictSame([crypto.randomBytes(0).length, crypto.randomBytes(6).length], [0, 6]);
    const filled = new Uint8Array(32);
    t.equal(crypto.randomFillSync(filled), filled);
    t.ok(filled.some((byte) => byte !== 0));
    const values = [...Array.from({ length: 50 }, () => crypto.randomBytes(16).toString("hex")), ...uuids(crypto)];
    t.equal(new Set(values).size, values.length);
    for (const id of uuids(crypto))
      t.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const numbers = (min: number, max: number) =>
      new Set(Array.from({ length: draws }, () => crypto.randomInt(min, max)));
    t.strictSame([...numbers(3, 6)].sort(), [3, 4, 5]);
    t.strictSame([...new Set(Array.from({ length: draws }, () => crypto.randomInt(2)))].sort(), [0, 1]);
    t.ok(
      [...numbers(1, 2 ** 32)].some((number) => number > 2 ** 31),
      "32 bits are reached",
    );
  });

  test("a password's hash is equal only for an equal salt, and the callback runs later", async (t, { crypto }) => {
    const order: string[] = [];
    const hash = (password: string, salt: string): Promise<string> =>
      new Promise((resolve, reject) => {
        crypto.scrypt(password, Buffer.from(salt), 32, { N: 16, r: 1, p: 1 }, (error, bytes) => {
          order.push("told");
          if (error) reject(error);
          else resolve(`${bytes.length} ${bytes.toString("hex")}`);
        });
        order.push("asked");
      });
    const first = await hash("secret", "salt");
    t.strictSame(order, ["asked", "told"]);
    t.match(first, /^32 /);
    t.equal(await hash("secret", "salt"), first);
    t.not(await hash("secret", "pepper"), first);
    t.not(await hash("Secret", "salt"), first);
  });

  test("compressed bytes can be decompressed, and the callback runs later", async (t, { zlib }) => {
    const text = "ä text that is said again, ".repeat(50);
    for (const [pack, unpack] of [
      [promisify<Buffer, Buffer>((bytes, told) => zlib.gzip(bytes, told)), gunzipSync],
      [promisify<Buffer, Buffer>((bytes, told) => zlib.brotliCompress(bytes, {}, told)), brotliDecompressSync],
    ] as const) {
      let isTold = false;
      const packing = pack(Buffer.from(text)).finally(() => {
        isTold = true;
      });
      t.notOk(isTold);
      const packed = await packing;
      t.ok(packed.length < text.length / 2);
      t.equal(unpack(packed).toString(), text);
    }
  });

  test("a turn of the event loop comes after earlier promises", async (t, { timers }) => {
    const order: string[] = [];
    const turning = timers.setImmediate("turn").then((value) => order.push(value));
    await Promise.resolve().then(() => order.push("promise"));
    await turning;
    t.strictSame(order, ["promise", "turn"]);
    t.equal(await timers.setImmediate(), undefined);
  });
}

const uuids = ({ randomUUID }: Pick<typeof crypto, "randomUUID">): readonly string[] =>
  Array.from({ length: 50 }, () => randomUUID());
