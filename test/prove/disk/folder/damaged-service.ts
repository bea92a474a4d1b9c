import { execFile } from "node:child_process";
import { renameSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import type { Ending } from "../../../harness/temporary-folder.ts";
import { Sender } from "../../../system/harness/people/customers.ts";
import { DeskApi } from "../../../system/harness/people/desk-api.ts";
import { Installation } from "../../../system/harness/service/installation.ts";
import { storedTexts } from "../../stored-chats.ts";
import type { Random } from "./images.ts";
import { damageOne } from "./images.ts";

const run = promisify(execFile);
const sendersCount = 4;
const loadMs = 1_500;
const lifeMs = 30_000;
const warning = 40;

/** The result of a service on a damaged copy of its folder. */
export interface ServiceResult {
  readonly how: string;
  /** True if the service reported that it was ready. Otherwise it ended. */
  readonly isServing: boolean;
  /** The output of a service that ended, otherwise the warnings and errors in its log. */
  readonly words: string;
  /** Whether these words name a file of the data folder, or the row that is damaged. */
  readonly isNamed: boolean;
  /** Descriptions of chats whose returned messages differ from the stored messages. */
  readonly wrong: readonly string[];
  /** The number of chats that were incomplete: refused with an error, or cut at the end. */
  readonly told: number;
  readonly whole: number;
}

/** Returns the violations in the result: an end or an incomplete chat without a message, and wrong messages. */
export function serviceFaults({ how, isServing, words, isNamed, wrong, told }: ServiceResult): readonly string[] {
  const faults = wrong.map((one) => `${how}: ${one}`);
  if (!isServing && !isNamed) faults.push(`${how}: it did not start and named nothing: "${words}"`);
  if (isServing && told > 0 && words === "")
    faults.push(`${how}: ${told} chats are not whole, and the log says nothing`);
  return faults;
}

/** Damages copies of a killed service's folder, and starts the service on each copy. */
export async function startOnDamage(
  t: Ending,
  count: number,
  random: Random,
  progress: (line: string) => void,
): Promise<readonly ServiceResult[]> {
  const installation = await Installation.create(t, "http://127.0.0.1:9/nobody");
  const { dataDir } = installation;
  await installation.start();
  const senders = Array.from({ length: sendersCount }, (_, at) => new Sender(installation, `sender-${at}`));
  const sending = senders.map((sender) => sender.run());
  await pause(loadMs);
  for (const sender of senders) sender.stop();
  await Promise.all(sending);
  // Rows and journal both contain data: the end of the service writes the rows, later messages are in the journal.
  await installation.terminate();
  await installation.start();
  const later = new Sender(installation, "later");
  const sendingLater = later.run();
  await pause(loadMs / 3);
  later.stop();
  await sendingLater;
  const truth = await storedTexts(installation);
  await installation.kill();
  const kept = join(installation.folder, "kept");
  renameSync(dataDir, kept);
  const results: ServiceResult[] = [];
  for (let number = 1; number <= count; number += 1) {
    await rm(dataDir, { recursive: true, force: true });
    // Sparse, because most of a segment of the journal is zeros.
    await run("cp", ["-r", "--sparse=always", kept, dataDir]);
    const { how, path } = damageOne(dataDir, random);
    const result = await lookAt(installation, `${how} of ${path}`, truth);
    results.push(result);
    progress(`service ${number} of ${count}: ${result.isServing ? "serves" : "refused"} after ${how} of ${path}`);
  }
  return results;
}

type Truth = ReadonlyMap<string, readonly string[]>;

async function lookAt(installation: Installation, how: string, truth: Truth): Promise<ServiceResult> {
  const isServing = await Promise.race([
    installation.start().then(
      () => true,
      () => false,
    ),
    pause(lifeMs, false, { ref: false }),
  ]);
  const seen = isServing ? await compare(installation.url, truth) : { wrong: [], told: 0, whole: 0 };
  await installation.kill();
  const { log, stderr } = installation.life;
  const warnings = log.filter(({ level }) => level >= warning).map((line) => JSON.stringify(line));
  // Log entries may follow the last message, so they are removed.
  const plain = stderr.split("\n").filter((line) => line !== "" && !line.startsWith("{"));
  const words = isServing ? warnings.join(" ") : plain.join(" ");
  const isNamed = words.includes(installation.dataDir) || /^The row \S+ of the table \w+ is damaged/.test(words);
  return { how, isServing, words, isNamed, ...seen };
}

/** Each listed chat must equal the stored chat, be a beginning of it, or be refused with an error. */
async function compare(url: string, truth: Truth): Promise<Pick<ServiceResult, "wrong" | "told" | "whole">> {
  const wrong: string[] = [];
  let [told, whole] = [0, 0];
  const api = await DeskApi.logIn(url).catch(() => null);
  // The agent's own row is damaged. An error reports this.
  if (api === null) return { wrong, told: truth.size, whole };
  const listed = await api.call("GET", "/chats");
  if (listed.status >= 500) return { wrong, told: truth.size, whole };
  const chats = listed.body.chats;
  for (const [client, texts] of truth) {
    const chat = chats.find((one) => one.client.id === client);
    const found = chat === undefined ? null : await textsOf(api, chat.id);
    if (found === null) told += 1;
    else if (found.join("\n") === texts.join("\n")) whole += 1;
    else if (found.every((text, at) => text === texts[at])) told += 1;
    else wrong.push(`the chat of ${client} has ${found.length} messages, not the ${texts.length} that were stored`);
  }
  return { wrong, told, whole };
}

/** Returns `null` if the service refuses the messages with an error. */
async function textsOf(api: DeskApi, chatId: string): Promise<readonly string[] | null> {
  const texts: string[] = [];
  for (let after = 0; ; ) {
    const { status, body } = await api.call("GET", `/chats/${chatId}/messages?after=${after}`);
    if (status >= 500) return null;
    const last = body.messages.at(-1);
    if (last === undefined) return texts;
    after = last.seq;
    texts.push(...body.messages.map(({ text }) => text));
  }
}
