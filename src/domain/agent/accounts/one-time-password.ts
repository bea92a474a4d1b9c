import { randomInt } from "node:crypto";

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
