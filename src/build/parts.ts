import { rmSync } from "node:fs";
import { pathToFileURL } from "node:url";
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

/** The pages are made from files of all these folders. */
export const pageFolders = [
  "machines",
  "src/charts",
  "src/codec",
  "src/core",
  "src/docs",
  "src/web",
  "examples",
  ".github",
];

/** Builds those of the parts that are out of date. Says what it does in a line for each. Throws if a part cannot be built. */
export async function buildParts(wanted: readonly BundleGroup[], say: (line: string) => void): Promise<void> {
  for (const part of wanted) {
    if (isUpToDate(part)) continue;
    const startedAtMs = Date.now();
    say(`building ${names[part]} ...`);
    forget(part);
    const { sources, outputs } = await bundle(part);
    if (part === "pages") {
      const { buildPages, webApps } = await loadPageBuilder("dist");
      // Removes also the files of an app that is no more.
      rmSync("dist/web", { recursive: true, force: true });
      const released = webApps.filter((app) => app !== "ui");
      await buildPages(released, "small");
    }
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
  const { metafile } = await build(bundleOptions(part, "dist"));
  return { sources: Object.keys(metafile.inputs), outputs: Object.keys(metafile.outputs) };
}

/** Loads the code that builds the pages, as it is bundled now, from the folder of the bundles. */
export const loadPageBuilder = (folder: string): Promise<typeof import("../web/build/build.ts")> =>
  import(`${pathToFileURL(`${folder}/build-pages.js`)}?${Date.now()}`);

/** esbuild has printed each mistake with its place. */
export const failureLine = (error: unknown): string =>
  `The build failed: ${error instanceof Error ? error.message.split("\n")[0] : String(error)}`;
