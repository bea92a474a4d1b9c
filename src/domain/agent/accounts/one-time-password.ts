import { randomInt } from "node:crypto";
import { createGate } from "./gate.ts";
import { createPasswords } from "./passwords.ts";

/** Without letters and digits that are taken for each other when they are read aloud or copied by hand. */
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";
const groups = 5;
const groupLength = 4;

/** 20 random characters (99 bits) in groups, such as `k3mf-8q2x-…`: printed once, to be typed once. */
export function createOneTimePassword(): string {
  const letter = (): string => alphabet.charAt(randomInt(alphabet.length));
  const group = (): string => Array.from({ length: groupLength }, letter).join("");
  return Array.from({ length: groups }, group).join("-");
}

/** A password that nobody was told yet, and its hash, which takes a while. */
export interface MadePassword {
  readonly password: string;
  readonly hash: Promise<string | null>;
}

/** Begins to hash one before there is anything to store it in. */
export function makePassword(): MadePassword {
  const password = createOneTimePassword();
  const hash = Promise.resolve(createPasswords(createGate(1, 0)).hash(password));
  // Whoever needs it hears of it.
  hash.catch(() => undefined);
  return { password, hash };
}
