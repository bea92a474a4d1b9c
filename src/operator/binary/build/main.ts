import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { build } from "esbuild";
import { unbundled } from "../../../build/bundles.ts";
import { createMistakes } from "../../../config/mistakes.ts";
import { contentsAsset, firstAsset, laterAsset, unpackerAsset } from "../contents.ts";
import { collectFiles } from "./collect-files.ts";
import { findCompressor } from "./compress.ts";
import { archOf } from "./elf.ts";
import { findPackages } from "./locked-packages.ts";
import { copyStripped, findNode } from "./node-inside.ts";
import type { BuildOptions } from "./options.ts";
import { readBuildLine } from "./options.ts";
import type { Packed } from "./pack.ts";
import { pack } from "./pack.ts";
import { ask } from "./run-program.ts";

/** `npm run build:binary` makes one file of the result of `npm run build`, the packages that it needs, and a Node. */

const mistakeStatus = 2;
/** Packages outside the bundles that the service does not need: esbuild makes pages; pg-native is a faster driver that is not installed. */
const notInside: readonly string[] = ["esbuild", "pg-native"];
/** This text in the program tells Node that the program contains an application. Source: Node.js, Single executable applications. */
const fuse = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const mistakes = createMistakes();
  const line = readBuildLine(process.argv.slice(2), mistakes);
  if (line === null) {
    for (const mistake of mistakes.lines) process.stderr.write(`${mistake}\n`);
    process.exitCode = mistakeStatus;
  } else if (line.kind === "help") say(line.text);
  else await make(line.options);
}

async function make({ arch, out, node }: BuildOptions): Promise<void> {
  const { config } = JSON.parse(readFileSync("package.json", "utf8"));
  const nodeFlags: readonly string[] = config.node.split(" ");
  const inside = await findNode(arch, node);
  const packages = await findPackages(
    unbundled.filter((name) => !notInside.includes(name)),
    readLock(),
    arch,
  );
  const files = collectFiles(packages, arch, inside.abi);
  mkdirSync(dirname(out), { recursive: true });
  const folder = mkdtempSync(join(dirname(out), ".parley-binary-"));
  try {
    const compressor = await findCompressor(inside.runsHere, folder);
    const packed = await pack(files, { commit: commitHere(), nodeFlags }, compressor);
    const blob = await makeBlob(folder, packed, inside.runsHere);
    const made = join(folder, basename(out));
    const isStripped = await copyStripped(inside.program, made, arch);
    await ask(process.execPath, [
      "node_modules/postject/dist/cli.js",
      made,
      "NODE_SEA_BLOB",
      blob,
      "--sentinel-fuse",
      fuse,
    ]);
    const found = archOf(readFileSync(made));
    if (found !== arch) throw new Error(`Expected a program for ${arch}, got one for ${found}.`);
    renameSync(made, out);
    say(`${out}: ${megabytes(statSync(out).size)}, for ${arch}${isStripped ? "" : ", with the symbols of its Node"}`);
    const compressed = megabytes(packed.first.length + packed.later.length);
    say(`inside: ${files.length} files, ${megabytes(packed.bytes)}, by ${compressor.packing} ${compressed}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const readLock = () => JSON.parse(readFileSync("package-lock.json", "utf8")).packages;

/** The commit of this checkout, from git. */
function commitHere(): string {
  try {
    return execFileSync("git", ["describe", "--always", "--dirty"], { encoding: "utf8", stdio: "pipe" }).trim();
  } catch {
    return "without a commit";
  }
}

/** Returns the path of the file that is put into the Node. A Node of the same version must write this file. */
async function makeBlob(folder: string, { contents, first, later }: Packed, node: string): Promise<string> {
  const main = join(folder, "boot.cjs");
  await bundleFor("boot/main.ts", main);
  await bundleFor("boot/unpacker.ts", join(folder, unpackerAsset));
  writeFileSync(join(folder, contentsAsset), JSON.stringify(contents));
  writeFileSync(join(folder, firstAsset), first);
  writeFileSync(join(folder, laterAsset), later);
  const [settings, output] = [join(folder, "sea.json"), join(folder, "blob")];
  const names = [contentsAsset, firstAsset, laterAsset, unpackerAsset];
  const assets = Object.fromEntries(names.map((name) => [name, join(folder, name)]));
  const execArgv = contents.nodeFlags;
  writeFileSync(settings, JSON.stringify({ main, output, disableExperimentalSEAWarning: true, execArgv, assets }));
  await ask(node, ["--experimental-sea-config", settings]);
  return output;
}

async function bundleFor(entry: string, outfile: string): Promise<void> {
  await build({
    entryPoints: [`src/operator/binary/${entry}`],
    bundle: true,
    platform: "node",
    target: "node22",
    format: "cjs",
    minify: true,
    outfile,
    logLevel: "warning",
  });
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

await main();
