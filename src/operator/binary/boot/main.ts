import * as nodeModule from "node:module";
import { join } from "node:path";
import { getAsset } from "node:sea";
import { pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import { readEnvironment } from "../../../config/env.ts";
import { systemClock } from "../../../core/clock.ts";
import type { Contents } from "../contents.ts";
import { archiveAsset, contentsAsset, loaderFile } from "../contents.ts";
import { cacheFolders } from "./cache-folders.ts";
import { readChoice } from "./command-line.ts";
import { unpack } from "./unpack.ts";

const mistakeStatus = 2;
const failureStatus = 1;

/** Folder beside the unpacked files in which Node keeps what it compiled. */
const compiledFolder = "compiled";

/** What the binary runs first: everything else is unpacked by it. */
function main(): void {
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
      const folder = unpackSomewhere(contents);
      if (folder === null) process.exitCode = failureStatus;
      else run(folder, choice.bundle, choice.words, contents.nodeFlags);
    }
  }
}

/** Answers the folder with the files; `null`, with a line on standard error, where none can have them. */
function unpackSomewhere(contents: Contents): string | null {
  const userId = process.geteuid?.() ?? 0;
  const readArchive = () => new Uint8Array(getAsset(archiveAsset));
  const reasons: string[] = [];
  for (const cache of cacheFolders(readEnvironment(), userId)) {
    try {
      return unpack(cache, { contents, readArchive, userId, nowMs: systemClock.nowMs() });
    } catch (error) {
      reasons.push(`${cache}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  process.stderr.write(
    `Expected a folder to unpack into, name one by PARLEY_CACHE that this user alone may write into. Tried ${reasons.join("; ")}\n`,
  );
  return null;
}

function run(folder: string, bundle: string, words: readonly string[], nodeFlags: readonly string[]): void {
  const file = join(folder, "dist", bundle);
  process.argv = [process.execPath, file, ...words];
  // A Node before 22.20 takes no flags from inside the binary: what can be set while it runs is set here.
  if (process.execArgv.length === 0) {
    for (const flag of nodeFlags) setFlagsFromString(flag);
    process.setSourceMapsEnabled(true);
  }
  // A Node before 22.1 compiles anew at each start.
  const { enableCompileCache } = nodeModule as { readonly enableCompileCache?: (folder: string) => unknown };
  enableCompileCache?.(join(folder, compiledFolder));
  // Code that was not read from a file cannot import one.
  const load: (url: string) => Promise<unknown> = nodeModule.createRequire(file)(join(folder, loaderFile));
  void load(pathToFileURL(file).href);
}

main();
