import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { BenchError } from "../bench-error.ts";
import { startService } from "../service/service.ts";

const lookEveryMs = 500;
const indexedWithinMs = 40 * 60_000;
const overText = "all closed chats are in the archive's index";

/**
 * Runs the service until the archive's index has all closed chats, as it would after chats that were closed one by one. Otherwise
 * the service would index during a measurement, which uses the processor for minutes.
 */
export async function indexChats(
  folder: string,
  chats: number,
  nodeFlags: string,
  progress: (line: string) => void,
): Promise<void> {
  const server = await startService({ folder, nodeFlags });
  const givenUpAtMs = performance.now() + indexedWithinMs;
  let told = 0;
  for (let done = 0; done < chats; ) {
    await delay(lookEveryMs);
    done = chatsIndexed(readFileSync(join(folder, "service.log"), "utf8"), chats);
    if (done > told) progress(`indexing chats: ${done} of ${chats}`);
    told = Math.max(told, done);
    if (performance.now() > givenUpAtMs)
      throw new BenchError(
        `The archive's index had ${done} of ${chats} chats after ${indexedWithinMs / 60_000} minutes`,
      );
  }
  await server.end("SIGTERM");
}

/** Returns how many chats are indexed, from the service's log. Indexing begins with the newest chat, which has the highest number. */
export function chatsIndexed(log: string, chats: number): number {
  if (log.includes(overText)) return chats;
  const downTo = [...log.matchAll(/"downTo":(\d+),"msg":"putting closed chats/g)].at(-1)?.[1];
  return downTo === undefined ? 0 : chats - Number(downTo);
}
