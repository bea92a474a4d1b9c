import { chmod, copyFile } from "node:fs/promises";
import { join } from "node:path";
import type { Arch } from "./elf.ts";
import { fetchPackage } from "./fetch-package.ts";
import { ask } from "./run-program.ts";

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

export interface NodeInside {
  /** The Node program to put into the binary. */
  readonly program: string;
  /** A Node of the same version that runs on this machine. */
  readonly runsHere: string;
  /** The version of its native interface, `process.versions.modules`. */
  readonly abi: string;
}

/** The Node for an architecture: `given`, or the pinned one. Throws for a `given` of another major version. */
export async function findNode(arch: Arch, given: string | null): Promise<NodeInside> {
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
export async function copyStripped(program: string, target: string, arch: Arch): Promise<boolean> {
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
