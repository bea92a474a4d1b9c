import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { delimiter, dirname, join, posix } from "node:path";

/**
 * A check has parts. Each part remembers the content of the files with which it last passed, so a part looks only at what is
 * different now. It remembers nothing of a failure: a file that is wrong stays different until it passes.
 */
export interface Part {
  readonly name: string;
  /** The files that it judges, of all that are listed. */
  inputs(listing: Listing): readonly string[];
  /** The files that decide how it judges. When one of them changes, it starts from nothing. */
  readonly settings: readonly string[];
  /**
   * The inputs whose judgement can be another one after these inputs changed. A part without it judges all inputs together.
   * Some of the changed files can be removed ones. What it returns beyond the inputs is ignored.
   */
  reach?(changed: readonly string[], listing: Listing): Iterable<string>;
  /** `cache` is a folder for the programs' own cache. It is emptied when the settings change. */
  commands(scope: Scope | "all", cache: string): readonly Command[];
  /** Its output is also shown when nothing is wrong. */
  readonly isShown?: true;
}

export type Command = readonly [program: string, ...args: string[]];

export interface Scope {
  /** The inputs that changed, without removed ones. */
  readonly changed: readonly string[];
  /** The inputs that `reach` returned. */
  readonly reached: readonly string[];
}

export interface Listing {
  /** The digest of each file, by its path. */
  readonly digests: ReadonlyMap<string, string>;
  /** The relative paths in the text of each file: its imports, and perhaps more. A path need not exist. */
  readonly named: ReadonlyMap<string, ReadonlySet<string>>;
}

/** What a part passed with: the digest of each input, by its path. */
type Passed = Readonly<Record<string, string>>;

interface Stamp {
  readonly settings: string;
  readonly passed: Passed;
}

const digestOf = (content: string | Buffer): string => createHash("sha256").update(content).digest("base64url");

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

const digestOfFile = (path: string): string => (isFile(path) ? digestOf(readFileSync(path)) : "none");

const code = /\.[cm]?[jt]sx?$/;

/** Reads every file that git tracks or would track. */
export function listFiles(folder: string): Listing {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 100_000_000,
  });
  const digests = new Map<string, string>();
  const named = new Map<string, ReadonlySet<string>>();
  for (const path of listed.split("\0")) {
    if (path === "" || !isFile(join(folder, path))) continue;
    const content = readFileSync(join(folder, path));
    digests.set(path, digestOf(content));
    if (code.test(path)) named.set(path, pathsNamedIn(content.toString("utf8"), posix.dirname(path)));
  }
  return { digests, named };
}

