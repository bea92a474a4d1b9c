import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { cp, open } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { asChannelId, asChatId } from "../../../src/core/ids.ts";
import type { Store, Write } from "../../../src/ports/store.ts";
import { openLmdbStore } from "../../../src/store/lmdb/open-lmdb-store.ts";
import type { BenchContext } from "../../scenarios/scenario.types.ts";
import { BenchError } from "../bench-error.ts";
import type { BenchOptions } from "../options.ts";
import { channelId, dataFolderOf, startService } from "../service/service.ts";
import { writesOfChat } from "./stored-chats.ts";

const chatsPerCommit = 1_000;
const commitsAtOnce = 4;
const root = fileURLToPath(new URL("../../..", import.meta.url));
const formatSources = [
  "src/store/lmdb",
  "src/codec/proto/records.proto",
  "src/codec/contexts",
  "machines",
  "workers/archive",
  "bench/load/stored/stored-chats.ts",
];

interface SeedMark {
  readonly format: string;
}

interface SeedContext extends Pick<BenchContext, "cacheFolder" | "progress"> {
  readonly options: Pick<BenchOptions, "nodeFlags">;
}

/** Gives a service's folder this many chats. They are a copy from the cache, so that every measurement begins with the same data. */
export async function seedChats(folder: string, chats: number, context: SeedContext): Promise<void> {
  const seed = join(context.cacheFolder, `chats-${chats}`);
  await ensureSeed(seed, chats, context);
  const data = dataFolderOf(folder);
  await cp(dataFolderOf(seed), data, { recursive: true });
  // Otherwise pending pages would be written during a measurement.
  for (const path of filesIn(data)) await writeOut(path);
}

async function writeOut(path: string): Promise<void> {
  const file = await open(path, "r+");
  await file.sync();
  await file.close();
}

/** Makes a data folder with this many chats, or reuses the folder of an earlier run of the same code. */
async function ensureSeed(folder: string, chats: number, { progress, options }: SeedContext): Promise<void> {
  const markFile = join(folder, "seed.json");
  const format = hashOfFormat();
  if (existsSync(markFile)) {
    const mark: SeedMark = JSON.parse(readFileSync(markFile, "utf8"));
    if (mark.format === format) return;
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const store = await openStore(folder);
  await writeChats(store, chats, progress);
  await store.close();
  await indexChats(folder, chats, options.nodeFlags, progress);
  writeFileSync(markFile, JSON.stringify({ format } satisfies SeedMark));
}

async function writeChats(store: Store, chats: number, progress: (line: string) => void): Promise<void> {
  let running: Promise<void>[] = [];
  for (let first = 1; first <= chats; first += chatsPerCommit) {
    const numbers = Array.from({ length: Math.min(chatsPerCommit, chats + 1 - first) }, (_, index) => first + index);
    const last = first + numbers.length - 1;
    const writes = numbers.flatMap(writesOfChat);
    running.push(store.commit({}, () => [...writes, ...writesOfProgress(numbers, last)]));
    if (running.length === commitsAtOnce) {
      await Promise.all(running);
      running = [];
    }
    if (last % 100_000 === 0 || last === chats) progress(`storing chats: ${last} of ${chats}`);
  }
  await Promise.all(running);
}

const writesOfProgress = (numbers: readonly number[], last: number): readonly Write[] => [
  { table: "counter", key: ["chat"], row: { last } },
  { table: "counter", key: ["client"], row: { last } },
  {
    table: "feed",
    key: [numbers[0] ?? 1],
    row: {
      entries: numbers.map((number) => ({
        chatId: asChatId(String(number)),
        channelId: asChannelId(channelId),
        messageSeq: 2,
      })),
    },
  },
];

function openStore(folder: string): Promise<Store> {
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (facts: object, text: string) => console.error(text, facts),
  };
  return openLmdbStore({ dir: dataFolderOf(folder), log });
}

/** The hash changes with all code that decides the stored form of chats. */
function hashOfFormat(): string {
  const hash = createHash("sha256");
  for (const source of formatSources) {
    const path = join(root, source);
    const files = statSync(path).isFile() ? [path] : filesIn(path);
    for (const file of files.toSorted()) hash.update(readFileSync(file));
  }
  return hash.digest("hex");
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());

const lookEveryMs = 500;
const indexedWithinMs = 40 * 60_000;
const overText = "all closed chats are in the archive's index";

/**
 * Runs the service until the archive's index has all closed chats, as it would after chats that were closed one by one. Otherwise
 * the service would index during a measurement, which uses the processor for minutes.
 */
async function indexChats(
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
