import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { LmdbStoreOptions } from "../../src/store/lmdb/open-lmdb-store.ts";
import { runnable } from "../project/compiled-scripts.ts";

/** Runs `store-writer.ts`. `wrap` is a command that starts it, such as one that sets limits. */
export function spawnWriter(dir: string, settings: Partial<LmdbStoreOptions>, wrap: readonly string[] = []) {
  const [first = process.execPath, ...further] = [...wrap, process.execPath];
  const { flags, file } = runnable("test/store/store-writer.ts");
  const words = [...further, ...flags, file, dir, JSON.stringify(settings)];
  const child: ChildProcessWithoutNullStreams = spawn(first, words);
  const acknowledged: number[] = [];
  const refused: string[] = [];
  const errors: string[] = [];
  const waiters: { isMet(line: string): boolean; resolve(line: string): void }[] = [];
  child.stderr.setEncoding("utf8").on("data", (text: string) => errors.push(text));
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (/^\d+$/.test(line)) acknowledged.push(Number(line));
    if (line.startsWith("refused")) refused.push(line);
    for (const waiter of waiters.filter(({ isMet }) => isMet(line))) {
      waiters.splice(waiters.indexOf(waiter), 1);
      waiter.resolve(line);
    }
  });
  const exited = once(child, "close");
  const until = (isMet: (line: string) => boolean): Promise<string> => {
    const met = new Promise<string>((resolve) => waiters.push({ isMet, resolve }));
    const gone = exited.then(([code, signal]) => {
      throw new Error(`The writer ended with ${code ?? signal}: ${errors.join("")}`);
    });
    return Promise.race([met, gone]);
  };
  return {
    pid: child.pid ?? 0,
    acknowledged,
    refused,
    ready: until((line) => line.startsWith("ready")),
    /** Resolves when this number of further commits is acknowledged while other commits still run. */
    async commitUntil(count: number): Promise<void> {
      const target = acknowledged.length + count;
      child.stdin.write("1000000\n");
      await until(() => acknowledged.length >= target);
    },
    async commit(count: number): Promise<void> {
      child.stdin.write(`${count}\n`);
      await until((line) => line === "done");
    },
    async kill(): Promise<void> {
      child.kill("SIGKILL");
      await exited;
    },
    async end(): Promise<void> {
      child.stdin.end();
      await exited;
    },
  };
}
