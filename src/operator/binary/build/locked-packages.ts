import { existsSync } from "node:fs";
import { posix } from "node:path";
import type { Arch } from "./elf.ts";
import { fetchPackage } from "./fetch-package.ts";

/** The entry of an installed package in package-lock.json. */
interface LockedPackage {
  /** The real name of an aliased package. */
  readonly name?: string;
  readonly version: string;
  readonly integrity: string;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** The packages by path, for example `node_modules/lmdb`. */
export type Lock = Readonly<Record<string, LockedPackage>>;

export interface PackageFolder {
  /** The path inside the binary: `node_modules/…`. */
  readonly path: string;
  /** The current folder of its files. */
  readonly source: string;
}

const installFolder = "node_modules";

/**
 * Returns the named packages and their dependencies that fit Linux with glibc on an architecture. Downloads packages that are not
 * installed.
 */
export async function findPackages(
  names: readonly string[],
  lock: Lock,
  arch: Arch,
): Promise<readonly PackageFolder[]> {
  const paths = new Set<string>();
  const follow = (name: string, from: string): void => {
    const path = pathOf(name, from, lock);
    const locked = path === null ? undefined : lock[path];
    if (path === null || locked === undefined || paths.has(path) || !fits(locked, arch)) return;
    paths.add(path);
    const { dependencies, optionalDependencies } = locked;
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies })) follow(next, path);
  };
  for (const name of names) follow(name, "");
  return Promise.all([...paths].sort().map((path) => findFolder(path, lock)));
}

/** Searches the nearest folder first, as Node does. */
function pathOf(name: string, from: string, lock: Lock): string | null {
  for (let folder = from; ; folder = posix.dirname(folder)) {
    const path = posix.join(folder, installFolder, name);
    if (lock[path] !== undefined) return path;
    if (folder === "" || folder === ".") return null;
  }
}

function fits({ os = ["linux"], cpu, libc = ["glibc"] }: LockedPackage, arch: Arch): boolean {
  return os.includes("linux") && (cpu ?? [arch]).includes(arch) && libc.includes("glibc");
}

async function findFolder(path: string, lock: Lock): Promise<PackageFolder> {
  if (existsSync(path)) return { path, source: path };
  const { name, version = "", integrity = "" }: Partial<LockedPackage> = lock[path] ?? {};
  const own = path.slice(path.lastIndexOf(`${installFolder}/`) + installFolder.length + 1);
  return { path, source: await fetchPackage({ name: name ?? own, version, integrity }) };
}
