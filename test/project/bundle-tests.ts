import { readFileSync, rmSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { Plugin } from "esbuild";
import { build } from "esbuild";
import { builtEnding, builtFolder, builtFrom, quietHooksSource, sourceEnding, togetherSource } from "./built-place.ts";
import { scripts } from "./compiled-scripts.ts";
import type { BuiltFile } from "./run-files.ts";

const testEnding = ".test.ts";

/**
 * Libraries of many modules: one by one they take a test process half a second of processor time to load.
 * All others are loaded as they are; some of those find files or native code beside themselves.
 */
const compiledIn: ReadonlySet<string> = new Set([
  "@aws-sdk/client-s3",
  "@preact/signals",
  "commander",
  "fast-check",
  "ipaddr.js",
  "lossless-json",
  "lru-cache",
  "mmdb-lib",
  "nodemailer",
  "pg",
  "preact",
  "prom-client",
  "protobufjs",
  "standardwebhooks",
  "typebox",
  "ulid",
  "undici",
  "ws",
  "xstate",
]);

/** What a library asks for if it is there. */
const optional = ["bufferutil", "pg-native", "utf-8-validate"];

function loadedAsTheyAre(): string[] {
  const { dependencies, devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  return [...Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !compiledIn.has(name)), ...optional];
}

/** A library that is no ES module asks for parts of Node.js by `require`. */
const withRequire = `import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);`;

/** Files that share a process have a test of their own each, which stands for the library. */
const ownTest: Plugin = {
  name: "own-test",
  setup({ onResolve, onLoad }) {
    const [namespace, contents] = ["own-test", 'export { own as default } from "./test/project/together/own-test.ts";'];
    onResolve({ filter: /^tap$/ }, ({ importer }) =>
      importer.endsWith(testEnding) ? { path: "tap", namespace } : null,
    );
    onLoad({ filter: /^tap$/, namespace }, () => ({ contents, resolveDir: process.cwd() }));
  },
};

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

/** Of a library no line is looked up: its part of the map, which is read when an error tells where it was made, would be most of it. */
const withoutMap =
  "\n//# sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjozLCJzb3VyY2VzIjpbIiJdLCJtYXBwaW5ncyI6IkEifQ==";
const librarySource = /\/node_modules\/.*\.[cm]?js$/;

const unmappedLibraries: Plugin = {
  name: "unmapped-libraries",
  setup({ onLoad }) {
    onLoad({ filter: librarySource }, ({ path }) => ({
      contents: readFileSync(path, "utf8") + withoutMap,
      loader: "js",
    }));
  },
};

/**
 * Compiles test files, the scripts that they start and what all of them import, once: a test process that compiles for itself takes 1.5 s of
 * processor time longer to begin. The answer has the order of the sources.
 */
export async function bundleTests(files: readonly string[]): Promise<readonly BuiltFile[]> {
  rmSync(builtFolder, { recursive: true, force: true });
  await build({
    entryPoints: [...files, ...scripts, togetherSource, quietHooksSource],
    outdir: builtFolder,
    outbase: ".",
    chunkNames: "chunks/[name]-[hash]",
    outExtension: { ".js": builtEnding },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    external: loadedAsTheyAre(),
    banner: { js: withRequire },
    sourcemap: true,
    // Each process reads the maps of what it loads. The sources are where they were.
    sourcesContent: false,
    logLevel: "warning",
    plugins: [ownTest, places, unmappedLibraries],
  });
  return files.map((source) => ({ source, built: builtFrom(source) }));
}
