import { createRequire } from "node:module";
import { join } from "node:path";
import { getAsset } from "node:sea";
import { pathToFileURL } from "node:url";
import { readEnvironment } from "../../../config/env.ts";
import { versionLine } from "../../../config/flags.ts";
import { systemClock } from "../../../core/clock.ts";
import { keepLoader } from "../../../core/files/whole-program.ts";
import { makePassword } from "../../../domain/agent/accounts/one-time-password.ts";
import { serviceBundle } from "../commands.ts";
import type { Contents } from "../contents.ts";
import { contentsAsset, loaderFile } from "../contents.ts";
import { cacheFolders } from "./cache-folders.ts";
import { readChoice } from "./command-line.ts";
import { answerEarlySignals } from "./early-signals.ts";
import { prepareNode } from "./prepare-node.ts";
import { tend } from "./tend.ts";
import type { Unpacked } from "./unpack-all.ts";
import { unpackAll } from "./unpack-all.ts";

const mistakeStatus = 2;
const failureStatus = 1;

/** The binary runs this first; it unpacks everything else. */
async function main(): Promise<void> {
  const choice = readChoice(process.argv.slice(2));
  const contents: Contents = JSON.parse(getAsset(contentsAsset, "utf8"));
  switch (choice.kind) {
    case "help":
      process.stdout.write(choice.text);
      return;
    case "version": {
      const { version, platform, arch } = process;
      process.stdout.write(
        `${versionLine}\ncommit ${contents.commit}, contents ${contents.id}, Node ${version}, ${platform} ${arch}\n`,
      );
      return;
    }
    case "mistakes":
      for (const line of choice.lines) process.stderr.write(`${line}\n`);
      process.exitCode = mistakeStatus;
      return;
    case "run": {
      const handOver = choice.bundle === serviceBundle ? answerEarlySignals() : null;
      const unpacked = await unpackSomewhere(contents);
      if (unpacked === null) process.exitCode = failureStatus;
      else await run(unpacked, choice.bundle, choice.words, contents.nodeFlags);
      handOver?.();
    }
  }
}

/** Returns the unpacked files; `null`, with an error on standard error, when no folder can have them. */
async function unpackSomewhere(contents: Contents): Promise<Unpacked | null> {
  const userId = process.geteuid?.() ?? 0;
  const reasons: string[] = [];
  for (const cache of cacheFolders(readEnvironment(), userId)) {
    try {
      return await unpackAll(cache, contents, userId, systemClock.nowMs());
    } catch (error) {
      reasons.push(`${cache}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  process.stderr.write(
    `Expected a folder to unpack into. Set PARLEY_CACHE to a folder that only this user can write to. Tried ${reasons.join("; ")}\n`,
  );
  return null;
}

/** Resolves when the bundle is loaded. */
async function run(
  unpacked: Unpacked,
  bundle: string,
  words: readonly string[],
  nodeFlags: readonly string[],
): Promise<void> {
  const { folder, whole, settle, isNew } = unpacked;
  // The service is loaded meanwhile, and waits for the rest before it serves.
  if (bundle === serviceBundle)
    keepLoader({ whole, firstPassword: isNew ? makePassword() : null, served: () => void tend(unpacked) });
  else await whole.then(settle);
  const file = join(folder, "dist", bundle);
  process.argv = [process.execPath, file, ...words];
  prepareNode(folder, nodeFlags);
  // Code that was not read from a file cannot import a file.
  const load: (url: string) => Promise<unknown> = createRequire(file)(join(folder, loaderFile));
  await load(pathToFileURL(file).href);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(failureStatus);
});
