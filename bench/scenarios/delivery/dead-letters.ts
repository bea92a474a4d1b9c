import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { logIn } from "../../load/clients/desk-agent.ts";
import { messageLoad } from "../../load/clients/message-load.ts";
import { readBodies, startOwnersServer, whenArrived } from "../../load/clients/owners-server.ts";
import { dataFolderOf, startService } from "../../load/service/service.ts";
import { describeErrors, runWrk } from "../../load/wrk/wrk.ts";
import type { BenchContext } from "../scenario.types.ts";

/** Accepted, updated, finished. */
const eventsOfChat = 3;
const chatsPerSecond = 2_000;

/** A data folder with dead letters, to be copied for each round. */
export interface DeadLetters {
  readonly count: number;
  /** A file with some of their bodies. */
  readonly bodiesFile: string;
  /** A data folder for a service in this folder. */
  copyTo(folder: string): void;
}

/** The events of so many chats, made by the service itself while their owner's server wants none of them. */
export async function makeDeadLetters({ options, workFolder, progress }: BenchContext): Promise<DeadLetters> {
  const folder = join(workFolder, "dead-letters");
  const chats = Math.min(10_000, options.seconds * chatsPerSecond);
  const owners = await startOwnersServer(folder, "gone");
  const service = await startService({ folder, nodeFlags: options.nodeFlags, logLevel: "warn", ownersUrl: owners.url });
  await openChats(service.url, chats, options.connections);
  const agent = await logIn(service.url);
  const ids = await agent.acceptChats(chats);
  await agent.stepInAll(ids, "PATCH", "contact", { email: "client@shop.example" });
  await agent.stepInAll(ids, "POST", "close");
  const count = chats * eventsOfChat;
  const arrived = await whenArrived(owners, count);
  if (arrived.count !== count) throw new Error(`Expected ${count} events to be made, got ${arrived.count}`);
  const bodiesFile = join(folder, "bodies.json");
  writeFileSync(bodiesFile, await readBodies(owners));
  await agent.close();
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

/** Until every sender has a chat, however slow the machine is. */
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
