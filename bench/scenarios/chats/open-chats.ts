import { setTimeout as delay } from "node:timers/promises";
import type { LoadRun, MessageLoad } from "../../load/clients/message-load.ts";
import { messageLoad, toLoadRun } from "../../load/clients/message-load.ts";
import { collectGarbage } from "../../load/service/collect-garbage.ts";
import { readMetrics } from "../../load/service/metrics.ts";
import type { ServerProcess } from "../../load/service/server-process.ts";
import { describeErrors, runWrk } from "../../load/wrk/wrk.ts";
import type { Figures } from "../scenario.types.ts";

const firstSeconds = 5;
/** The last rows wait in memory this long before LMDB writes them. */
const settleMs = 5_000;

/** Returns the memory of the process, and the used part of its heap. */
export async function memoryOf(server: ServerProcess, logFile: string): Promise<Figures> {
  await delay(settleMs);
  const { rssMib, ownMib } = server.resources();
  await collectGarbage(logFile);
  const metric = await readMetrics(server.url);
  const heapMib = metric("nodejs_heap_size_used_bytes") / 2 ** 20;
  return { heapMib, inMemory: metric("parley_conversations_in_memory"), rssMib, ownMib };
}

/** Repeats runs until every sender has a chat. Each run begins with the first sender, so the next run gets more time. */
export async function openChats(
  { url }: ServerProcess,
  { chats, connections }: { readonly chats: number; readonly connections: number },
  mistakes: string[],
): Promise<readonly LoadRun[]> {
  const runs: LoadRun[] = [];
  for (let seconds = firstSeconds; (runs.at(-1)?.answered ?? 0) < chats && mistakes.length === 0; seconds *= 2) {
    const load: MessageLoad = { url, run: runs.length + 1, connections, seconds, senders: chats };
    const report = await runWrk(messageLoad(load));
    runs.push(toLoadRun(load, report));
    const errors = describeErrors(report);
    if (errors !== "") mistakes.push(`the load met ${errors}`);
  }
  const metric = await readMetrics(url);
  const inMemory = metric("parley_conversations_in_memory");
  if (inMemory < chats) mistakes.push(`${inMemory} chats were in memory, expected ${chats}`);
  return runs;
}
