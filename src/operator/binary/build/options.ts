import { resolve } from "node:path";
import { Command } from "commander";
import { readOperands } from "../../../config/flags.ts";
import type { Mistakes } from "../../../config/mistakes.ts";
import type { Arch } from "./elf.ts";
import { archs, isArch } from "./elf.ts";

export interface BuildOptions {
  readonly arch: Arch;
  /** The absolute path of the new file. */
  readonly out: string;
  /** The absolute path of a Node that replaces the pinned one; `null` for the pinned one. */
  readonly node: string | null;
}

export type BuildLine =
  | { readonly kind: "help"; readonly text: string }
  | { readonly kind: "build"; readonly options: BuildOptions };

/** Reads the flags of `npm run build:binary -- …`. Returns `null` and adds to `mistakes` when a flag is wrong. */
export function readBuildLine(argv: readonly string[], mistakes: Mistakes): BuildLine | null {
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
