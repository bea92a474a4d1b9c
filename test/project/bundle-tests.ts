import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "esbuild";
import { build } from "esbuild";
import type { BuiltFile } from "./run-files.ts";

/** Below `dist`, which is made anew by everybody who needs it. */
const outFolder = "dist/tests";
const sourceEnding = /\.ts$/;
const builtEnding = ".mjs";

/** A module that asks where it stands is answered with its source's place, as if it had not been moved. */
const places: Plugin = {
  name: "places",
  setup({ onLoad }) {
    onLoad({ filter: sourceEnding }, ({ path }) => {
      const source = readFileSync(path, "utf8");
      const place = JSON.stringify(pathToFileURL(path).href);
      return { contents: source.replaceAll("import.meta.url", place), loader: "ts" };
    });
  },
};

/**
 * Compiles test files and what they import, once for all of them: a test process that compiles for itself takes 1.5 s of
 * processor time longer to begin. The answer has the order of the sources.
 */
export async function bundleTests(files: readonly string[]): Promise<readonly BuiltFile[]> {
  rmSync(outFolder, { recursive: true, force: true });
  await build({
    entryPoints: [...files],
    outdir: outFolder,
    outbase: ".",
    chunkNames: "chunks/[name]-[hash]",
    outExtension: { ".js": builtEnding },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    // Hundreds of small modules: loading them would take a third of a second of every process.
    alias: { typebox: "./node_modules/typebox/build" },
    resolveExtensions: [".ts", ".tsx", ".mjs", ".js"],
    sourcemap: true,
    logLevel: "warning",
    plugins: [places],
  });
  return files.map((source) => ({ source, built: join(outFolder, source.replace(sourceEnding, builtEnding)) }));
}
