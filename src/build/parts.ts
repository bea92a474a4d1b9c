import { spawn } from "node:child_process";
import type { BundleGroup } from "./bundles.ts";
import { bundleOptions, bundles } from "./bundles.ts";
import { allBelow, forget, isUpToDate, remember } from "./up-to-date.ts";

export const parts = Object.keys(bundles) as readonly BundleGroup[];

const names: Readonly<Record<BundleGroup, string>> = {
  service: "the service",
  adapters: "what it loads when it is configured",
  workers: "its worker tasks",
  commands: "the operator's commands",
  pages: "the pages",
};

/** Everything that a build depends on, besides the sources. */
const settings = ["package-lock.json", "tsconfig.json", ...allBelow("src/build")];

/** The pages are made from files of all these folders, which their program reads when it runs. */
const pageFolders = ["machines", "src/charts", "src/codec", "src/core", "src/docs", "src/web", ".github"];

/** Builds those of the parts that are out of date. Says what it does in a line for each. Throws if a part cannot be built. */
export async function buildParts(wanted: readonly BundleGroup[], say: (line: string) => void): Promise<void> {
  for (const part of wanted) {
    if (isUpToDate(part)) continue;
    const startedAtMs = Date.now();
    say(`building ${names[part]} ...`);
    forget(part);
    const { sources, outputs } = await bundle(part);
    if (part === "pages") await runProgram("dist/build-pages.js");
    remember(
      part,
      [...settings, ...sources, ...(part === "pages" ? allBelow(...pageFolders) : [])],
      [...outputs, ...(part === "pages" ? allBelow("dist/web") : [])],
      startedAtMs,
    );
    say(`built ${names[part]} in ${((Date.now() - startedAtMs) / 1_000).toFixed(1)} s`);
  }
}

async function bundle(part: BundleGroup): Promise<Record<"sources" | "outputs", readonly string[]>> {
  // Loaded only here: an unchanged tree is known without it.
  const { build } = await import("esbuild");
  const { metafile } = await build(bundleOptions(part));
  return { sources: Object.keys(metafile.inputs), outputs: Object.keys(metafile.outputs) };
}

function runProgram(file: string): Promise<void> {
  const child = spawn(process.execPath, [file], { stdio: ["ignore", "inherit", "inherit"] });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (status, signal) =>
      status === 0 ? resolve() : reject(new Error(`Expected ${file} to end with 0, got ${status ?? signal}.`)),
    );
  });
}
