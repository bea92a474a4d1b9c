import type { ScryptOptions } from "node:crypto";
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { ERROR_MESSAGE } from "../../../core/errors.ts";
import { fail } from "../../../core/result.ts";
import type { Gate, Stranger } from "./gate.ts";

const saltBytes = 16;
const hashBytes = 32;
const blockSize = 8;
const parallelization = 1;

/** 128 MiB and about 0.3 s for each hash. Source: OWASP Password Storage Cheat Sheet. */
export const PASSWORD_COST = 2 ** 17;

/** The failure for a `null` of `Passwords`. */
export const overloaded = fail("overloaded", ERROR_MESSAGE.overloaded);

/** Hashes passwords with scrypt in the runtime's thread pool, a bounded number at once; `null` means that too many wait. */
export interface Passwords {
  /** `scrypt$N$r$p$salt$hash`, base64 parts. */
  hash(password: string): Promise<string | null>;
  /** Whether `stored` is the hash of the password; the work is the same for a wrong one. Strangers wait for known people. */
  verify(password: string, stored: string, stranger?: Stranger | null): Promise<boolean | null>;
  /** Does the work of one check and finds the password wrong: the time of a response must not reveal which accounts exist. */
  pretend(password: string, stranger?: Stranger | null): Promise<false | null>;
}

export function createPasswords(gate: Gate, cost: number = PASSWORD_COST): Passwords {
  const derive = (
    password: string,
    salt: Buffer,
    parameters: ScryptOptions,
    stranger?: Stranger | null,
  ): Promise<Buffer | null> =>
    gate.run(
      () =>
        new Promise((resolve, reject) => {
          const options = { ...parameters, maxmem: 256 * 1024 * 1024 };
          scrypt(password.normalize("NFC"), salt, hashBytes, options, (error, hash) =>
            error === null ? resolve(hash) : reject(error),
          );
        }),
      stranger,
    );
  const own = { N: cost, r: blockSize, p: parallelization };
  return {
    async hash(password) {
      const salt = randomBytes(saltBytes);
      // A caller that sets a password is logged in.
      const hash = await derive(password, salt, own);
      return hash && textOf(own, salt, hash);
    },
    async verify(password, stored, stranger) {
      const { parameters, salt, hash } = partsOf(stored);
      const found = await derive(password, salt, parameters, stranger);
      return found && timingSafeEqual(found, hash);
    },
    async pretend(password, stranger) {
      const hash = await derive(password, Buffer.alloc(saltBytes), own, stranger);
      return hash && false;
    },
  };
}

function textOf({ N, r, p }: Required<Pick<ScryptOptions, "N" | "r" | "p">>, salt: Buffer, hash: Buffer): string {
  return ["scrypt", N, r, p, salt.toString("base64"), hash.toString("base64")].join("$");
}

function partsOf(stored: string): { readonly parameters: ScryptOptions; readonly salt: Buffer; readonly hash: Buffer } {
  const [, N, r, p, salt, hash] = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([^$]+)\$([^$]+)$/.exec(stored) ?? [];
  const bytes = Buffer.from(hash ?? "", "base64");
  if (salt === undefined || bytes.length !== hashBytes) {
    throw new TypeError("Expected a password hash scrypt$N$r$p$salt$hash, got something else in the account's row");
  }
  return { parameters: { N: Number(N), r: Number(r), p: Number(p) }, salt: Buffer.from(salt, "base64"), hash: bytes };
}
