import { readFileSync, rmSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { BuildOptions, BuildResult, Metafile, Plugin } from "esbuild";
import { build, context } from "esbuild";
import { builtEnding, builtFolder, builtFrom, quietHooksSource, sourceEnding, togetherSource } from "./built-place.ts";
import { scripts } from "./compiled-scripts.ts";
import type { BuiltFile } from "./run-files.ts";

const testEnding = ".test.ts";

/**
 * Libraries of many modules: a test process needs half a second of processor time to load their modules one by one. All other
 * libraries are loaded without bundling; some of those find files or native code beside themselves.
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

/** Packages that a library loads if they exist. */
const optional = ["bufferutil", "pg-native", "utf-8-validate"];

function loadedAsTheyAre(): string[] {
  const { dependencies, devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  return [...Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !compiledIn.has(name)), ...optional];
}

/** A library that is no ES module loads parts of Node.js by `require`. */
const withRequire = `import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);`;

/** Of the files that share a process, each has its own test, which replaces the library. */
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

/** `import.meta.url` of a module is replaced by the URL of its source, as if the module had not been moved. */
const places: Plugin = {
  name: "places",
  setup({ onLoad }) {
    onLoad({ filter: sourceEnding }, ({ path }) => {
      const source = readFileSync(path, "utf8");
      const place = JSON.stringify(pathToFileURL(path).href);
      return { contents: source.replace(/\bimport\.meta\.url\b/g, place), loader: "ts" };
    });
  },
};

/** No line of a library is looked up. Its part of the source map would be most of the map, which is read for the stack of each error. */
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

export interface BundledTests {
  readonly files: readonly BuiltFile[];
  /** Every source that the files import. */
  readonly sources: readonly string[];
  /** The sources that a source itself imports. */
  importsOf(source: string): readonly string[];
}

/**
 * Compiles test files and everything that they import, once, and for the complete suite also the scripts that tests start. A test
 * process that compiles for itself needs a second more of processor time to start. The files are in the order of the sources.
 */
export async function bundleTests(files: readonly string[], isComplete: boolean): Promise<BundledTests> {
  rmSync(builtFolder, { recursive: true, force: true });
  const { metafile } = await build(optionsFor([...files, ...(isComplete ? scripts : [])]));
  return bundledFrom(files, metafile);
}

/** Yields the compiled files now, and again whenever a source that they import was saved. A source with a mistake is reported by the compiler. */
export async function* watchTests(files: readonly string[]): AsyncGenerator<BundledTests, never> {
  rmSync(builtFolder, { recursive: true, force: true });
  const results: BuildResult[] = [];
  let wake = (): void => undefined;
  const reporting: Plugin = {
    name: "reporting",
    setup: ({ onEnd }) =>
      onEnd((result) => {
        results.push(result);
        wake();
      }),
  };
  const options = optionsFor(files);
  const watched = await context({ ...options, plugins: [...options.plugins, reporting] });
  await watched.watch();
  while (true) {
    const latest = results.splice(0).at(-1);
    if (latest?.metafile !== undefined) yield bundledFrom(files, latest.metafile);
    else if (latest === undefined)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  }
}

const bundledFrom = (files: readonly string[], { inputs }: Metafile): BundledTests => ({
  files: files.map((source) => ({ source, built: builtFrom(source) })),
  sources: Object.keys(inputs),
  importsOf: (source) => inputs[source]?.imports.map(({ path }) => path) ?? [],
});

const optionsFor = (entries: readonly string[]) =>
  ({
    entryPoints: [...entries, togetherSource, quietHooksSource],
    outdir: builtFolder,
    outbase: ".",
    chunkNames: "chunks/[name]-[hash]",
    outExtension: { ".js": builtEnding },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node22",
    external: loadedAsTheyAre(),
    banner: { js: withRequire },
    sourcemap: true,
    // Each process reads the maps of the files that it loads. The sources are still at their places.
    sourcesContent: false,
    metafile: true,
    logLevel: "warning",
    plugins: [ownTest, places, unmappedLibraries],
  }) satisfies BuildOptions;
