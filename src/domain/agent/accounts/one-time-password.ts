import { randomInt } from "node:crypto";
import { createPasswords } from "./passwords.ts";

/** Without letters and digits that people confuse when they read them aloud or copy them by hand. */
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";
const groups = 5;
const groupLength = 4;

/** 20 random characters (99 bits) in groups, such as `k3mf-8q2x-…`: printed once and typed once. */
export function createOneTimePassword(): string {
  const letter = (): string => alphabet.charAt(randomInt(alphabet.length));
  const group = (): string => Array.from({ length: groupLength }, letter).join("");
  return Array.from({ length: groups }, group).join("-");
}

/** A password that nobody has received yet, and its hash, which takes some time. */
export interface MadePassword {
  readonly password: string;
  readonly hash: Promise<string | null>;
}

/** Starts to hash a password before its account exists. */
export function makePassword(): MadePassword {
  const password = createOneTimePassword();
  const hash = createPasswords({ run: (task) => task() }).hash(password);
  // The caller that awaits the hash handles the error.
  hash.catch(() => undefined);
  return { password, hash };
}
