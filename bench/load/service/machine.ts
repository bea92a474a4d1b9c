import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus, release, totalmem } from "node:os";

/** The facts, besides the code, that the figures depend on. */
export interface MachineFacts {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryMib: number;
  readonly kernel: string;
}

/** Versions of the checkout, of the Node that runs the service and the bench, and of every dependency. */
export interface Versions {
  /** `null` outside a checkout. Ends with `-dirty` if there are uncommitted changes other than reports. */
  readonly commit: string | null;
  readonly node: string;
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
  return { ...dependencies, commit: readCommit(), node: process.versions.node };
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
