import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { BenchError } from "../load/bench-error.ts";
import { builtServiceOf, ownCheckout } from "../load/service/service.ts";

/** A commit whose service is built. */
export interface Checkout {
  readonly folder: string;
  readonly commit: string;
}

const shownDigits = 7;
const mebibyte = 2 ** 20;

export const shortNameOf = (commit: string): string => commit.slice(0, shownDigits);

/** The whole name of a commit. Throws a sentence when there is none. */
export function resolveCommit(ref: string): string {
  const { status, stdout, error } = git("rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`);
  if (error !== undefined) throw new BenchError(`compare needs git to find ${ref}: ${error.message}`);
  if (status !== 0)
    throw new BenchError(`No commit is called "${ref}": expected a commit, branch or tag of this repository`);
  return stdout.toString("utf8").trim();
}

/**
 * The files of this commit with their dependencies, and the service built of them; kept for the next run. It blocks while npm runs. Throws
 * a sentence when a step fails.
 */
export function prepareCheckout(commit: string, cacheFolder: string, progress: (line: string) => void): Checkout {
  const folder = join(cacheFolder, "compare", commit);
  const prepared = join(folder, ".prepared");
  const name = shortNameOf(commit);
  if (!existsSync(prepared)) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    progress(`${name}: its files go to ${relative(process.cwd(), folder)}`);
    unpack(commit, folder);
  }
  const isInstalled = installDependencies(folder, name, progress);
  if (!existsSync(prepared) || isInstalled) {
    rmSync(prepared, { force: true });
    progress(`${name}: npm run build`);
    runNpm(["run", "build"], folder, `The build of ${name}`);
    if (!existsSync(builtServiceOf(folder)))
      throw new BenchError(`The build of ${name} made no dist/main.js: compare can start nothing else`);
    writeFileSync(prepared, "");
  }
  return { folder, commit };
}

function unpack(commit: string, folder: string): void {
  const archive = git("archive", "--format=tar", commit);
  if (archive.status !== 0)
    throw new BenchError(`git archive ${commit} ended with ${archive.status}: ${archive.stderr}`);
  const tar = spawnSync("tar", ["-x", "-C", folder], { input: archive.stdout, stdio: ["pipe", "ignore", "pipe"] });
  if (tar.status !== 0) throw new BenchError(`tar could not unpack ${commit}: ${tar.error?.message ?? tar.stderr}`);
}

/** Those of this checkout where both lock the same; answers whether they are other ones than before. */
function installDependencies(folder: string, name: string, progress: (line: string) => void): boolean {
  const modules = join(folder, "node_modules");
  const ownModules = join(ownCheckout, "node_modules");
  const lockOf = (checkout: string): string => readFileSync(join(checkout, "package-lock.json"), "utf8");
  const found = lstatSync(modules, { throwIfNoEntry: false });
  if (lockOf(folder) === lockOf(ownCheckout)) {
    if (found !== undefined) return false;
    // From folder to folder: the way holds when the whole checkout is moved or copied.
    symlinkSync(relative(folder, ownModules), modules);
    return true;
  }
  if (found?.isDirectory()) return false;
  // A link that was right when both locked the same.
  rmSync(modules, { force: true });
  progress(`${name}: npm ci, for it locks other dependencies than this checkout`);
  runNpm(["ci", "--no-fund", "--no-audit"], folder, `npm ci for ${name}`);
  return true;
}

const git = (...args: readonly string[]) =>
  spawnSync("git", args, { cwd: ownCheckout, maxBuffer: 1_024 * mebibyte, stdio: ["ignore", "pipe", "pipe"] });

/** What it writes is progress. */
function runNpm(args: readonly string[], cwd: string, name: string): void {
  // What npm tells the bench of this package is not for the other one.
  const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !/^npm_(package|lifecycle)_/.test(key)));
  const { status, signal, error } = spawnSync("npm", args, {
    cwd,
    env: { ...env, NODE_OPTIONS: "", NODE_V8_COVERAGE: "" },
    stdio: ["ignore", 2, 2],
  });
  if (status !== 0) throw new BenchError(`${name} in ${cwd} ended with ${error?.message ?? status ?? signal}`);
}
