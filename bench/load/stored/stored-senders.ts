import { writeFileSync } from "node:fs";
import type { NamedSenders } from "../clients/message-load.ts";
import { isStoredWaiting, storedSender } from "./stored-chats.ts";

const sendersMax = 8_000;
/** Uses Knuth's multiplier, so that neighbours in the store are far apart in the load. */
const scatter = (number: number): number => Math.imul(number, 2_654_435_761) >>> 0;

/**
 * Returns clients whose stored chats wait for an agent. They are spread over the whole store, and neighbours do not follow each
 * other.
 */
export function pickStoredSenders(chats: number): readonly string[] {
  const waiting = Array.from({ length: chats }, (_, at) => at + 1).filter(isStoredWaiting);
  const step = Math.max(1, waiting.length / sendersMax);
  const count = Math.floor(waiting.length / step);
  const picked = Array.from({ length: count }, (_, at) => waiting[Math.floor(at * step)] ?? 0);
  return picked.toSorted((left, right) => scatter(left) - scatter(right)).map(storedSender);
}

export function writeStoredSenders(chats: number, file: string): NamedSenders {
  const ids = pickStoredSenders(chats);
  writeFileSync(file, `${ids.join("\n")}\n`);
  return { ids, file };
}
