import * as nodeModule from "node:module";
import { createRequire } from "node:module";
import { homedir, tmpdir } from "node:os";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { getAsset } from "node:sea";
import { pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import type { Environment } from "../../../config/env.ts";
import { CACHE_VARIABLE, readEnvironment } from "../../../config/env.ts";
import { helpText, versionLine } from "../../../config/flags.ts";
import { createMistakes } from "../../../config/mistakes.ts";
import { backgroundClock, systemClock } from "../../../core/clock.ts";
import { keepLoader } from "../../../core/files/whole-program.ts";
import { makePassword } from "../../../domain/agent/accounts/one-time-password.ts";
import { commands, serviceBundle } from "../commands.ts";
import type { Contents } from "../contents.ts";
import { contentsAsset, loaderFile } from "../contents.ts";
import { noteUse, removeOld } from "./old-contents.ts";
import type { Unpacked } from "./unpack-all.ts";
import { unpackAll } from "./unpack-all.ts";

const dayMs = 86_400_000;

/** Work that can wait until the service serves: syncs the unpacked files and removes older builds, then repeats each day. Does not reject. */
async function tend(unpacked: Unpacked): Promise<void> {
  const { folder } = unpacked;
  const cache = dirname(folder);
  try {
    await unpacked.settle();
    noteUse(folder, backgroundClock.nowMs());
    await removeOld(cache, basename(folder), backgroundClock.nowMs());
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`Old unpacked files in ${cache} cannot be removed: ${reason}\n`);
  }
  backgroundClock.wakeAt(
    backgroundClock.nowMs() + dayMs,
    () => void tend({ ...unpacked, settle: async () => undefined }),
  );
}

/** The folder next to the unpacked files. It contains the code that Node compiled, for the next start. */
const compiledFolder = "compiled";

/** Functions that a newer Node has: the types are those of the oldest supported version. */
interface Later {
  /** Since 22.1. */
  readonly enableCompileCache?: (folder: string) => unknown;
}

/** Before the first module loads, sets the flags of `npm start` and the cache of compiled code, which shortens the next start. */
function prepareNode(folder: string, nodeFlags: readonly string[]): void {
  // A Node before 22.20 takes no flags from inside the binary: flags that can be set at run time are set here.
  if (process.execArgv.length === 0) for (const flag of nodeFlags) setFlagsFromString(flag);
  const { enableCompileCache } = nodeModule as Later;
  enableCompileCache?.(join(folder, compiledFolder));
}

const ignore = (): void => undefined;
const leave = (): never => process.exit(0);

/**
 * Handles signals until the service handles them: no work is in progress yet. Without a handler, SIGHUP, which requests a config reload,
 * would end the process, and SIGTERM would not end the first process of a container. Returns a function that removes these handlers.
 */
function answerEarlySignals(): () => void {
  process.on("SIGHUP", ignore).on("SIGTERM", leave).on("SIGINT", leave);
  return () => void process.off("SIGHUP", ignore).off("SIGTERM", leave).off("SIGINT", leave);
}

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

/**
 * Folders that the contents may be unpacked into, the best first. A folder that the operator names is the only one, so that its errors are seen.
 * Source: XDG Base Directory Specification, which allows only absolute paths.
 */
function cacheFolders(environment: Environment, userId: number): readonly string[] {
  const named = environment.variable(CACHE_VARIABLE);
  if (named !== undefined) return [resolve(named)];
  const shared = environment.variable("XDG_CACHE_HOME");
  const home = homeFolder();
  return [
    ...(shared !== undefined && isAbsolute(shared) ? [join(shared, "parley")] : []),
    ...(home !== null ? [join(home, ".cache", "parley")] : []),
    join(tmpdir(), `parley-${userId}`),
  ];
}

/** A user without an entry among the system's users has no home folder. */
function homeFolder(): string | null {
  try {
    const home = homedir();
    return isAbsolute(home) ? home : null;
  } catch {
    return null;
  }
}

/** The action that the command line requests. */
type Choice =
  | { readonly kind: "help"; readonly text: string }
  | { readonly kind: "version" }
  | { readonly kind: "mistakes"; readonly lines: readonly string[] }
  /** `words` is the rest of the command line, which the bundle reads. */
  | { readonly kind: "run"; readonly bundle: string; readonly words: readonly string[] };

/** Without a command the binary serves, and takes the flags of `npm start`. */
function readChoice(argv: readonly string[]): Choice {
  const [first = "", ...rest] = argv;
  const command = commands.find(({ name }) => name === first);
  if (command !== undefined) return { kind: "run", bundle: command.bundle, words: rest };
  if (first !== "" && !first.startsWith("-")) {
    const mistakes = createMistakes();
    const names = commands.map(({ name }) => name).join(", ");
    mistakes.add("command", { value: first }, `one of ${names}, or none to serve; --help says more`);
    return { kind: "mistakes", lines: mistakes.lines };
  }
  if (argv.includes("--help")) return { kind: "help", text: helpOfAll() };
  if (argv.includes("--version")) return { kind: "version" };
  return { kind: "run", bundle: serviceBundle, words: argv };
}

function helpOfAll(): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`);
  return [
    helpText(),
    "Without a command, it starts the service. Each command accepts --help. Commands:",
    ...lines,
    "",
    "Without a command, --version also prints the build and its Node. The files inside are unpacked once, into PARLEY_CACHE,",
    "$XDG_CACHE_HOME/parley, ~/.cache/parley, or the folder for temporary files. Files of other builds are removed there",
    "after 7 days without use.",
    "",
  ].join("\n");
}
