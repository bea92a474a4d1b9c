import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { BenchError } from "../bench-error.ts";
import { installPinned } from "./pinned-packages.ts";

/** Major versions in `../../node/package.json`, where their exact versions are pinned. */
export const nodeNames = ["20", "22"] as const;
export type NodeName = (typeof nodeNames)[number];

/** The Node that runs the measured service. */
export interface MeasuredNode {
  /** The path of its binary. */
  readonly program: string;
  readonly version: string;
  /** Flags that are added to those of `npm start`, as one text. */
  readonly flags: string;
}

const pinnedFolder = fileURLToPath(new URL("../../node", import.meta.url));
const { dependencies: pinned }: { readonly dependencies: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(join(pinnedFolder, "package.json"), "utf8"),
);

/** Returns a version such as 22.23.3. */
export const pinnedVersionOf = (name: NodeName): string => pinned[`node-${name}`]?.split("@").at(-1) ?? "";

/**
 * Returns the Node of this name, or the Node that runs the bench when no name is given. A named Node is downloaded at its first
 * use. Blocks while npm runs. Throws a sentence when it cannot be installed.
 */
export function ensureNode(
  name: NodeName | undefined,
  flags: string,
  cacheFolder: string,
  progress: (line: string) => void,
): MeasuredNode {
  if (name === undefined) return { program: process.execPath, version: process.versions.node, flags };
  const version = pinnedVersionOf(name);
  if (process.platform !== "linux" || process.arch !== "x64")
    throw new BenchError(
      `--node ${name} is available only for Linux on x64, this is ${process.platform} on ${process.arch}: run the bench itself with Node ${name}`,
    );
  const folder = join(cacheFolder, "node");
  const program = join(folder, "node_modules", `node-${name}`, "bin/node");
  const versionOf = (): string | undefined =>
    existsSync(program) ? spawnSync(program, ["--version"], { encoding: "utf8" }).stdout.trim() : undefined;
  if (versionOf() !== `v${version}`) installPinned({ pinnedFolder, folder, what: `Node ${version}` }, progress);
  const found = versionOf();
  if (found !== `v${version}`)
    throw new BenchError(`Expected Node v${version} in ${program}, found ${found ?? "none"}`);
  return { program, version, flags };
}
