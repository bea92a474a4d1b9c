import { randomBytes, randomInt } from "node:crypto";
import type { ChannelId } from "../../../machines/ids.ts";
import { asChannelId } from "../ids.ts";

const idLength = 10;
/** Upper case letters and digits that cannot be confused when read aloud. */
const idLetters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** A channel's public id. Source: CH-03. */
export function newChannelId(): ChannelId {
  const letters = Array.from({ length: idLength }, () => idLetters[randomInt(idLetters.length)]);
  return asChannelId(letters.join(""));
}

/** The secret part of a channel's address, 192 random bits. Source: CH-03. */
export const newRandom = (): string => randomBytes(24).toString("base64url");
