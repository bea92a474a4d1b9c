import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { chmod, copyFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { Command } from "commander";
import { build } from "esbuild";
import { unbundled } from "../../../build/bundles.ts";
import { readOperands } from "../../../config/flags.ts";
import type { Mistakes } from "../../../config/mistakes.ts";
import { createMistakes } from "../../../config/mistakes.ts";
import { contentsAsset, firstAsset, laterAsset, unpackerAsset } from "../contents.ts";
import { collectFiles } from "./collect-files.ts";
import { findCompressor } from "./compress.ts";
import type { Arch } from "./elf.ts";
import { archOf, archs, isArch } from "./elf.ts";
import { fetchPackage } from "./fetch-package.ts";
import { findPackages } from "./locked-packages.ts";
import { noticeOf } from "./notice.ts";
import type { Packed } from "./pack.ts";
import { pack } from "./pack.ts";
import { ask } from "./run-program.ts";
import { listParts } from "./sbom.ts";

interface BuildOptions {
  readonly arch: Arch;
  /** The absolute path of the new file. */
  readonly out: string;
  /** The absolute path of a Node that replaces the pinned one; `null` for the pinned one. */
  readonly node: string | null;
}

type BuildLine =
  | { readonly kind: "help"; readonly text: string }
  | { readonly kind: "build"; readonly options: BuildOptions };

/** Reads the flags of `npm run build:binary -- …`. Returns `null` and adds to `mistakes` when a flag is wrong. */
function readBuildLine(argv: readonly string[], mistakes: Mistakes): BuildLine | null {
  const command = createCommand();
  if (argv.includes("--help")) return { kind: "help", text: command.helpInformation() };
  for (const operand of readOperands(command, argv, mistakes))
    mistakes.add("argument", { value: operand }, "flags only");
  const { arch = process.arch, out, node } = command.opts<Partial<Record<"arch" | "out" | "node", string>>>();
  if (!isArch(arch)) {
    mistakes.add("--arch", { value: arch }, `one of ${archs.join(", ")}`);
    return null;
  }
  if (node !== undefined && arch !== process.arch)
    mistakes.add(
      "--node",
      { problem: `cannot be run here for ${arch}` },
      `no --arch other than ${process.arch} together with it`,
    );
  if (mistakes.lines.length > 0) return null;
  const usual = arch === process.arch ? "dist/parley" : `dist/parley-${arch}`;
  return {
    kind: "build",
    options: { arch, out: resolve(out ?? usual), node: node === undefined ? null : resolve(node) },
  };
}

const createCommand = (): Command =>
  new Command("npm run build:binary --")
    .description(
      [
        "Makes one file that runs on Linux with glibc and needs nothing else: the service, its commands and pages, their native parts, and a Node.",
        "The Node and the parts for another architecture come from the package registry, and are kept in node_modules/.cache.",
      ].join("\n"),
    )
    .usage("[flags]")
    .option("--arch <name>", `${archs.join(" or ")} (default: this machine's)`)
    .option("--out <file>", "where to put it (default: dist/parley, or dist/parley-<name> for another architecture)")
    .option(
      "--node <file>",
      "a Node 22 of this machine to put inside; flags that only a start takes need 22.20 or later",
    )
    .helpOption("--help", "show this text")
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });

/**
 * The Node for the binary. Its packages contain the programs that nodejs.org publishes. Since 22.20, Node reads its flags from the
 * binary.
 */
const pinned = {
  version: "22.23.3",
  abi: "127",
  integrity: {
    x64: "sha512-qHnz5tFsHoj/WM+uRENVjWONi5hVvmwrgq8A4V76KpuVNAc4+jwK8x4gwbobE9BtHNg/AKR2583eYorLF/c7ng==",
    arm64: "sha512-l3DAHZreylo+p9QXDtsOrjG2JXJqVzYXnAGmIQNOUNARcMppTO2cmewVQP+36tjJnSE+dzpMNtgW+c3oiDvXtA==",
  },
} as const;

interface NodeInside {
  /** The Node program to put into the binary. */
  readonly program: string;
  /** A Node of the same version that runs on this machine. */
  readonly runsHere: string;
  /** The version of its native interface, `process.versions.modules`. */
  readonly abi: string;
}

/** The Node for an architecture: `given`, or the pinned one. Throws for a `given` of another major version. */
async function findNode(arch: Arch, given: string | null): Promise<NodeInside> {
  if (given !== null) {
    const abi = await ask(given, ["-p", "process.versions.modules"]);
    if (abi !== pinned.abi)
      throw new Error(`Expected a Node 22, whose ABI is ${pinned.abi}, got ABI ${abi} from ${given}.`);
    return { program: given, runsHere: given, abi };
  }
  const program = await fetchNode(arch);
  if (process.arch === arch) return { program, runsHere: program, abi: pinned.abi };
  if (process.arch !== "x64" && process.arch !== "arm64")
    throw new Error(`Expected to build on x64 or arm64, got ${process.arch}.`);
  return { program, runsHere: await fetchNode(process.arch), abi: pinned.abi };
}

async function fetchNode(arch: Arch): Promise<string> {
  const { version, integrity } = pinned;
  const fetched = { name: `node-linux-${arch}`, version, integrity: integrity[arch] };
  return join(await fetchPackage(fetched, ["bin/node"]), "bin/node");
}

/** Copies the program without its symbols when this machine has a tool to strip them. Returns whether the tool exists. */
async function copyStripped(program: string, target: string, arch: Arch): Promise<boolean> {
  const tools = { x64: "x86_64-linux-gnu-strip", arm64: "aarch64-linux-gnu-strip" };
  for (const tool of arch === process.arch ? ["strip", tools[arch]] : [tools[arch], "llvm-strip"]) {
    try {
      await ask(tool, ["-o", target, program]);
      await chmod(target, 0o755);
      return true;
    } catch (error) {
      if (Object(error).code !== "ENOENT") throw error;
    }
  }
  await copyFile(program, target);
  await chmod(target, 0o755);
  return false;
}

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
    await addPapers(out, folder);
    say(`${out}: ${megabytes(statSync(out).size)}, for ${arch}${isStripped ? "" : ", with the symbols of its Node"}`);
    const compressed = megabytes(packed.first.length + packed.later.length);
    say(`inside: ${files.length} files, ${megabytes(packed.bytes)}, by ${compressor.packing} ${compressed}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Writes the licences and the list of all parts beside the binary, for who passes it on. */
async function addPapers(out: string, folder: string): Promise<void> {
  writeFileSync(`${out}.cdx.json`, await listParts(folder));
  writeFileSync(`${out}.NOTICE`, noticeOf(readLock()));
  say(`${out}.NOTICE, ${out}.cdx.json: the licences and the parts inside`);
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
