import { createInterface } from "node:readline";
import { openLmdbStore } from "../../src/store/lmdb/open-lmdb-store.ts";
import { counter, messageWrite } from "../contracts/store-rows.ts";
import { recordingLog } from "./lmdb-fixture.ts";

/**
 * A separate process that owns the store in the given folder. It prints `ready N` with the last number that it found. Each line
 * of its input is a count. It commits this many numbers, several at a time. It prints each number when it is acknowledged, or
 * `refused` with the reason. Then it prints `done`.
 */
const [dir = "", settings = "{}"] = process.argv.slice(2);
const log = recordingLog();
const store = await openLmdbStore({ dir, log, ...JSON.parse(settings) });
let number = (await store.read("counter", ["last"]))?.last ?? 0;
process.stdout.write(`ready ${number}\n`);

const inFlight = 8;

async function commitNext(): Promise<void> {
  number += 1;
  const mine = number;
  try {
    await store.commit({}, () => [counter("last", mine), messageWrite(1, mine, "x".repeat(mine % 700))]);
    process.stdout.write(`${mine}\n`);
  } catch (error) {
    process.stdout.write(`refused ${String(error)}\n`);
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  let left = Number(line);
  const sender = async (): Promise<void> => {
    for (; left > 0; left -= 1) await commitNext();
  };
  await Promise.all(Array.from({ length: inFlight }, sender));
  process.stdout.write("done\n");
}
await store.close();
