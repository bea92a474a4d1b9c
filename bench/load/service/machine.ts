import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus, release, totalmem } from "node:os";

/** What the figures depend on besides the code. */
export interface MachineFacts {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryMib: number;
  readonly kernel: string;
}

/** Of the checkout, the Node that runs the bench, and every dependency. */
export interface Versions {
  /** `null` outside a checkout; ends with `-dirty` where something besides reports was not committed. */
  readonly commit: string | null;
  readonly benchNode: string;
  readonly [name: string]: string | null;
}

export function describeMachine(): MachineFacts {
  return {
    cpu: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    memoryMib: Math.round(totalmem() / 2 ** 20),
    kernel: release(),
  };
}

export function describeVersions(): Versions {
  const { dependencies } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
  return { ...dependencies, commit: readCommit(), benchNode: process.versions.node };
}

function readCommit(): string | null {
  const changed = ["status", "--porcelain", "--untracked-files=no", "--", ":/", ":(exclude,top)bench/results"];
  try {
    return `${git("describe", "--always")}${git(...changed) === "" ? "" : "-dirty"}`;
  } catch {
    return null;
  }
}

const git = (...args: readonly string[]): string =>
  execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
