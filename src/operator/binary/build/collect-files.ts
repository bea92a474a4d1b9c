import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { commands, partBundles, serviceBundle } from "../commands.ts";
import { loaderFile } from "../contents.ts";
import type { Arch } from "./elf.ts";
import { archOf } from "./elf.ts";
import type { PackageFolder } from "./locked-packages.ts";

/** A file to put into the binary. */
export interface CollectedFile {
  readonly path: string;
  readonly content: Buffer;
}

const distFolder = "dist";
/** Compiled files outside these folders are for builds and tests. */
const distFolders = ["web", "workers"];

/** The code files of a package, and the files that the code reads. */
const needed = /(\.(c|m)?js|\.json|\.node|\.so(\.[\d.]+)?)$/;
/** The package of ELK has three builds: the smallest is used. */
const unused =
  /\/(elk-worker\.js|elk\.bundled\.js|test(s|-jest|\.js)?|benchmarks?|fixtures|docs|examples|\.[^/]+)(\/|$)/;
/** Libraries for another C library, or for any Node although the package has one for this Node. */
const unfitLibrary = /\b(musl|napi)\b/;
const abiInName = /[._](?:abi)?(\d{3})\b/;

/** Node needs this file to load a module from a program that was not read from a file. */
const loader = "module.exports = (url) => import(url);\n";

/** Returns every file for the binary, sorted by path. Throws for compiled code of another architecture. */
export function collectFiles(packages: readonly PackageFolder[], arch: Arch, abi: string): readonly CollectedFile[] {
  const files: CollectedFile[] = [
    { path: loaderFile, content: Buffer.from(loader) },
    { path: "package.json", content: Buffer.from('{"type":"module"}\n') },
    ...builtFiles(),
    ...packages.flatMap((folder) => packageFiles(folder, arch, abi)),
  ];
  return files.sort((one, other) => (one.path < other.path ? -1 : 1));
}

function builtFiles(): readonly CollectedFile[] {
  const bundles = [serviceBundle, ...partBundles, ...commands.map(({ bundle }) => bundle)];
  const below = distFolders.flatMap((folder) => namesIn(join(distFolder, folder)).map((name) => `${folder}/${name}`));
  return [...bundles.flatMap((bundle) => [bundle, `${bundle}.map`]), ...below].map((name) => ({
    path: `${distFolder}/${name}`,
    content: readFileSync(join(distFolder, name)),
  }));
}

function packageFiles({ path, source }: PackageFolder, arch: Arch, abi: string): readonly CollectedFile[] {
  const names = namesIn(source).filter((name) => isNeeded(name, abi));
  return names.flatMap((name) => {
    const file = { path: `${path}/${name}`, content: readFileSync(join(source, name)) };
    const found = archOf(file.content);
    // Some packages contain the code of every platform.
    const isNative = /\.(node|so)\b/.test(name);
    if (isNative && found !== arch) return [];
    return [file];
  });
}

function isNeeded(name: string, abi: string): boolean {
  if (!needed.test(name) || unused.test(`/${name}`) || name.startsWith("node_modules/")) return false;
  if (!name.endsWith(".node")) return true;
  const [, forAbi = abi] = abiInName.exec(name) ?? [];
  return forAbi === abi && !unfitLibrary.test(name);
}

const namesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(join(folder, "/").length));