function pathsNamedIn(text: string, folder: string): ReadonlySet<string> {
  const found = text.matchAll(/["'`](\.{1,2}\/[^"'`\s]+)["'`]/g);
  return new Set(Array.from(found, ([, path = ""]) => posix.join(folder, path)));
}

/** Returns the inputs that differ from those that passed: changed, new and removed ones. */
export function changesSince(passed: Passed, inputs: readonly string[], { digests }: Listing): readonly string[] {
  const known = new Set(inputs);
  const removed = Object.keys(passed).filter((path) => !known.has(path));
  return [...inputs.filter((path) => passed[path] !== digests.get(path)), ...removed];
}

/** Returns the paths, and the files that name one of them that is removed. */
export function withImportersOfRemoved(paths: readonly string[], { digests, named }: Listing): readonly string[] {
  const removed = paths.filter((path) => !digests.has(path));
  const importers = [...named].filter(([, names]) => removed.some((path) => names.has(path))).map(([path]) => path);
  return [...paths, ...importers];
}

/** Returns the paths, the files that name one of them, the files that name those, and so on. */
export function withAllImporters(paths: readonly string[], { named }: Listing): Iterable<string> {
  const importers = new Map<string, string[]>();
  for (const [path, names] of named) {
    for (const name of names) {
      const known = importers.get(name);
      if (known === undefined) importers.set(name, [path]);
      else known.push(path);
    }
  }
  return closureOf(paths, (path) => importers.get(path));
}

/** Returns the paths, all that they name, all that those name, and so on. */
export const withAllImports = (paths: readonly string[], { named }: Listing): ReadonlySet<string> =>
  closureOf(paths, (path) => named.get(path));

function closureOf(
  paths: readonly string[],
  next: (path: string) => Iterable<string> | undefined,
): ReadonlySet<string> {
  const reached = new Set(paths);
  // A set yields also what is added while it is read.
  for (const path of reached) for (const other of next(path) ?? []) reached.add(other);
  return reached;
}

/** Runs the parts, as many at once as there are processors. Returns the names of those that found something wrong. */
export async function checkParts(
  parts: readonly Part[],
  { folder, cache, print }: { readonly folder: string; readonly cache: string; print(line: string): void },
): Promise<readonly string[]> {
  const listing = listFiles(folder);
  const failed: string[] = [];
  const waiting = parts.values();
  const runWaiting = async (): Promise<void> => {
    for (const part of waiting) {
      const isClean = await checkPart(part, listing, {
        folder,
        cache: join(cache, part.name.replaceAll(" ", "-")),
        print,
      });
      if (!isClean) failed.push(part.name);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, runWaiting));
  return failed;
}

async function checkPart(
  part: Part,
  listing: Listing,
  { folder, cache, print }: { readonly folder: string; readonly cache: string; print(line: string): void },
): Promise<boolean> {
  const startedAtMs = Date.now();
  const inputs = part.inputs(listing);
  const settings = settingsOf(part, folder);
  const stampPath = join(folder, cache, "passed.json");
  const passed = passedWith(settings, stampPath);
  const changed = changesSince(passed, inputs, listing);
  const total = `${inputs.length.toLocaleString("en")} files`;
  if (changed.length === 0) {
    print(`${part.name}: not run, its ${total} are what it last passed with`);
    return true;
  }
  const isFirst = Object.keys(passed).length === 0;
  const scope = isFirst || part.reach === undefined ? "all" : scopeOf(inputs, changed, part.reach(changed, listing));
  const { isClean, output } = await run(part.commands(scope, cache), folder);
  if (isClean) {
    // A file that was edited meanwhile has perhaps not passed with the content that is known of it.
    const same = inputs.filter((path) => digestOfFile(join(folder, path)) === listing.digests.get(path));
    writeStamp(stampPath, {
      settings,
      passed: Object.fromEntries(same.map((path) => [path, listing.digests.get(path) ?? ""])),
    });
  }
  const share = scope === "all" ? `all ${total}` : `${scope.reached.length.toLocaleString("en")} of ${total}`;
  const seconds = ((Date.now() - startedAtMs) / 1000).toFixed(1);
  print(
    `${part.name}: ${isClean ? "clean" : "WRONG"}, ${share}${isFirst ? "" : `, ${changed.length} changed`}, ${seconds} s`,
  );
  if (!isClean || part.isShown === true) print(`${output.trim()}\n`);
  return isClean;
}

function scopeOf(inputs: readonly string[], changed: Iterable<string>, reached: Iterable<string>): Scope {
  const isChanged = new Set(changed);
  const isReached = new Set(reached);
  return {
    changed: inputs.filter((path) => isChanged.has(path)),
    reached: inputs.filter((path) => isReached.has(path)),
  };
}

/** Node's version counts too. */
const settingsOf = (part: Part, folder: string): string =>
  digestOf([process.version, ...part.settings.map((path) => digestOfFile(join(folder, path)))].join(" "));

/** A stamp of other settings is removed, with the program's cache, before anything runs: the folder holds results of one kind. */
function passedWith(settings: string, stampPath: string): Passed {
  const stamp = isFile(stampPath) ? (JSON.parse(readFileSync(stampPath, "utf8")) as Stamp) : undefined;
  if (stamp?.settings === settings) return stamp.passed;
  rmSync(dirname(stampPath), { recursive: true, force: true });
  writeStamp(stampPath, { settings, passed: {} });
  return {};
}

/** A check that is killed leaves the old stamp or the new one. */
function writeStamp(path: string, stamp: Stamp): void {
  mkdirSync(dirname(path), { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, JSON.stringify(stamp));
  renameSync(unfinished, path);
}

/** Runs all commands, also after one that found something wrong. */
async function run(
  commands: readonly Command[],
  folder: string,
): Promise<{ readonly isClean: boolean; readonly output: string }> {
  // Programs that are scripts run on the same Node.
  const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env["PATH"] ?? ""}` };
  const output: Buffer[] = [];
  let isClean = true;
  for (const [program, ...args] of commands) {
    const child = spawn(program, args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => output.push(chunk));
    const status = await new Promise<number>((resolve, reject) => {
      child.once("error", reject).once("close", (code) => resolve(code ?? 1));
    });
    isClean &&= status === 0;
  }
  return { isClean, output: Buffer.concat(output).toString("utf8") };
}
