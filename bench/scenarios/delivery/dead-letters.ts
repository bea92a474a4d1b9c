import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { logIn } from "../../load/clients/desk-agent.ts";
import { messageLoad } from "../../load/clients/message-load.ts";
import { readBodies, startOwnersServer, whenArrived } from "../../load/clients/owners-server.ts";
import type { ServerProcess } from "../../load/service/server-process.ts";
import { dataFolderOf, startService } from "../../load/service/service.ts";
import { describeErrors, runWrk } from "../../load/wrk/wrk.ts";
import type { BenchContext } from "../scenario.types.ts";

/** `chat_accepted` and `chat_finished`. */
export const eventsOfChat = 2;
/** With one update event more. */
const eventsPerChat = 3;
const chatsPerSecond = 2_000;

/** A data folder with dead letters; each round gets a copy. */
export interface DeadLetters {
  readonly count: number;
  /** A file with the bodies of some of them. */
  readonly bodiesFile: string;
  /** Copies the data folder for a service in this folder. */
  copyTo(folder: string): void;
}

/** Makes dead letters from the events of chats. The service itself makes them, while the owner's server refuses each event. */
export async function makeDeadLetters({ options, workFolder, progress }: BenchContext): Promise<DeadLetters> {
  const folder = join(workFolder, "dead-letters");
  const chats = Math.min(options.chats, options.seconds * chatsPerSecond);
  const owners = await startOwnersServer(folder, "gone");
  const service = await startService({ folder, nodeFlags: options.nodeFlags, logLevel: "warn", ownersUrl: owners.url });
  const count = await fillWithDeadLetters(service, owners, {
    chats,
    connections: options.connections,
    eventsWanted: chats * eventsPerChat,
  });
  const bodiesFile = join(folder, "bodies.json");
  writeFileSync(bodiesFile, await readBodies(owners));
  await service.end("SIGTERM");
  await owners.end("SIGKILL");
  progress(`webhooks  ${count} events of ${chats} chats stored`);
  return {
    count,
    bodiesFile,
    copyTo(copy) {
      mkdirSync(copy, { recursive: true });
      cpSync(dataFolderOf(folder), dataFolderOf(copy), { recursive: true });
    },
  };
}

export interface DeadLetterOptions {
  readonly chats: number;
  readonly connections: number;
  readonly eventsWanted: number;
}

/** Opens, accepts, updates and closes chats until there are at least as many events as wanted. Returns how many there are. */
export async function fillWithDeadLetters(
  service: ServerProcess,
  owners: ServerProcess,
  { chats, connections, eventsWanted }: DeadLetterOptions,
): Promise<number> {
  await openChats(service.url, chats, connections);
  const agent = await logIn(service.url);
  const ids = await agent.acceptChats(chats);
  const updates = Math.max(0, Math.ceil(eventsWanted / chats) - eventsOfChat);
  for (let number = 1; number <= updates; number += 1)
    await agent.stepInAll(ids, "PATCH", "contact", { email: `client-${number}@shop.example` });
  await agent.stepInAll(ids, "POST", "close");
  await agent.close();
  const count = chats * (eventsOfChat + updates);
  const arrived = await whenArrived(owners, count);
  if (arrived.count !== count) throw new Error(`Expected ${count} events to be made, got ${arrived.count}`);
  return count;
}

/** Repeats runs until every sender has a chat, however slow the machine is. */
async function openChats(url: string, chats: number, connections: number): Promise<void> {
  let answered = 0;
  for (let run = 1; answered < chats; run += 1) {
    const seconds = Math.ceil(chats / chatsPerSecond) * run;
    const report = await runWrk(messageLoad({ url, run, connections, seconds, senders: chats }));
    const errors = describeErrors(report);
    if (errors !== "") throw new Error(`The chats for webhooks met ${errors}`);
    answered = report.requests;
  }
}
