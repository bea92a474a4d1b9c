import { spawnSync } from "node:child_process";
import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { BenchError } from "../load/bench-error.ts";
import { builtServiceOf, ownCheckout } from "../load/service/service.ts";

/** A commit whose service has been built. */
export interface Checkout {
  readonly folder: string;
  readonly commit: string;
}

const shownDigits = 7;
const mebibyte = 2 ** 20;

export interface CheckoutOptions {
  /** A checkout whose repository has the commit. Absent: this checkout. */
  readonly repository?: string;
  readonly cacheFolder: string;
  progress(line: string): void;
}

export const shortNameOf = (commit: string): string => commit.slice(0, shownDigits);

/** Returns the full hash of a commit. Throws a sentence when the commit does not exist. */
export function resolveCommit(ref: string, repository: string = ownCheckout): string {
  const { status, stdout, error } = git(
    repository,
    "rev-parse",
    "--verify",
    "--quiet",
    "--end-of-options",
    `${ref}^{commit}`,
  );
  if (error !== undefined) throw new BenchError(`compare needs git to find ${ref}: ${error.message}`);
  if (status !== 0)
    throw new BenchError(`No commit is called "${ref}": expected a commit, branch or tag of this repository`);
  return stdout.toString("utf8").trim();
}

/**
 * Checks out the commit, installs its dependencies and builds the service. The checkout is kept for the next run. Blocks while
 * npm runs. Throws a sentence when a step fails.
 */
export function prepareCheckout(commit: string, options: CheckoutOptions): Checkout {
  const { repository = ownCheckout, cacheFolder, progress } = options;
  const folder = join(cacheFolder, "compare", commit);
  const prepared = join(folder, ".prepared");
  const name = shortNameOf(commit);
  if (!existsSync(prepared)) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    progress(`${name}: its files go to ${relative(process.cwd(), folder)}`);
    unpack(repository, commit, folder);
  } else if (areDependenciesRight(folder)) return { folder, commit };
  rmSync(prepared, { force: true });
  installDependencies(folder, name, progress);
  progress(`${name}: npm run build`);
  runNpm(["run", "build"], folder, `The build of ${name}`);
  if (!existsSync(builtServiceOf(folder)))
    throw new BenchError(`The build of ${name} made no dist/main.js: compare can only start this file`);
  writeFileSync(prepared, "");
  return { folder, commit };
}

/** Copies the build of this checkout, because a rebuild may replace it during the measurement. */
export function copyOwnBuild(folder: string): string {
  mkdirSync(folder, { recursive: true });
  for (const name of ["dist", "package.json"])
    cpSync(join(ownCheckout, name), join(folder, name), { recursive: true, preserveTimestamps: true });
  linkOwnModules(folder);
  return folder;
}

function unpack(repository: string, commit: string, folder: string): void {
  const archive = git(repository, "archive", "--format=tar", commit);
  if (archive.status !== 0)
    throw new BenchError(`git archive ${commit} ended with ${archive.status}: ${archive.stderr}`);
  const tar = spawnSync("tar", ["-x", "-C", folder], { input: archive.stdout, stdio: ["pipe", "ignore", "pipe"] });
  if (tar.status !== 0) throw new BenchError(`tar could not unpack ${commit}: ${tar.error?.message ?? tar.stderr}`);
}

function areDependenciesRight(folder: string): boolean {
  const isLink = lstatSync(modulesOf(folder), { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  return !isLink || locksAsOwn(folder);
}

/** Uses the dependencies of this checkout when both lock files are equal. */
function installDependencies(folder: string, name: string, progress: (line: string) => void): void {
  if (!existsSync(lockOf(folder))) throw new BenchError(`${name} has no package-lock.json: expected one for npm ci`);
  // An earlier run may have left a link.
  rmSync(modulesOf(folder), { recursive: true, force: true });
  if (locksAsOwn(folder)) {
    linkOwnModules(folder);
    return;
  }
  progress(`${name}: npm ci, because it locks other dependencies than this checkout`);
  runNpm(["ci", "--no-fund", "--no-audit"], folder, `npm ci for ${name}`);
}

/** The link is relative, so that it stays valid when the whole checkout is moved or copied. */
const linkOwnModules = (folder: string): void =>
  symlinkSync(relative(folder, modulesOf(ownCheckout)), modulesOf(folder));

const modulesOf = (checkout: string): string => join(checkout, "node_modules");
const lockOf = (checkout: string): string => join(checkout, "package-lock.json");
const locksAsOwn = (folder: string): boolean =>
  readFileSync(lockOf(folder), "utf8") === readFileSync(lockOf(ownCheckout), "utf8");

const git = (repository: string, ...args: readonly string[]) =>
  spawnSync("git", args, { cwd: repository, maxBuffer: 1_024 * mebibyte, stdio: ["ignore", "pipe", "pipe"] });

/** The output of npm is shown as progress. */
function runNpm(args: readonly string[], cwd: string, name: string): void {
  // npm's variables about this package must not reach the other checkout.
  const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !/^npm_(package|lifecycle)_/.test(key)));
  const { status, signal, error } = spawnSync("npm", args, {
    cwd,
    env: { ...env, NODE_OPTIONS: "", NODE_V8_COVERAGE: "" },
    stdio: ["ignore", 2, 2],
  });
  if (status !== 0) throw new BenchError(`${name} in ${cwd} ended with ${error?.message ?? status ?? signal}`);
}
