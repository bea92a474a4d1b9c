import { createRequire } from "node:module";
import { join } from "node:path";
import { getAsset } from "node:sea";
import { pathToFileURL } from "node:url";
import { readEnvironment } from "../../../config/env.ts";
import { systemClock } from "../../../core/clock.ts";
import { serviceBundle } from "../commands.ts";
import type { Contents } from "../contents.ts";
import { archiveAsset, contentsAsset, loaderFile } from "../contents.ts";
import { cacheFolders } from "./cache-folders.ts";
import { readChoice } from "./command-line.ts";
import { answerEarlySignals } from "./early-signals.ts";
import { prepareNode } from "./prepare-node.ts";
import { unpack } from "./unpack.ts";

const mistakeStatus = 2;
const failureStatus = 1;

/** What the binary runs first: everything else is unpacked by it. */
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
        `parley ${contents.commit} (contents ${contents.id}, Node ${version}, ${platform} ${arch})\n`,
      );
      return;
    }
    case "mistakes":
      for (const line of choice.lines) process.stderr.write(`${line}\n`);
      process.exitCode = mistakeStatus;
      return;
    case "run": {
      const handOver = choice.bundle === serviceBundle ? answerEarlySignals() : null;
      const folder = await unpackSomewhere(contents);
      if (folder === null) process.exitCode = failureStatus;
      else await run(folder, choice.bundle, choice.words, contents.nodeFlags);
      handOver?.();
    }
  }
}

/** Answers the folder with the files; `null`, with a line on standard error, where none can have them. */
async function unpackSomewhere(contents: Contents): Promise<string | null> {
  const userId = process.geteuid?.() ?? 0;
  const readArchive = () => new Uint8Array(getAsset(archiveAsset));
  const reasons: string[] = [];
  for (const cache of cacheFolders(readEnvironment(), userId)) {
    try {
      return await unpack(cache, { contents, readArchive, userId, nowMs: systemClock.nowMs() });
    } catch (error) {
      reasons.push(`${cache}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  process.stderr.write(
    `Expected a folder to unpack into, name one by PARLEY_CACHE that this user alone may write into. Tried ${reasons.join("; ")}\n`,
  );
  return null;
}

/** Resolves when the bundle is loaded; what it does then is its own. */
async function run(
  folder: string,
  bundle: string,
  words: readonly string[],
  nodeFlags: readonly string[],
): Promise<void> {
  const file = join(folder, "dist", bundle);
  process.argv = [process.execPath, file, ...words];
  prepareNode(folder, nodeFlags);
  // Code that was not read from a file cannot import one.
  const load: (url: string) => Promise<unknown> = createRequire(file)(join(folder, loaderFile));
  await load(pathToFileURL(file).href);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(failureStatus);
});
